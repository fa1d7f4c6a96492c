import type { FinishReason } from "../../shared/chunk.ts";
import type { SamplingContent } from "../../shared/server-question.ts";
import { createExtractor } from "../extractor/create-extractor.ts";
import { textFormats } from "../formats/formats.ts";
import type { RenderableCall, TextFormat } from "../formats/text-format.ts";
import { toolUse } from "../formats/tool-use.ts";
import type { ModelMessage, ModelRequest, OfferedTool } from "../ports/model.ts";

/** The format that a model without calls of its own is taught. */
export function taughtFormat(id: string | undefined): TextFormat {
  return (id === undefined ? undefined : textFormats.get(id)) ?? toolUse;
}

/** The request for such a model: tools, earlier calls and their results as text. */
export function asTextRequest(request: ModelRequest, format: TextFormat): ModelRequest {
  const { tools, messages, system } = request;
  const question = messages.flatMap(wordsOfPerson).at(-1) ?? "";
  return {
    ...request,
    system: [system, format.describeTools(tools)].filter((part) => part !== "").join("\n\n"),
    messages: messages.map((message) => asText(message, format, tools, question)),
    tools: [],
    offered: tools,
    toolMode: "text",
    textFormat: format.id,
    temperature: request.temperature ?? 0,
  };
}

/** What a reply says and calls. A call that cannot be read stays in the text. */
export function readTextReply(
  text: string,
  finish: FinishReason,
  format: TextFormat,
  tools: readonly OfferedTool[],
  newId: () => string,
): SamplingContent[] {
  const extractor = createExtractor({
    // A model may fall back into the form that it was trained on.
    formats: format.onlyWhenNamed === true ? [format.id] : "auto",
    tools: tools.map(({ name, inputSchema }) => ({ name, inputSchema })),
  });
  let said = "";
  const calls: SamplingContent[] = [];
  for (const event of [...extractor.push(text), ...extractor.end(finish === "length" ? "length" : "stop")]) {
    if (event.type === "text") {
      said += event.text;
    } else if (event.type === "call_complete") {
      calls.push({ type: "tool_use", id: newId(), name: event.name, input: event.input });
    } else if (event.type === "call_invalid") {
      said += event.raw;
    }
  }
  return [...(said.trim() === "" ? [] : [{ type: "text" as const, text: said.trim() }]), ...calls];
}

function asText(
  message: ModelMessage,
  format: TextFormat,
  tools: readonly OfferedTool[],
  question: string,
): ModelMessage {
  switch (message.role) {
    case "user":
      return message;
    case "assistant": {
      const words = message.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
      const calls = message.content.flatMap((part): RenderableCall[] =>
        part.type === "tool_call" ? [{ name: part.toolName, input: part.input }] : [],
      );
      const written = calls.length === 0 ? words : [...words, format.renderCalls(calls, tools)];
      return { role: "assistant", content: [{ type: "text", text: written.join("\n\n") || "(no text)" }] };
    }
    case "tool": {
      const results = message.results.map(({ toolName, content, isError }) => ({
        name: toolName,
        text: content.map((part) => (part.type === "text" ? part.text : JSON.stringify(part))).join("\n"),
        isError,
      }));
      return { role: "user", content: [{ type: "text", text: format.renderResults(results, question) }] };
    }
  }
}

function wordsOfPerson(message: ModelMessage): string[] {
  return message.role === "user" ? message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])) : [];
}
