import type { Conversation, UserMessage } from "../shared/conversation.ts";
import { selectedPath } from "../shared/selected-path.ts";

/** One message of the shown path. It names what changes while an answer streams and holds only what does not. */
export type PathEntry =
  | {
      role: "user";
      messageId: string;
      message: UserMessage;
      /** All messages at this place, in the order of creation: edits make siblings. */
      siblingIds: readonly string[];
    }
  | {
      role: "assistant";
      messageId: string;
      /** The user message that is answered. */
      parentId: string;
      selectedVersionId: string;
      versionIds: readonly string[];
    };

/** The messages that are shown, in order. */
export function conversationPath(conversation: Conversation): PathEntry[] {
  const siblings = new Map<string | null, string[]>();
  for (const message of conversation.messages) {
    if (message.role === "user") {
      const known = siblings.get(message.parentId);
      if (known === undefined) {
        siblings.set(message.parentId, [message.messageId]);
      } else {
        known.push(message.messageId);
      }
    }
  }
  return selectedPath(conversation).map((message) =>
    message.role === "user"
      ? {
          role: "user",
          messageId: message.messageId,
          message,
          siblingIds: siblings.get(message.parentId) ?? [message.messageId],
        }
      : {
          role: "assistant",
          messageId: message.messageId,
          parentId: message.parentId,
          selectedVersionId: message.selectedVersionId,
          versionIds: message.versions.map((version) => version.versionId),
        },
  );
}
