import { applySessionEvent, createConversation } from "../../shared/apply-session-event.ts";
import type { Chunk } from "../../shared/chunk.ts";
import type { Conversation } from "../../shared/conversation.ts";
import type { SessionEvent } from "../../shared/session-event.ts";
import type { SessionStore } from "../ports/session-store.ts";

/** The events of one session: folded, stored and told to listeners, in this one place. */
export class SessionLog {
  #conversation: Conversation;
  readonly #store: SessionStore;
  #seq: number;
  readonly #listeners = new Set<(events: readonly SessionEvent[]) => void>();

  constructor(sessionId: string, store: SessionStore, stored: readonly SessionEvent[] = []) {
    this.#store = store;
    this.#seq = stored.filter((event) => event.type === "chunk").length;
    this.#conversation = stored.reduce(applySessionEvent, createConversation(sessionId));
  }

  get conversation(): Conversation {
    return this.#conversation;
  }

  append(...events: SessionEvent[]): void {
    this.#conversation = events.reduce(applySessionEvent, this.#conversation);
    this.#store.append(this.#conversation.sessionId, events);
    for (const listener of [...this.#listeners]) {
      listener(events);
    }
  }

  appendChunk(versionId: string, chunk: Chunk, at: number): void {
    this.append({ type: "chunk", versionId, seq: this.#seq++, chunk, at });
  }

  flush(): Promise<void> {
    return this.#store.flush();
  }

  onEvents(listener: (events: readonly SessionEvent[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
