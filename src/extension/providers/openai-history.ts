import { assertNever } from "../../shared/assert-never.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import type { ModelMessage, ToolResultMessage, UserContent } from "../ports/model.ts";
import type { HostProfile } from "./host-profile.ts";
import { openAiBlockType } from "./openai-reader.ts";
import type { Concessions } from "./parameter-negotiator.ts";
import { toolContentText } from "./tool-content-text.ts";
import { wellFormed } from "./whole-text.ts";
import { toWireCallId } from "./wire-call-id.ts";

export interface OpenAiHistoryOptions {
  provider: string;
  model: string;
  profile: HostProfile;
  concessions: Concessions;
  /** What the model sees; undefined when nobody knows. */
  vision: boolean | undefined;
}

/**
 * The conversation as Chat Completions takes it: one system message first, neighbours of one role merged, text-only
 * content as a string, each call's results right behind it, images of results in a user message behind them.
 */
export function toOpenAiMessages(
  system: string,
  history: readonly ModelMessage[],
  options: OpenAiHistoryOptions,
): JsonObject[] {
  const messages: JsonObject[] = system === "" ? [] : [{ role: "system", content: wellFormed(system) }];
  for (const message of history) {
    switch (message.role) {
      case "user":
        pushUser(messages, userParts(message.content, options), options);
        break;
      case "assistant":
        pushAssistant(messages, message, options);
        break;
      case "tool":
        pushResults(messages, message.results, options);
        break;
      default:
        assertNever(message);
    }
  }
  return messages;
}

function userParts(content: readonly UserContent[], options: OpenAiHistoryOptions): JsonObject[] {
  const isHidden = options.vision === false || options.concessions.withoutImages === true;
  return content.map((part): JsonObject => {
    if (part.type === "text") {
      return textPart(part.text);
    }
    return isHidden ? textPart(toolContentText(part)) : imagePart(part.data, part.mimeType);
  });
}

function pushUser(messages: JsonObject[], parts: readonly JsonObject[], options: OpenAiHistoryOptions): void {
  const kept = parts.filter((part) => part.type !== "text" || part.text !== "");
  if (kept.length === 0) {
    return;
  }
  const last = messages.at(-1);
  if (last?.role === "user") {
    last.content = collapse([...toParts(last.content), ...kept]);
    return;
  }
  if (last?.role === "tool" && options.profile.needsBridgeAfterTool) {
    messages.push({ role: "assistant", content: "." });
  }
  messages.push({ role: "user", content: collapse(kept) });
}

function pushAssistant(
  messages: JsonObject[],
  message: Extract<ModelMessage, { role: "assistant" }>,
  options: OpenAiHistoryOptions,
): void {
  const { profile } = options;
  const text = message.content.map((part) => (part.type === "text" ? part.text : "")).join("");
  const own = ownBlock(message, options);
  const extras = isJsonObject(own?.extra_content) ? own.extra_content : {};
  const calls = message.content.flatMap((part): JsonObject[] => {
    if (part.type !== "tool_call") {
      return [];
    }
    const extra = extras[part.toolCallId];
    return [
      {
        id: toWireCallId(part.toolCallId, profile.callIds),
        type: "function",
        function: { name: part.toolName, arguments: wellFormed(JSON.stringify(part.input)) },
        ...(extra === undefined ? {} : { extra_content: extra }),
      },
    ];
  });
  if (text === "" && calls.length === 0) {
    return;
  }
  const last = messages.at(-1);
  if (last?.role === "assistant" && last.tool_calls === undefined) {
    const before = typeof last.content === "string" ? last.content : "";
    messages.pop();
    messages.push(assistantMessage([before, text].filter((part) => part !== "").join("\n\n"), calls, own, options));
    return;
  }
  messages.push(assistantMessage(text, calls, own, options));
}

function assistantMessage(
  text: string,
  calls: readonly JsonObject[],
  own: JsonObject | undefined,
  options: OpenAiHistoryOptions,
): JsonObject {
  return {
    role: "assistant",
    content: text === "" ? null : wellFormed(text),
    ...reasoningEcho(own, calls.length > 0, options.concessions),
    ...(calls.length === 0 ? {} : { tool_calls: [...calls] }),
  };
}

/** Reasoning goes back in the field it came in, with calls only, unless the server has asked for something else. */
function reasoningEcho(own: JsonObject | undefined, hasCalls: boolean, concessions: Concessions): JsonObject {
  const wanted = concessions.reasoningEcho ?? (hasCalls ? "add" : "remove");
  if (wanted === "remove") {
    return {};
  }
  const details = own?.reasoning_details;
  const field = own?.reasoning_field;
  const text = own?.reasoning;
  return {
    ...(Array.isArray(details) ? { reasoning_details: details } : {}),
    ...(typeof field === "string" && typeof text === "string" ? { [field]: text } : {}),
    ...(own === undefined && concessions.reasoningEcho === "add" ? { reasoning_content: "" } : {}),
  };
}

/** The raw block of this very reply, when provider and model are the same. */
function ownBlock(
  message: Extract<ModelMessage, { role: "assistant" }>,
  options: OpenAiHistoryOptions,
): JsonObject | undefined {
  const { raw } = message;
  if (raw === undefined || raw.provider !== options.provider || raw.model !== options.model) {
    return undefined;
  }
  return raw.blocks.filter(isJsonObject).find((block) => block.type === openAiBlockType);
}

function pushResults(
  messages: JsonObject[],
  results: readonly ToolResultMessage[],
  options: OpenAiHistoryOptions,
): void {
  const canSee = options.vision === true && options.concessions.withoutImages !== true;
  const images: JsonObject[] = [];
  for (const result of results) {
    const texts = result.content.map((content) => {
      if (content.type !== "image" || !canSee) {
        return toolContentText(content);
      }
      images.push(textPart(`Image from ${result.toolName}:`), imagePart(content.data, content.mimeType));
      return toolContentText(content, "[The image follows in the next message.]");
    });
    const text = texts.join("\n").trim();
    messages.push({
      role: "tool",
      tool_call_id: toWireCallId(result.toolCallId, options.profile.callIds),
      content: wellFormed(result.isError && !/^\W*error/i.test(text) ? `Error: ${text}` : text || "(no output)"),
    });
  }
  if (images.length > 0) {
    pushUser(messages, images, options);
  }
}

function toParts(content: JsonValue | undefined): JsonObject[] {
  if (Array.isArray(content)) {
    return content.filter(isJsonObject);
  }
  return typeof content === "string" ? [textPart(content)] : [];
}

/** Many servers take only a string; the list is for images alone. */
function collapse(parts: readonly JsonObject[]): JsonValue {
  return parts.every((part) => part.type === "text") ? parts.map((part) => String(part.text)).join("\n\n") : [...parts];
}

function textPart(text: string): JsonObject {
  return { type: "text", text: wellFormed(text) };
}

function imagePart(data: string, mimeType: string): JsonObject {
  return { type: "image_url", image_url: { url: `data:${mimeType};base64,${data}` } };
}
