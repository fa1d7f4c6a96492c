import * as vscode from "vscode";
import type { ChatSummary } from "../../shared/panel-state.ts";
import type { SessionEvent } from "../../shared/session-event.ts";
import { ChatSession } from "../session/chat-session.ts";
import type { ChatSessionDeps } from "../session/chat-session-deps.ts";
import type { SessionFiles } from "../store/session-files.ts";

const shownKey = "toolweave.shownSession";

export interface SessionRegistryOptions {
  deps: ChatSessionDeps;
  files: SessionFiles;
  /** Remembers the shown chat over reloads. */
  workspaceState: vscode.Memento;
}

/** The sessions of this window: the one that is shown, and those whose turns go on while another one is shown. */
export class SessionRegistry {
  readonly #options: SessionRegistryOptions;
  readonly #alive = new Map<string, ChatSession>();
  /** Sessions that are being read, so that none is ever opened twice. */
  readonly #opening = new Map<string, Promise<ChatSession>>();
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
  #shown: ChatSession;
  /** Counts what was asked to be shown: a chat that is read slowly must not come after one that was picked later. */
  #picks = 0;
  #summaries: ChatSummary[] = [];

  private constructor(options: SessionRegistryOptions, shown: ChatSession) {
    this.#options = options;
    this.#shown = shown;
    this.#keep(shown);
  }

  /** Opens the chat that was shown last; a new one when it is gone or cannot be read. */
  static async open(options: SessionRegistryOptions): Promise<SessionRegistry> {
    const last = options.workspaceState.get<string>(shownKey);
    const session = await openOrCreate(last, options.deps);
    const registry = new SessionRegistry(options, session);
    // The list may be long; the chat is shown without waiting for it.
    void registry.refresh();
    return registry;
  }

  get shown(): ChatSession {
    return this.#shown;
  }

  /** How many turns run. */
  get runningCount(): number {
    return [...this.#alive.values()].filter(({ running }) => running).length;
  }

  /** All chats, the newest first. */
  get summaries(): ChatSummary[] {
    return this.#summaries.map((summary) => ({ ...summary, state: stateOf(this.#alive.get(summary.sessionId)) }));
  }

  async create(): Promise<void> {
    this.#picks++;
    await this.#show(ChatSession.create(this.#options.deps));
  }

  async show(sessionId: string): Promise<void> {
    const pick = ++this.#picks;
    const session = await this.#open(sessionId);
    if (pick === this.#picks) {
      await this.#show(session);
    }
  }

  async rename(sessionId: string, title: string): Promise<void> {
    (await this.#open(sessionId)).rename(title);
    await this.refresh();
  }

  async delete(sessionId: string): Promise<void> {
    const session = this.#alive.get(sessionId);
    this.#alive.delete(sessionId);
    await session?.dispose();
    await this.#options.files.delete(sessionId);
    if (session === this.#shown) {
      await this.create();
    }
    await this.refresh();
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
    this.#summaries = summaries
      .map(({ sessionId, title, updatedAt, preview }) => ({
        sessionId,
        title,
        updatedAt,
        preview,
        state: "idle" as const,
      }))
      .sort((a, b) => b.updatedAt - a.updatedAt);
    this.#stateChanged.fire();
  }

  /** Ends all turns as interrupted and writes everything to disk. */
  async dispose(): Promise<void> {
    await Promise.all([...this.#alive.values()].map((session) => session.dispose()));
    for (const emitter of [this.#shownChanged, this.#stateChanged, this.#events, this.#held]) {
      emitter.dispose();
    }
  }

  async #rememberShown(): Promise<void> {
    await this.#options.workspaceState.update(shownKey, this.#shown.sessionId);
  }

  #open(sessionId: string): Promise<ChatSession> {
    const alive = this.#alive.get(sessionId);
    if (alive !== undefined) {
      return Promise.resolve(alive);
    }
    const opening =
      this.#opening.get(sessionId) ??
      ChatSession.open(sessionId, this.#options.deps).finally(() => this.#opening.delete(sessionId));
    this.#opening.set(sessionId, opening);
    return opening;
  }

  async #show(session: ChatSession): Promise<void> {
    const before = this.#shown;
    this.#shown = session;
    this.#keep(session);
    if (before !== session && isIdle(before)) {
      this.#alive.delete(before.sessionId);
    }
    await this.#rememberShown();
    this.#shownChanged.fire();
    await this.refresh();
  }

  #keep(session: ChatSession): void {
    if (this.#alive.get(session.sessionId) === session) {
      return;
    }
    this.#alive.set(session.sessionId, session);
    session.onEvents((events) => {
      if (session === this.#shown) {
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
      if (session === this.#shown) {
        this.#held.fire(characters);
      }
    });
    session.onDidChangeState(() => {
      this.#stateChanged.fire();
      if (!session.running) {
        if (session !== this.#shown && isIdle(session)) {
          this.#alive.delete(session.sessionId);
        }
        void this.refresh();
      }
    });
  }
}

async function openOrCreate(sessionId: string | undefined, deps: ChatSessionDeps): Promise<ChatSession> {
  if (sessionId !== undefined) {
    try {
      const session = await ChatSession.open(sessionId, deps);
      if (session.conversation.messages.length > 0) {
        return session;
      }
    } catch (cause) {
      deps.log.error(`The chat ${sessionId} could not be opened. A new one is shown; its file is kept.`, cause);
    }
  }
  return ChatSession.create(deps);
}

/** Nothing runs and nothing waits that only this object in memory knows of. */
function isIdle(session: ChatSession): boolean {
  return !session.running && session.queue.length === 0;
}

function stateOf(session: ChatSession | undefined): ChatSummary["state"] {
  return session?.waiting ? "waiting" : session?.running ? "running" : "idle";
}
