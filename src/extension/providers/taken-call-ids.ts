import type { ModelMessage } from "../ports/model.ts";

/** The ids of all calls of a conversation. Some servers count from `call_0` in every reply. */
export function takenCallIds(messages: readonly ModelMessage[]): string[] {
  return messages.flatMap((message) => {
    if (message.role !== "assistant") {
      return message.role === "tool" ? message.results.map((result) => result.toolCallId) : [];
    }
    return message.content.flatMap((part) => (part.type === "tool_call" ? [part.toolCallId] : []));
  });
}
