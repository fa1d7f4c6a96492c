import type { Conversation, Message } from "./conversation.ts";

/**
 * A conversation while events are folded into it. A list is copied before its first change and then changed in place,
 * so many events cost one copy; the conversation that the draft began with never changes.
 */
export class ConversationDraft {
  #conversation: Conversation;
  /** The copies that belong to this draft alone. */
  #messages: Message[] | undefined;
  #selectedChildren: Record<string, string> | undefined;
  #positions: Map<string, number> | undefined;

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  /** The state so far. Valid until the next change. */
  get conversation(): Conversation {
    return this.#conversation;
  }

  /** Puts other values in the place of fields. */
  change(fields: Partial<Conversation>): void {
    this.#conversation = { ...this.#conversation, ...fields };
    if (fields.messages !== undefined) {
      this.#messages = undefined;
      this.#positions = undefined;
    }
    if (fields.selectedChildren !== undefined) {
      this.#selectedChildren = undefined;
    }
  }

  /** Place of a message in the list, -1 when there is none. */
  indexOf(messageId: string): number {
    this.#positions ??= new Map(this.#conversation.messages.map((message, index) => [message.messageId, index]));
    return this.#positions.get(messageId) ?? -1;
  }

  addMessage(message: Message): void {
    const messages = this.#ownMessages();
    this.#positions?.set(message.messageId, messages.length);
    messages.push(message);
  }

  replaceMessage(index: number, message: Message): void {
    this.#ownMessages()[index] = message;
  }

  /** Shows this user message among its siblings; `null` is the parent of those at the start. */
  select(parentId: string | null, messageId: string): void {
    if (this.#selectedChildren === undefined) {
      this.#selectedChildren = { ...this.#conversation.selectedChildren };
      this.#conversation = { ...this.#conversation, selectedChildren: this.#selectedChildren };
    }
    this.#selectedChildren[parentId ?? ""] = messageId;
  }

  #ownMessages(): Message[] {
    if (this.#messages === undefined) {
      this.#messages = [...this.#conversation.messages];
      this.#conversation = { ...this.#conversation, messages: this.#messages };
    }
    return this.#messages;
  }
}
