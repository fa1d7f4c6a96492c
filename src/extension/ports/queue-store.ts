import type { UserPart } from "../../shared/conversation.ts";

/** A message that was sent while a turn ran. */
export interface QueuedMessage {
  id: string;
  parts: UserPart[];
  /** It does not go by itself: its turn was stopped, failed, or ended with the window. The person decides. */
  held: boolean;
}

/** Where messages that wait are kept, so that a reload loses none. A session without any has an empty list. */
export interface QueueStore {
  load(sessionId: string): readonly QueuedMessage[];
  save(sessionId: string, messages: readonly QueuedMessage[]): void;
}

/** Queues in memory: for tests and for the headless runner. */
export class MemoryQueueStore implements QueueStore {
  readonly #queues = new Map<string, readonly QueuedMessage[]>();

  load(sessionId: string): readonly QueuedMessage[] {
    return this.#queues.get(sessionId) ?? [];
  }

  save(sessionId: string, messages: readonly QueuedMessage[]): void {
    this.#queues.set(sessionId, messages);
  }
}
