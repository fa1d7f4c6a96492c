import type { FollowedSession } from "../ports/session-store.ts";
import { ChatSession } from "./chat-session.ts";
import type { ChatSessionDeps } from "./chat-session-deps.ts";
import { openVersions } from "./interrupted-chunks.ts";
import { Listeners } from "./listeners.ts";

/** What came of an action: `elsewhere` and `gone` say that nothing was done. */
export type WriteOutcome = "done" | "elsewhere" | "gone";

/**
 * A session that other windows may have open too. It holds the store's claim from an action of this window until the
 * turn that it started has ended and is on disk; else it reads along, and never writes. So any window can go on with a
 * chat in which nothing runs, and always goes on from what the others wrote.
 */
export class SharedSession {
  readonly session: ChatSession;
  readonly #deps: ChatSessionDeps;
  readonly #state: Listeners<void>;
  /** Absent before the session is stored for the first time. */
  #followed: FollowedSession | undefined;
  #held = false;
  #elsewhere = false;
  #gone = false;
  #takesIn = false;
  /** Counts what this window has added. */
  #written = 0;
  /** Claims, reads and releases happen one after the other. */
  #steps: Promise<unknown> = Promise.resolve();

  private constructor(session: ChatSession, deps: ChatSessionDeps, followed?: FollowedSession) {
    this.session = session;
    this.#deps = deps;
    this.#followed = followed;
    this.#state = new Listeners(deps.log);
    session.onEvents(() => this.#heard());
    session.onDidChangeState(() => this.#settleSoon());
  }

  /** A new session. Nothing is stored or claimed before its first message. */
  static create(deps: ChatSessionDeps): SharedSession {
    return new SharedSession(ChatSession.create(deps), deps);
  }

  /** Opens a stored session. A turn that nobody runs any more is closed as interrupted. */
  static async open(sessionId: string, deps: ChatSessionDeps): Promise<SharedSession> {
    const followed = await deps.store.follow(sessionId);
    const shared = new SharedSession(ChatSession.restore(sessionId, deps, followed.events), deps, followed);
    await shared.look();
    return shared;
  }

  get sessionId(): string {
    return this.session.sessionId;
  }

  /** Another window runs a turn, or does something else, in this session: here it can only be read. */
  get elsewhere(): boolean {
    return this.#elsewhere;
  }

  /** The session was deleted in another window. */
  get gone(): boolean {
    return this.#gone;
  }

  /** This window writes to the session, or has something that is not on disk yet. */
  get held(): boolean {
    return this.#held;
  }

  /** Tells when `elsewhere` or `gone` changed. */
  onDidChange(listener: () => void): () => void {
    return this.#state.add(listener);
  }

  /** Does something that may write to the session, unless another window holds it or has deleted it. */
  write(action: (session: ChatSession) => void): Promise<WriteOutcome> {
    return this.#inTurn(async () => {
      const outcome = await this.#hold();
      try {
        if (outcome === "done") {
          action(this.session);
        }
      } finally {
        this.#settleSoon();
      }
      return outcome;
    });
  }

  /** Reads what other windows wrote, and closes a turn as interrupted whose window is gone. */
  look(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#held) {
        return this.#settle(); // it could not be written before
      }
      if (this.#followed === undefined || this.#gone) {
        return;
      }
      // Asked before the reading: what a window wrote before it released its claim is read then.
      const elsewhere = await this.#deps.store.isClaimedElsewhere(this.sessionId);
      await this.#takeNews();
      if (elsewhere || openVersions(this.session.conversation).length === 0) {
        this.#tell(elsewhere);
      } else if ((await this.#hold()) === "done") {
        await this.#settle();
      }
    });
  }

  /** Ends the turn as interrupted, writes everything to disk and releases the session. */
  async dispose(): Promise<void> {
    await this.session.dispose();
    await this.#inTurn(() => this.#settle());
  }

  /** Claims the session and brings it up to date. */
  async #hold(): Promise<WriteOutcome> {
    if (this.#held) {
      return "done";
    }
    const { store } = this.#deps;
    if (!(await store.claim(this.sessionId))) {
      this.#tell(true);
      return "elsewhere";
    }
    try {
      await this.#takeNews();
    } catch (cause) {
      await store.release(this.sessionId);
      throw cause;
    }
    if (this.#gone) {
      await store.release(this.sessionId);
      return "gone";
    }
    this.#held = true;
    this.#tell(false);
    this.session.closeInterrupted();
    return "done";
  }

  async #takeNews(): Promise<void> {
    const news = (await this.#followed?.news()) ?? [];
    if (news === "gone") {
      this.#gone = true;
      this.#state.tell();
      return;
    }
    this.#takesIn = true;
    try {
      if (news.length > 0) {
        this.session.takeIn(news);
      }
    } finally {
      this.#takesIn = false;
    }
  }

  /** Events of our own, outside an action too: they are written under a claim, and are no news to us. */
  #heard(): void {
    if (this.#takesIn) {
      return;
    }
    this.#written++;
    if (!this.#held) {
      this.#held = true;
      // Should another window hold it, what is written here waits in the store.
      this.#inTurn(() => this.#deps.store.claim(this.sessionId)).catch(() => {}); // it was logged
      this.#settleSoon();
    }
  }

  #settleSoon(): void {
    if (this.#held && !this.session.running) {
      this.#inTurn(() => this.#settle()).catch(() => {}); // it was logged
    }
  }

  /** Releases the session once nothing runs and everything is on disk; until then it stays ours. */
  async #settle(): Promise<void> {
    const { store } = this.#deps;
    const written = this.#written;
    if (!this.#held || this.session.running || !(await store.flush(this.sessionId))) {
      return;
    }
    if (this.#followed === undefined) {
      this.#followed = await store.follow(this.sessionId);
    } else {
      await this.#followed.skip();
    }
    if (this.#written !== written) {
      this.#settleSoon();
    } else if (!this.session.running) {
      this.#held = false;
      await store.release(this.sessionId);
      this.#state.tell();
    }
  }

  #tell(elsewhere: boolean): void {
    if (this.#elsewhere !== elsewhere) {
      this.#elsewhere = elsewhere;
      this.#state.tell();
    }
  }

  #inTurn<T>(step: () => Promise<T>): Promise<T> {
    const result = this.#steps.then(step);
    this.#steps = result.catch((cause: unknown) => this.#deps.log.error("A chat could not be read or written.", cause));
    return result;
  }
}
