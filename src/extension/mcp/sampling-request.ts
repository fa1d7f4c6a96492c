import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import type { Sampling, SamplingAnswer, SamplingContent, SamplingMessage } from "../../shared/server-question.ts";
import { UnusableRequest } from "./elicitation-form.ts";
import { toToolResult } from "./tool-output.ts";

/** Tokens of an answer when the server names no limit. */
const defaultTokens = 1_024;

/** Reads the parameters of `sampling/createMessage`. Throws `UnusableRequest`. */
export function readSampling(params: JsonObject): Sampling {
  const { messages, systemPrompt, maxTokens, temperature, stopSequences, tools, toolChoice, modelPreferences } = params;
  if (!Array.isArray(messages) || messages.length === 0) {
    throw new UnusableRequest("The sampling request has no messages.");
  }
  const mode = isJsonObject(toolChoice) ? toolChoice.mode : undefined;
  const hints = isJsonObject(modelPreferences) && Array.isArray(modelPreferences.hints) ? modelPreferences.hints : [];
  return {
    messages: messages.map(readMessage),
    ...(typeof systemPrompt === "string" && systemPrompt !== "" ? { systemPrompt } : {}),
    maxTokens: typeof maxTokens === "number" && maxTokens >= 1 ? Math.floor(maxTokens) : defaultTokens,
    ...(typeof temperature === "number" ? { temperature } : {}),
    ...(Array.isArray(stopSequences)
      ? { stopSequences: stopSequences.filter((text) => typeof text === "string") }
      : {}),
    tools: (Array.isArray(tools) ? tools : []).flatMap((tool) =>
      isJsonObject(tool) && typeof tool.name === "string" && isJsonObject(tool.inputSchema)
        ? [
            {
              name: tool.name,
              ...(typeof tool.description === "string" ? { description: tool.description } : {}),
              inputSchema: tool.inputSchema,
            },
          ]
        : [],
    ),
    toolChoice: mode === "required" || mode === "none" ? mode : "auto",
    hints: hints.flatMap((hint) => (isJsonObject(hint) && typeof hint.name === "string" ? [hint.name] : [])),
  };
}

/** The answer as the protocol has it: one block where the server did not offer tools, as before 2025-11-25. */
export function samplingResult(answer: SamplingAnswer, hasTools: boolean): JsonObject {
  const content = answer.content.map(writeContent);
  const [first = { type: "text", text: "" }] = content;
  return {
    role: "assistant",
    model: answer.model,
    stopReason: answer.stopReason,
    content: hasTools && content.length !== 1 ? content : first,
  };
}

function readMessage(message: JsonValue): SamplingMessage {
  if (!isJsonObject(message) || (message.role !== "user" && message.role !== "assistant")) {
    throw new UnusableRequest("A message of the sampling request has no role.");
  }
  const content = Array.isArray(message.content) ? message.content : [message.content];
  return { role: message.role, content: content.map(readContent) };
}

function readContent(block: JsonValue | undefined): SamplingContent {
  if (isJsonObject(block)) {
    const { type, text, data, mimeType, id, name, input, toolUseId } = block;
    if (type === "text" && typeof text === "string") {
      return { type, text };
    }
    if ((type === "image" || type === "audio") && typeof data === "string" && typeof mimeType === "string") {
      return { type, data, mimeType };
    }
    if (type === "tool_use" && typeof id === "string" && typeof name === "string") {
      return { type, id, name, input: isJsonObject(input) ? input : {} };
    }
    if (type === "tool_result" && typeof toolUseId === "string") {
      return {
        type,
        toolUseId,
        content: toToolResult(block)?.content ?? [],
        isError: block.isError === true,
      };
    }
  }
  throw new UnusableRequest("A message of the sampling request has content of an unknown type.");
}

function writeContent(block: SamplingContent): JsonObject {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text };
    case "image":
    case "audio":
      return { type: block.type, data: block.data, mimeType: block.mimeType };
    case "tool_use":
      return { type: "tool_use", id: block.id, name: block.name, input: block.input };
    case "tool_result":
      throw new Error("A model does not write results of tools.");
  }
}
