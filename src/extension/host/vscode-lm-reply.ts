import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import type { LmApi } from "./vscode-lm-api.ts";

/** A part of a reply, as far as it is of use. `input` is absent when the arguments are no object. */
export type LmReplyPart =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  | { type: "call"; callId: string; name: string; input?: JsonObject; raw: string }
  | { type: "other" };

/**
 * Reads a part of a model's stream by its structure: the API names two types and leaves the rest open. Thinking parts
 * are of a proposed API, so their class may be missing; their value may be a list of texts. Data parts carry the marks
 * that a vendor leaves for itself.
 */
export function readLmReplyPart(part: unknown, api: Pick<LmApi, "LanguageModelThinkingPart">): LmReplyPart {
  if (typeof part !== "object" || part === null) {
    return { type: "other" };
  }
  const { callId, name, input, value, mimeType } = part as Record<string, unknown>;
  if (typeof callId === "string" && typeof name === "string") {
    const read = readInput(input);
    return { type: "call", callId, name, raw: rawInput(input), ...(read === undefined ? {} : { input: read }) };
  }
  if (mimeType !== undefined) {
    return { type: "other" };
  }
  const text = typeof value === "string" ? value : isTextList(value) ? value.join("") : undefined;
  if (text === undefined) {
    return { type: "other" };
  }
  return { type: isThinking(part, value, api) ? "reasoning" : "text", text };
}

function isThinking(part: object, value: unknown, api: Pick<LmApi, "LanguageModelThinkingPart">): boolean {
  const { LanguageModelThinkingPart: Thinking } = api;
  return (
    (Thinking !== undefined && part instanceof Thinking) ||
    part.constructor.name === "LanguageModelThinkingPart" ||
    Array.isArray(value)
  );
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** VS Code hands the arguments over as an object; a provider may have left them as the text of one, or left them out. */
function readInput(input: unknown): JsonObject | undefined {
  if (input === undefined || input === null || input === "") {
    return {};
  }
  if (typeof input === "string") {
    try {
      const parsed: unknown = JSON.parse(input);
      return isJsonObject(parsed) ? parsed : undefined;
    } catch {
      return undefined;
    }
  }
  return isJsonObject(input) ? input : undefined;
}

function rawInput(input: unknown): string {
  return typeof input === "string" ? input : (JSON.stringify(input) ?? "");
}
