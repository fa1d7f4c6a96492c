import * as vscode from "vscode";
import type { ChatSummary } from "../../shared/panel-state.ts";
import type { SessionEvent } from "../../shared/session-event.ts";
import type { SessionSummary } from "../ports/session-store.ts";
import type { ChatSession } from "../session/chat-session.ts";
import type { ChatSessionDeps } from "../session/chat-session-deps.ts";
import { SharedSession, type WriteOutcome } from "../session/shared-session.ts";
import type { SessionFiles } from "../store/session-files.ts";
import { SessionTakenError } from "../store/write-problem.ts";
import { chatSummary } from "./chat-summary.ts";
import { storeCopy } from "./store-copy.ts";
import { tellWriteOutcome } from "./write-outcome-notice.ts";

const shownKey = "toolweave.shownSession";

/** ms between two looks at what other windows do with the shown chat. */
const lookGap = 1_000;

export interface SessionRegistryOptions {
  deps: ChatSessionDeps;
  files: SessionFiles;
  /** Remembers the shown chat over reloads. */
  workspaceState: vscode.Memento;
}

/** The sessions of this window: the one that is shown, and those whose turns go on while another one is shown. */
export class SessionRegistry {
  readonly #options: SessionRegistryOptions;
  readonly #alive = new Map<string, SharedSession>();
  /** Sessions that are being read, so that none is ever opened twice. */
  readonly #opening = new Map<string, Promise<SharedSession>>();
  readonly #shownChanged = new vscode.EventEmitter<void>();
  readonly #stateChanged = new vscode.EventEmitter<void>();
  readonly #events = new vscode.EventEmitter<readonly SessionEvent[]>();
  readonly #held = new vscode.EventEmitter<number>();
  /** Another session is shown. */
  readonly onDidChangeShown = this.#shownChanged.event;
  /** Whether sessions run or wait, their titles or their list changed. */
  readonly onDidChangeState = this.#stateChanged.event;
  /** Events of the shown session. */
  readonly onEvents = this.#events.event;
  readonly onHeld = this.#held.event;
  readonly #closed = new AbortController();
  #shown: SharedSession;
  /** Counts what was asked to be shown: a chat that is read slowly must not come after one that was picked later. */
  #picks = 0;
  #stored: SessionSummary[] = [];
  /** A new chat is shown for one that was deleted elsewhere. */
  #replaced: Promise<void> = Promise.resolve();

  /** Resolves when the chat that was shown last is shown again, or turned out to be gone; never rejects. */
  readonly whenOpened: Promise<void>;

  /** Shows a new chat until the one that was shown last is read. */
  constructor(options: SessionRegistryOptions) {
    this.#options = options;
    this.#shown = SharedSession.create(options.deps);
    this.#keep(this.#shown);
    this.whenOpened = this.#openLast();
    void this.#watch();
  }

  /** The shown session. What may write to it goes through `write`. */
  get shown(): ChatSession {
    return this.#shown.session;
  }

  /** A turn of the shown session runs in another window: here it can only be read. */
  get shownElsewhere(): boolean {
    return this.#shown.elsewhere;
  }

  /** How many turns run. */
  get runningCount(): number {
    return [...this.#alive.values()].filter(({ session }) => session.running).length;
  }

  /** All chats, the newest first. */
  get summaries(): ChatSummary[] {
    return this.#stored.map((stored) => chatSummary(stored, this.#alive.get(stored.sessionId)));
  }

  async create(): Promise<void> {
    this.#picks++;
    await this.#show(SharedSession.create(this.#options.deps));
  }

  /** Does something that may write to the shown session; says so when another window keeps it from that. */
  async write(action: (session: ChatSession) => void): Promise<WriteOutcome> {
    const outcome = await this.#shown.write(action);
    if (outcome === "elsewhere") {
      tellWriteOutcome(outcome);
    } else if (outcome === "gone") {
      await this.#replaced; // what is put back into the composer belongs to the chat that is shown now
    }
    return outcome;
  }

  /** Shows a new chat with everything that the shown one holds now. */
  async fork(): Promise<void> {
    const { deps, files } = this.#options;
    const copyId = deps.newId();
    if (await storeCopy(this.#shown.session, copyId, files)) {
      await this.show(copyId);
    }
  }

  async show(sessionId: string): Promise<void> {
    const pick = ++this.#picks;
    const shared = await this.#open(sessionId);
    if (shared.gone) {
      tellWriteOutcome("gone");
      await this.refresh();
    } else if (pick === this.#picks) {
      await this.#show(shared);
    }
  }

  async rename(sessionId: string, title: string): Promise<void> {
    const shared = await this.#open(sessionId);
    this.#keep(shared); // until it is written: nobody else may open it a second time meanwhile
    tellWriteOutcome(await shared.write((session) => session.rename(title)));
    this.#dropIdle(shared);
    await this.refresh();
  }

  /** False when another window writes to the chat; then nothing is done, and it is said. */
  async delete(sessionId: string): Promise<boolean> {
    const { files } = this.#options;
    if (await files.isClaimedElsewhere(sessionId)) {
      tellWriteOutcome("elsewhere");
      return false;
    }
    const shared = this.#alive.get(sessionId);
    this.#alive.delete(sessionId);
    await shared?.dispose();
    try {
      await files.delete(sessionId);
    } catch (cause) {
      if (shared !== undefined) {
        this.#alive.set(sessionId, shared);
      }
      if (!(cause instanceof SessionTakenError)) {
        throw cause;
      }
      tellWriteOutcome("elsewhere");
      return false;
    }
    if (shared === this.#shown) {
      await this.create();
    }
    await this.refresh();
    return true;
  }

  /** Takes a deletion back, while that is possible. */
  async restore(sessionId: string): Promise<boolean> {
    const restored = await this.#options.files.restore(sessionId);
    await this.refresh();
    return restored;
  }

  /** Reads the list of chats again. */
  async refresh(): Promise<void> {
    const summaries = await this.#options.files.list().catch((cause: unknown) => {
      this.#options.deps.log.error("The list of chats could not be read.", cause);
      return [];
    });
    this.#stored = [...summaries].sort((a, b) => b.updatedAt - a.updatedAt);
    this.#stateChanged.fire();
  }

  /** Ends all turns as interrupted and writes everything to disk. */
  async dispose(): Promise<void> {
    this.#closed.abort();
    await this.whenOpened;
    await Promise.all([...this.#alive.values()].map((shared) => shared.dispose()));
    for (const emitter of [this.#shownChanged, this.#stateChanged, this.#events, this.#held]) {
      emitter.dispose();
    }
  }

  async #openLast(): Promise<void> {
    const { deps, workspaceState } = this.#options;
    const last = workspaceState.get<string>(shownKey);
    const pick = this.#picks;
    try {
      const shared = last === undefined ? undefined : await this.#open(last);
      if (pick === this.#picks && shared !== undefined && shared.session.conversation.messages.length > 0) {
        // The list may be long; the chat is shown without waiting for it.
        void this.#show(shared);
        return;
      }
    } catch (cause) {
      deps.log.error(`The chat ${last} could not be opened. A new one is shown; its file is kept.`, cause);
    }
    void this.refresh();
  }

  async #rememberShown(): Promise<void> {
    await this.#options.workspaceState.update(shownKey, this.#shown.sessionId);
  }

  #open(sessionId: string): Promise<SharedSession> {
    const alive = this.#alive.get(sessionId);
    if (alive !== undefined) {
      return Promise.resolve(alive);
    }
    const opening =
      this.#opening.get(sessionId) ??
      SharedSession.open(sessionId, this.#options.deps).finally(() => this.#opening.delete(sessionId));
    this.#opening.set(sessionId, opening);
    return opening;
  }

  /** Looks again and again what other windows do with the shown chat, and releases others that could not be before. */
  async #watch(): Promise<void> {
    const { clock, log } = this.#options.deps;
    try {
      for (;;) {
        await clock.sleep(lookGap, this.#closed.signal);
        const watched = [...this.#alive.values()].filter((shared) => shared === this.#shown || shared.held);
        await Promise.all(
          watched.map((shared) =>
            shared.look().catch((cause: unknown) => log.error("The chat could not be read again.", cause)),
          ),
        );
      }
    } catch {
      // The window closes.
    }
  }

  async #show(shared: SharedSession): Promise<void> {
    const before = this.#shown;
    this.#shown = shared;
    this.#keep(shared);
    this.#dropIdle(before);
    await this.#rememberShown();
    this.#shownChanged.fire();
    await this.refresh();
  }

  #keep(shared: SharedSession): void {
    if (this.#alive.get(shared.sessionId) === shared) {
      return;
    }
    const { session } = shared;
    this.#alive.set(shared.sessionId, shared);
    session.onEvents((events) => {
      if (shared === this.#shown) {
        this.#events.fire(events);
        if (events.some(({ type }) => type === "session_created")) {
          void this.#rememberShown();
        }
      }
      if (events.some(({ type }) => type === "session_created" || type === "title_changed")) {
        void this.refresh();
      }
    });
    session.onHeld((characters) => {
      if (shared === this.#shown) {
        this.#held.fire(characters);
      }
    });
    session.onDidChangeState(() => {
      this.#stateChanged.fire();
      if (!session.running) {
        void this.refresh();
      }
    });
    shared.onDidChange(() => this.#sharingChanged(shared));
  }

  #dropIdle(shared: SharedSession): void {
    if (shared !== this.#shown && isIdle(shared)) {
      this.#alive.delete(shared.sessionId);
    }
  }

  #sharingChanged(shared: SharedSession): void {
    this.#dropIdle(shared);
    // One that is being deleted here is not gone elsewhere.
    if (shared !== this.#shown || this.#alive.get(shared.sessionId) !== shared) {
      return;
    }
    this.#stateChanged.fire();
    if (shared.gone) {
      this.#alive.delete(shared.sessionId);
      tellWriteOutcome("gone");
      this.#replaced = this.create();
    }
  }
}

/** Nothing runs and nothing waits that only this object in memory knows of. */
function isIdle({ session, held }: SharedSession): boolean {
  return !session.running && !held && session.queue.length === 0;
}
