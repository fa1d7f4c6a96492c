import { textFormats } from "../../formats/formats.ts";
import type { TextFormat } from "../../formats/text-format.ts";
import { toolUse } from "../../formats/tool-use.ts";
import type { AssistantContent, ModelMessage, OfferedTool, ToolResultMessage, UserContent } from "../../ports/model.ts";
import type { Middleware } from "../middleware.ts";

/** The taught format of a model about which nothing is known (design, section 6). */
export const defaultTextFormat = toolUse.id;

/**
 * In text mode: teaches the format in the system prompt, renders calls and results of the history to text by the same
 * descriptor that reads them, and asks at temperature 0 unless the user set one.
 */
export const speakFormat: Middleware = {
  name: "speak-format",
  prepare(round) {
    if (round.toolMode === "native") {
      return round;
    }
    const textFormat = round.textFormat ?? defaultTextFormat;
    const format = textFormats.get(textFormat) ?? toolUse;
    const { request, turn } = round;
    const offered = request.offered ?? [];
    const taught = format.describeTools(offered);
    return {
      ...round,
      textFormat,
      request: {
        ...request,
        system: [request.system, taught].filter((part) => part !== "").join("\n\n"),
        messages: toText(request.messages, format, offered, turn.userText),
        tools: [],
        textFormat,
        temperature: request.temperature ?? 0,
      },
    };
  },
};

/** Behind results that the model had already: without it a small model makes the same call again and again. */
const repeatedLine =
  "You have made exactly these calls before and their results are above. Do not make them again: take the next step with another call, or answer now.";

function toText(
  messages: readonly ModelMessage[],
  format: TextFormat,
  offered: readonly OfferedTool[],
  userText: string,
): ModelMessage[] {
  const made = new Set<string>();
  let repeated = false;
  return messages.map((message): ModelMessage => {
    if (message.role === "tool") {
      return { role: "user", content: resultsContent(message.results, format, userText, repeated) };
    }
    if (message.role === "user") {
      return message;
    }
    const calls = message.content.flatMap((part) =>
      part.type === "tool_call" ? [JSON.stringify([part.toolName, part.input])] : [],
    );
    repeated = calls.length > 0 && calls.every((call) => made.has(call));
    for (const call of calls) {
      made.add(call);
    }
    // Nothing but reasoning, or a call of which nothing was kept: servers refuse an empty message.
    const text = assistantText(message.content, format, offered) || "(no text)";
    return { role: "assistant", content: [{ type: "text", text }] };
  });
}

function assistantText(content: AssistantContent[], format: TextFormat, offered: readonly OfferedTool[]): string {
  const pieces: string[] = [];
  let pending: { name: string; input: Extract<AssistantContent, { type: "tool_call" }>["input"] }[] = [];
  const flush = () => {
    if (pending.length > 0) {
      pieces.push(format.renderCalls(pending, offered));
      pending = [];
    }
  };
  for (const part of content) {
    if (part.type === "tool_call" && part.raw === undefined) {
      pending.push({ name: part.toolName, input: part.input });
    } else if (part.type !== "reasoning") {
      flush();
      const text = part.type === "text" ? part.text : (part.raw ?? "");
      pieces.push(text.trimEnd());
    }
  }
  flush();
  return pieces.filter((piece) => piece !== "").join("\n\n");
}

function resultsContent(
  results: ToolResultMessage[],
  format: TextFormat,
  userText: string,
  repeated: boolean,
): UserContent[] {
  const rendered = results.map((result) => ({
    name: result.toolName,
    text: result.content.map(contentText).join("\n"),
    isError: result.isError,
  }));
  const images = results.flatMap((result) => result.content.flatMap((part) => (part.type === "image" ? [part] : [])));
  return [
    { type: "text", text: [format.renderResults(rendered, userText), ...(repeated ? [repeatedLine] : [])].join("\n") },
    ...images.map(({ data, mimeType }): UserContent => ({ type: "image", data, mimeType })),
  ];
}

function contentText(part: ToolResultMessage["content"][number]): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "image":
    case "audio":
      return `[${part.type}, ${part.mimeType}]`;
    case "resource":
      return part.text ?? `[resource ${part.uri}, ${part.mimeType ?? "binary"}]`;
    case "resource_link":
      return `[resource ${part.name}: ${part.uri}]`;
    case "unknown":
      return `[content of type ${part.originalType}: ${JSON.stringify(part.value)}]`;
  }
}
