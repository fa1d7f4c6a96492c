import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import type { FinishedCall } from "./tool-call-accumulator.ts";

/** The field that a delta extends, by the delta's type, and the kind of block that has it. */
const growing: Readonly<Record<string, { from: string; to: string; block: JsonObject }>> = {
  text_delta: { from: "text", to: "text", block: { type: "text", text: "" } },
  thinking_delta: { from: "thinking", to: "thinking", block: { type: "thinking", thinking: "", signature: "" } },
  signature_delta: { from: "signature", to: "signature", block: { type: "thinking", thinking: "", signature: "" } },
};

/**
 * Keeps the content blocks of one reply as the provider wants them back: in order, thinking with its signature,
 * unknown kinds included.
 */
export class AnthropicBlocks {
  #blocks: JsonObject[] = [];
  readonly #byIndex = new Map<number, JsonObject>();

  start(index: number, block: JsonObject): void {
    const copy = structuredClone(block);
    this.#blocks.push(copy);
    this.#byIndex.set(index, copy);
  }

  add(index: number, delta: JsonObject): void {
    const kind = typeof delta.type === "string" ? growing[delta.type] : undefined;
    if (kind !== undefined) {
      const block = this.#blockFor(index, kind.block);
      const before = block[kind.to];
      const piece = delta[kind.from];
      block[kind.to] = (typeof before === "string" ? before : "") + (typeof piece === "string" ? piece : "");
      return;
    }
    const block = this.#byIndex.get(index);
    if (delta.type === "citations_delta" && block !== undefined && delta.citation !== undefined) {
      const before = Array.isArray(block.citations) ? block.citations : [];
      block.citations = [...before, delta.citation];
    }
    if (delta.type === "input_json_delta" && block !== undefined && block.type !== "tool_use") {
      const before = typeof block.input === "string" ? block.input : "";
      block.input = before + (typeof delta.partial_json === "string" ? delta.partial_json : "");
    }
  }

  /** The blocks so far, as they came, for a reply that its provider has paused and goes on with when it gets them back. */
  soFar(): JsonObject[] {
    return structuredClone(this.#blocks)
      .map((block) => (typeof block.input === "string" ? { ...block, input: parseObject(block.input) } : block))
      .filter((block) => block.type !== "text" || block.text !== "");
  }

  /**
   * The blocks with calls as the conversation knows them: its ids, their parsed arguments. Empty text is left out, the API
   * refuses it; so are calls that were run behind the base URL, and their results, which the API takes from users only, and
   * Anthropic's own calls without a result (a reply that was cut). Empty when calls and blocks do not match one to one: then
   * the reply is rebuilt from its neutral parts.
   */
  finish(calls: readonly FinishedCall[], ranElsewhere: ReadonlySet<string>): JsonValue[] {
    this.#blocks = this.#blocks.filter(
      ({ type, id }) => type !== "tool_result" && !(type === "tool_use" && ranElsewhere.has(String(id ?? ""))),
    );
    this.#dropHalfCalls();
    const uses = this.#blocks.filter((block) => block.type === "tool_use");
    if (uses.length !== calls.length) {
      return [];
    }
    uses.forEach((block, position) => {
      const call = calls[position];
      block.id = call?.toolCallId ?? "";
      block.name = call?.toolName ?? "";
      block.input = call?.input ?? {};
    });
    for (const block of this.#blocks) {
      if (block.type !== "tool_use" && typeof block.input === "string") {
        block.input = parseObject(block.input);
      }
    }
    return this.#blocks.filter((block) => block.type !== "text" || block.text !== "");
  }

  /** The API refuses a request in which one of its own calls has no result, or a result no call. */
  #dropHalfCalls(): void {
    const calls = new Set(this.#blocks.filter(({ type }) => isServerCall(type)).map(({ id }) => id));
    const results = new Set(this.#blocks.map((block) => block.tool_use_id));
    this.#blocks = this.#blocks.filter(
      ({ type, id, tool_use_id }) =>
        (!isServerCall(type) || (id !== undefined && results.has(id))) &&
        (tool_use_id === undefined || calls.has(tool_use_id)),
    );
  }

  /** A delta without a block, or of another kind than its block, begins a block of its own. */
  #blockFor(index: number, empty: JsonObject): JsonObject {
    const known = this.#byIndex.get(index);
    if (known !== undefined && known.type === empty.type) {
      return known;
    }
    const block = { ...empty };
    this.#blocks.push(block);
    this.#byIndex.set(index, block);
    return block;
  }
}

function isServerCall(type: JsonValue | undefined): boolean {
  return type === "server_tool_use" || type === "mcp_tool_use";
}

function parseObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
