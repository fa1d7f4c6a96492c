import { assertNever } from "../../shared/assert-never.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import type { ModelMessage, ToolResultMessage, UserContent } from "../ports/model.ts";
import { toolContentText } from "./tool-content-text.ts";
import { wellFormed } from "./whole-text.ts";
import { toWireCallId } from "./wire-call-id.ts";

export interface ResponsesHistoryOptions {
  provider: string;
  model: string;
  /** What the model sees; undefined when nobody knows. */
  vision: boolean | undefined;
  withoutImages: boolean;
  /** The server looks its items up by id and does not find them. */
  withoutItemIds: boolean;
  /** The server does not take reasoning items back. */
  withoutReasoning: boolean;
  /** OpenAI itself cannot use reasoning that is not encrypted. */
  firstParty: boolean;
}

type AssistantMessage = Extract<ModelMessage, { role: "assistant" }>;

/**
 * The conversation as the input of the Responses API, which keeps nothing for us (`store: false`): the items of this very
 * provider and model go back unchanged and in order, everything else as messages, calls and outputs without ids.
 */
export function toResponsesInput(history: readonly ModelMessage[], options: ResponsesHistoryOptions): JsonObject[] {
  return history.flatMap((message): JsonObject[] => {
    switch (message.role) {
      case "user":
        return userItems(message.content, options);
      case "assistant":
        return assistantItems(message, options);
      case "tool":
        return message.results.map((result) => resultItem(result, options));
      default:
        return assertNever(message);
    }
  });
}

function userItems(content: readonly UserContent[], options: ResponsesHistoryOptions): JsonObject[] {
  const parts = content.flatMap((part): JsonObject[] => {
    if (part.type === "text") {
      return part.text === "" ? [] : [textPart(part.text)];
    }
    const isHidden = options.vision === false || options.withoutImages;
    return [isHidden ? textPart(toolContentText(part)) : imagePart(part)];
  });
  if (parts.length === 0) {
    return [];
  }
  const isText = parts.every((part) => part.type === "input_text");
  return [{ type: "message", role: "user", content: isText ? parts.map(({ text }) => text).join("\n\n") : parts }];
}

function assistantItems(message: AssistantMessage, options: ResponsesHistoryOptions): JsonObject[] {
  const neutral = neutralItems(message);
  const own = ownItems(message, options);
  if (own === undefined || !saysTheSame(own, neutral)) {
    return neutral;
  }
  const inputs = new Map(neutral.map((item) => [item.call_id, item.arguments]));
  const kept = own.filter((item) => item.type !== "reasoning" || isUsable(item, options));
  const lost = own.length - kept.length;
  return kept.map((item) => {
    // An item with an id is looked up together with its reasoning; without that it has to stand alone.
    const { id, ...rest } = item;
    const bare = (options.withoutItemIds || lost > 0) && item.type !== "item_reference" ? rest : item;
    return bare.type === "function_call" ? withInput(bare, inputs.get(bare.call_id)) : bare;
  });
}

/** The person may have edited the arguments: what ran is what the model has to read. */
function withInput(item: JsonObject, edited: JsonValue | undefined): JsonObject {
  const isSame = edited === undefined || sameArguments(item.arguments, edited);
  return isSame ? item : { ...item, arguments: edited };
}

function sameArguments(one: JsonValue | undefined, other: JsonValue): boolean {
  try {
    return JSON.stringify(JSON.parse(String(one))) === JSON.stringify(JSON.parse(String(other)));
  } catch {
    return one === other;
  }
}

/** The items of this provider and model, with ids as they are sent; undefined when they are another's. */
function ownItems(message: AssistantMessage, options: ResponsesHistoryOptions): JsonObject[] | undefined {
  const { raw } = message;
  if (raw === undefined || raw.provider !== options.provider || raw.model !== options.model) {
    return undefined;
  }
  const items = raw.blocks.filter(isJsonObject);
  return items.map((item) =>
    typeof item.call_id === "string" ? { ...item, call_id: toWireCallId(item.call_id, "any") } : item,
  );
}

function neutralItems(message: AssistantMessage): JsonObject[] {
  return message.content.flatMap((part): JsonObject[] => {
    if (part.type === "text") {
      return part.text.trim() === "" ? [] : [{ type: "message", role: "assistant", content: wellFormed(part.text) }];
    }
    if (part.type === "reasoning") {
      return [];
    }
    const call_id = toWireCallId(part.toolCallId, "any");
    return [{ type: "function_call", call_id, name: part.toolName, arguments: wellFormed(JSON.stringify(part.input)) }];
  });
}

/** Text was discarded, or a call is not the conversation's: then the items tell another story than the conversation. */
function saysTheSame(own: readonly JsonObject[], neutral: readonly JsonObject[]): boolean {
  const answered = new Set(own.flatMap((item) => (item.type === "function_call_output" ? [item.call_id] : [])));
  const ownCalls = own.filter((item) => item.type === "function_call" && !answered.has(item.call_id));
  const calls = neutral.filter((item) => item.type === "function_call");
  const sameCalls =
    ownCalls.length === calls.length && ownCalls.every((item, index) => item.call_id === calls[index]?.call_id);
  return sameCalls && wordsOf(own) === wordsOf(neutral);
}

function wordsOf(items: readonly JsonObject[]): string {
  return items
    .filter((item) => item.type === "message")
    .map((item) => (typeof item.content === "string" ? item.content : partTexts(item.content)))
    .join("")
    .replace(/\s+/g, "");
}

function partTexts(content: JsonValue | undefined): string {
  const parts = Array.isArray(content) ? content.filter(isJsonObject) : [];
  return parts.map((part) => (typeof part.text === "string" ? part.text : "")).join("");
}

/** Reasoning counts by its encrypted content, or with servers of others by its open text. */
function isUsable(item: JsonObject, options: ResponsesHistoryOptions): boolean {
  if (options.withoutReasoning) {
    return false;
  }
  const isEncrypted = typeof item.encrypted_content === "string" && item.encrypted_content !== "";
  return isEncrypted || (!options.firstParty && Array.isArray(item.content) && item.content.length > 0);
}

function resultItem(result: ToolResultMessage, options: ResponsesHistoryOptions): JsonObject {
  const call_id = toWireCallId(result.toolCallId, "any");
  const canSee = options.vision === true && !options.withoutImages;
  if (canSee && result.content.some((content) => content.type === "image")) {
    const output = result.content.map((content) =>
      content.type === "image" ? imagePart(content) : textPart(toolContentText(content)),
    );
    return { type: "function_call_output", call_id, output };
  }
  const text = result.content
    .map((content) => toolContentText(content))
    .join("\n")
    .trim();
  const isMarked = !result.isError || /^\W*error/i.test(text);
  return {
    type: "function_call_output",
    call_id,
    output: wellFormed(isMarked ? text || "(no output)" : `Error: ${text}`),
  };
}

function textPart(text: string): JsonObject {
  return { type: "input_text", text: wellFormed(text) };
}

function imagePart({ data, mimeType }: { data: string; mimeType: string }): JsonObject {
  return { type: "input_image", image_url: `data:${mimeType};base64,${data}`, detail: "auto" };
}
