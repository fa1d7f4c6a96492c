import type { AssistantMessage, Conversation, Message, UserMessage, Version } from "./conversation.ts";

/** The messages that are shown and sent, in order: from the start along the selected children and versions. */
export function selectedPath(conversation: Conversation): Message[] {
  const users = new Map<string, UserMessage>();
  const answers = new Map<string, AssistantMessage>();
  for (const message of conversation.messages) {
    if (message.role === "user") {
      users.set(message.messageId, message);
    } else {
      answers.set(message.parentId, message);
    }
  }
  const path: Message[] = [];
  let parent = "";
  for (;;) {
    const user = users.get(conversation.selectedChildren[parent] ?? "");
    if (user === undefined) {
      return path;
    }
    path.push(user);
    const answer = answers.get(user.messageId);
    if (answer === undefined) {
      return path;
    }
    path.push(answer);
    parent = answer.selectedVersionId;
  }
}

/** The version of an assistant message that is shown. */
export function selectedVersion(message: AssistantMessage): Version | undefined {
  return message.versions.find((version) => version.versionId === message.selectedVersionId);
}

/** The user messages among which one is shown at this place (edits make siblings), in the order of creation. */
export function siblingsOf(conversation: Conversation, message: UserMessage): UserMessage[] {
  return conversation.messages.filter(
    (other): other is UserMessage => other.role === "user" && other.parentId === message.parentId,
  );
}
