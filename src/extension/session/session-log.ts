import { applySessionEvent, applySessionEvents, createConversation } from "../../shared/apply-session-event.ts";
import type { Chunk } from "../../shared/chunk.ts";
import type { Conversation } from "../../shared/conversation.ts";
import { mergeDeltas } from "../../shared/merge-deltas.ts";
import type { SessionEvent } from "../../shared/session-event.ts";
import type { Log } from "../ports/log.ts";
import type { SessionStore } from "../ports/session-store.ts";
import { Listeners } from "./listeners.ts";

export interface SessionLogOptions {
  sessionId: string;
  store: SessionStore;
  log: Log;
  stored?: readonly SessionEvent[];
}

/** The events of one session: folded, stored and told to listeners, in this one place. */
export class SessionLog {
  readonly #sessionId: string;
  readonly #store: SessionStore;
  #folded: Conversation;
  /** Deltas in a row, joined, that are not folded yet: a fold copies the list of messages, however small the delta. */
  #pending: SessionEvent | undefined;
  #seq: number;
  readonly #listeners: Listeners<readonly SessionEvent[]>;

  constructor({ sessionId, store, log, stored = [] }: SessionLogOptions) {
    this.#sessionId = sessionId;
    this.#store = store;
    this.#listeners = new Listeners(log);
    // Stored deltas were joined and keep the later number, so their count says nothing.
    this.#seq = stored.reduce((next, event) => (event.type === "chunk" ? Math.max(next, event.seq + 1) : next), 0);
    this.#folded = applySessionEvents(createConversation(sessionId), stored);
  }

  get conversation(): Conversation {
    if (this.#pending !== undefined) {
      this.#folded = applySessionEvent(this.#folded, this.#pending);
      this.#pending = undefined;
    }
    return this.#folded;
  }

  append(...events: SessionEvent[]): void {
    for (const event of events) {
      this.#fold(event);
    }
    this.#store.append(this.#sessionId, events);
    this.#listeners.tell(events);
  }

  /** Takes in what another window has written: it is folded and told, and not stored again. */
  takeIn(events: readonly SessionEvent[]): void {
    for (const event of events) {
      this.#seq = event.type === "chunk" ? Math.max(this.#seq, event.seq + 1) : this.#seq;
      this.#fold(event);
    }
    this.#listeners.tell(events);
  }

  appendChunk(versionId: string, chunk: Chunk, at: number): void {
    this.append({ type: "chunk", versionId, seq: this.#seq++, chunk, at });
  }

  async flush(): Promise<void> {
    await this.#store.flush();
  }

  onEvents(listener: (events: readonly SessionEvent[]) => void): () => void {
    return this.#listeners.add(listener);
  }

  #fold(event: SessionEvent): void {
    const joined = this.#pending === undefined ? undefined : mergeDeltas(this.#pending, event);
    this.#folded = joined === undefined ? this.conversation : this.#folded;
    this.#pending = joined ?? event;
  }
}
