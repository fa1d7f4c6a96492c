import { assertNever } from "../../shared/assert-never.ts";
import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import type { ModelMessage, ToolResultMessage, UserContent } from "../ports/model.ts";
import { toolContentText } from "./tool-content-text.ts";
import { wellFormed } from "./whole-text.ts";
import { toWireCallId } from "./wire-call-id.ts";

export interface AnthropicHistoryOptions {
  provider: string;
  model: string;
  /** Anthropic's own API checks the signatures of thinking blocks. */
  firstParty: boolean;
  /** Whether the model sees images; undefined when nobody knows. */
  vision: boolean | undefined;
  /** The server has refused images. */
  withoutImages: boolean;
}

type AssistantMessage = Extract<ModelMessage, { role: "assistant" }>;

const imageTypes = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/**
 * The conversation as Messages takes it: user and assistant alternate and the user begins and ends; all results of one
 * reply lead one user message; the blocks of this very provider and model go back unchanged; no text is empty.
 */
export function toAnthropicMessages(history: readonly ModelMessage[], options: AnthropicHistoryOptions): JsonObject[] {
  const messages: { role: "user" | "assistant"; content: JsonObject[] }[] = [];
  const push = (role: "user" | "assistant", content: JsonObject[]) => {
    const last = messages.at(-1);
    if (content.length === 0) {
      return;
    }
    if (last?.role === role) {
      last.content.push(...content);
    } else {
      messages.push({ role, content });
    }
  };
  for (const message of history) {
    switch (message.role) {
      case "user":
        push("user", userBlocks(message.content, options));
        break;
      case "assistant":
        push("assistant", assistantBlocks(message, options));
        break;
      case "tool":
        push(
          "user",
          message.results.map((result) => resultBlock(result, options)),
        );
        break;
      default:
        assertNever(message);
    }
  }
  if (messages[0]?.role === "assistant") {
    messages.unshift({ role: "user", content: [{ type: "text", text: "(The conversation began earlier.)" }] });
  }
  if (messages.at(-1)?.role === "assistant") {
    messages.push({ role: "user", content: [{ type: "text", text: "Continue." }] });
  }
  return messages.map(({ role, content }) => ({ role, content }));
}

function userBlocks(content: readonly UserContent[], options: AnthropicHistoryOptions): JsonObject[] {
  return content.flatMap((part) => {
    if (part.type === "text") {
      return textBlocks(part.text);
    }
    return canShow(part.mimeType, options) ? [imageBlock(part)] : textBlocks(toolContentText(part));
  });
}

function assistantBlocks(message: AssistantMessage, options: AnthropicHistoryOptions): JsonObject[] {
  const own = ownBlocks(message, options);
  const neutral = neutralBlocks(message);
  if (own === undefined) {
    return neutral;
  }
  const sameCalls = sameList(callIds(own), callIds(neutral));
  if (sameCalls && textOf(own) === textOf(neutral)) {
    const inputs = new Map(neutral.map((block) => [block.id, block.input]));
    return own.map((block) => (block.type === "tool_use" ? withInput(block, inputs.get(block.id)) : block));
  }
  const thinking = own.filter((block) => block.type === "thinking" || block.type === "redacted_thinking");
  return neutral.length === 0 ? [] : [...thinking, ...neutral];
}

/** The person may have edited the arguments: what ran is what the model has to read. */
function withInput(block: JsonObject, input: JsonObject[string] | undefined): JsonObject {
  const wire = { ...block, id: toWireCallId(String(block.id), "any") };
  const isSame = input === undefined || JSON.stringify(input) === JSON.stringify(block.input);
  return isSame ? wire : { ...wire, input };
}

function neutralBlocks(message: AssistantMessage): JsonObject[] {
  const blocks: JsonObject[] = [];
  for (const part of message.content) {
    if (part.type === "text") {
      blocks.push(...textBlocks(part.text.trimEnd()));
    } else if (part.type === "tool_call") {
      const id = toWireCallId(part.toolCallId, "any");
      blocks.push({ type: "tool_use", id, name: part.toolName, input: part.input });
    }
  }
  return blocks;
}

/** Blocks of this provider and model. A thinking block without a signature is one that Anthropic itself refuses. */
function ownBlocks(message: AssistantMessage, options: AnthropicHistoryOptions): JsonObject[] | undefined {
  const { raw } = message;
  if (raw === undefined || raw.provider !== options.provider || raw.model !== options.model) {
    return undefined;
  }
  return raw.blocks
    .filter(isJsonObject)
    .filter((block) => block.type !== "text" || (typeof block.text === "string" && block.text.trim() !== ""))
    .filter((block) => !options.firstParty || block.type !== "thinking" || block.signature !== "");
}

function callIds(blocks: readonly JsonObject[]): string[] {
  return blocks.filter((block) => block.type === "tool_use").map((block) => toWireCallId(String(block.id), "any"));
}

function textOf(blocks: readonly JsonObject[]): string {
  return blocks
    .map((block) => (block.type === "text" ? String(block.text) : ""))
    .join("")
    .replace(/\s+/g, "");
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

function resultBlock(result: ToolResultMessage, options: AnthropicHistoryOptions): JsonObject {
  const content = result.content.flatMap((item) =>
    item.type === "image" && canShow(item.mimeType, options) ? [imageBlock(item)] : textBlocks(toolContentText(item)),
  );
  return {
    type: "tool_result",
    tool_use_id: toWireCallId(result.toolCallId, "any"),
    content: content.length === 0 ? [{ type: "text", text: "(no output)" }] : content,
    ...(result.isError ? { is_error: true } : {}),
  };
}

function canShow(mimeType: string, options: AnthropicHistoryOptions): boolean {
  return options.vision !== false && !options.withoutImages && imageTypes.has(mimeType);
}

function textBlocks(text: string): JsonObject[] {
  return text.trim() === "" ? [] : [{ type: "text", text: wellFormed(text) }];
}

function imageBlock(image: { data: string; mimeType: string }): JsonObject {
  return { type: "image", source: { type: "base64", media_type: image.mimeType, data: image.data } };
}
