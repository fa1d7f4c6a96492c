import type { UserPart } from "../../shared/conversation.ts";
import type { QueuedMessage, QueueStore } from "../ports/queue-store.ts";

export interface MessageQueueDeps {
  sessionId: string;
  store: QueueStore;
  newId(): string;
  onDidChange(): void;
}

/**
 * The messages that wait for the running turn, oldest first. What an earlier window left is held: it was meant for a
 * turn that is gone.
 */
export class MessageQueue {
  readonly #deps: MessageQueueDeps;
  #messages: readonly QueuedMessage[];

  constructor(deps: MessageQueueDeps) {
    this.#deps = deps;
    this.#messages = held(deps.store.load(deps.sessionId));
  }

  get messages(): readonly QueuedMessage[] {
    return this.#messages;
  }

  /** Whether one goes by itself when the round ends. */
  get hasReady(): boolean {
    return this.#messages.some((message) => !message.held);
  }

  add(parts: UserPart[]): void {
    this.#change([...this.#messages, { id: this.#deps.newId(), parts, held: false }]);
  }

  /** Takes a message out and returns what it held. */
  remove(id: string): UserPart[] | undefined {
    const message = this.#messages.find((item) => item.id === id);
    this.#change(this.#messages.filter((item) => item !== message));
    return message?.parts;
  }

  /** Takes the oldest message that goes by itself. */
  takeReady(): UserPart[] | undefined {
    const message = this.#messages.find((item) => !item.held);
    return message === undefined ? undefined : this.remove(message.id);
  }

  /** The turn that they waited for did not end well: none goes by itself any more. */
  hold(): void {
    if (this.hasReady) {
      this.#change(held(this.#messages));
    }
  }

  #change(messages: readonly QueuedMessage[]): void {
    this.#messages = messages;
    this.#deps.store.save(this.#deps.sessionId, messages);
    this.#deps.onDidChange();
  }
}

function held(messages: readonly QueuedMessage[]): QueuedMessage[] {
  return messages.map((message) => ({ ...message, held: true }));
}
