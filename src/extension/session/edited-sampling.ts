import type { QuestionAnswer, Sampling } from "../../shared/server-question.ts";

/** The request as the person left it: other words in the system prompt and in texts of messages, nothing else. */
export function editedSampling(
  request: Sampling,
  { systemPrompt, texts = [] }: Extract<QuestionAnswer, { action: "accept_sampling" }>,
): Sampling {
  const { systemPrompt: written, ...rest } = request;
  const system = systemPrompt ?? written ?? "";
  return {
    ...rest,
    ...(system === "" ? {} : { systemPrompt: system }),
    messages: request.messages.map((message, messageIndex) => ({
      ...message,
      content: message.content.map((block, contentIndex) => {
        const edit = texts.find((item) => item.message === messageIndex && item.content === contentIndex);
        return edit !== undefined && block.type === "text" ? { type: "text", text: edit.text } : block;
      }),
    })),
  };
}
