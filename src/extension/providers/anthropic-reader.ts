import type { Chunk, FinishReason, UsageChunk } from "../../shared/chunk.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import type { ReplyReaderOptions } from "./adapter-frame.ts";
import { AnthropicBlocks } from "./anthropic-blocks.ts";
import { AnthropicServerTools, toToolResult } from "./anthropic-server-tools.ts";
import { endOfReply } from "./end-of-reply.ts";
import { failureReason } from "./failure-reason.ts";
import type { ReplyClose, ReplyReader } from "./stream-reply.ts";
import { ToolCallAccumulator } from "./tool-call-accumulator.ts";
import { WholeText } from "./whole-text.ts";

/**
 * Reads the events of one Messages reply, tolerant of what gateways make of them: blocks that overlap, are never opened
 * or closed, or get deltas after their end; the kind of a delta counts, not the kind of its block; arguments as text,
 * object, or several run together; a whole message in place of a stream. What runs at the provider itself is shown and
 * never run again.
 */
export class AnthropicReader implements ReplyReader {
  readonly #calls: ToolCallAccumulator;
  readonly #maxOutputTokens: number;
  readonly #blocks = new AnthropicBlocks();
  readonly #serverTools: AnthropicServerTools;
  readonly #text = new WholeText();
  readonly #reasoning = new WholeText();
  #stopReason = "";
  #explanation = "";
  #sawStop = false;
  #hasText = false;
  #usage: JsonObject = {};
  /** Tokens of the parts before this one, when the provider paused the reply. */
  #usageBefore: UsageChunk | undefined;
  /** The index of this part's first block among all blocks of the reply, and of the next part's. */
  #firstIndex = 0;
  #nextIndex = 0;

  constructor(options: ReplyReaderOptions) {
    this.#maxOutputTokens = options.maxOutputTokens;
    this.#calls = new ToolCallAccumulator({
      offered: options.toolNames,
      takenIds: options.takenIds,
      newId: options.newId,
      ...(options.toolsRunBy === undefined ? {} : { toolsRunBy: options.toolsRunBy }),
    });
    this.#serverTools = new AnthropicServerTools(options.takenIds, options.newId);
  }

  get sawEnd(): boolean {
    return this.#sawStop || this.#stopReason !== "";
  }

  /**
   * Set when the provider has stopped in the middle of its own calls (`pause_turn`): the reply goes on when the same
   * request is made again with these blocks, unchanged, at its end. With calls of ours there is something to do first.
   */
  get paused(): JsonObject[] | undefined {
    const isPaused = this.#stopReason === "pause_turn" && !this.#calls.any;
    const blocks = isPaused ? this.#blocks.soFar() : [];
    return blocks.length === 0 ? undefined : blocks;
  }

  resume(): void {
    this.#usageBefore = this.#usageChunk();
    this.#usage = {};
    this.#stopReason = "";
    this.#sawStop = false;
    this.#firstIndex = this.#nextIndex;
  }

  read(event: unknown): Chunk[] {
    if (!isJsonObject(event)) {
      return [];
    }
    const index = this.#firstIndex + (typeof event.index === "number" ? event.index : 0);
    this.#nextIndex = Math.max(this.#nextIndex, index + 1);
    switch (event.type) {
      case "message_start":
        return this.#readMessage(event.message);
      case "content_block_start":
        return isJsonObject(event.content_block) ? this.#startBlock(index, event.content_block) : [];
      case "content_block_delta":
        return isJsonObject(event.delta) ? this.#readDelta(index, event.delta) : [];
      case "content_block_stop":
        return this.#serverTools.stop(index);
      case "message_delta":
        this.#readEnd(event.delta, event.usage);
        return [];
      case "message_stop":
        this.#sawStop = true;
        return [];
      default:
        return [];
    }
  }

  close(how: "ended" | "lost" | "stopped"): ReplyClose {
    const isLength = this.#isLength();
    const failure = how === "ended" ? this.#failure() : undefined;
    const end = failure !== undefined ? "lost" : how === "ended" && isLength ? "length" : how;
    const reasoning = this.#reasoning.end();
    const text = this.#text.end();
    const calls = this.#calls.finish(end);
    const usage = this.#usageChunk();
    return {
      chunks: [
        ...(reasoning === "" ? [] : [{ type: "reasoning_delta", text: reasoning } as const]),
        ...(text === "" ? [] : [{ type: "text_delta", text } as const]),
        ...this.#serverTools.end(end),
        ...calls,
        ...(usage === undefined ? [] : [usage]),
      ],
      finishReason: failure === undefined ? this.#finishReason(isLength) : failureReason(failure.kind),
      complete: how === "ended" && failure === undefined,
      providerBlocks: this.#blocks.finish(this.#calls.finished, this.#calls.ranElsewhere),
      ...(failure === undefined ? {} : { failure }),
    };
  }

  /** A message that is whole already comes in one event with all its blocks. */
  #readMessage(message: JsonValue | undefined): Chunk[] {
    if (!isJsonObject(message)) {
      return [];
    }
    this.#readEnd(message, message.usage);
    const content = Array.isArray(message.content) ? message.content.filter(isJsonObject) : [];
    return content.flatMap((block, position) => {
      const index = this.#firstIndex + position;
      this.#nextIndex = Math.max(this.#nextIndex, index + 1);
      return [...this.#startBlock(index, block), ...this.#serverTools.stop(index)];
    });
  }

  #startBlock(index: number, block: JsonObject): Chunk[] {
    this.#blocks.start(index, block);
    switch (block.type) {
      case "text":
        return this.#addText(block.text);
      case "thinking":
        return this.#addReasoning(block.thinking);
      case "tool_use": {
        const { id, name, input } = block;
        const isFilled =
          typeof input === "string" ? input !== "" : isJsonObject(input) && Object.keys(input).length > 0;
        return this.#calls.add({
          index,
          ...(typeof id === "string" ? { id } : {}),
          ...(typeof name === "string" ? { name } : {}),
          ...(isFilled && input !== undefined ? { arguments: input } : {}),
        });
      }
      case "tool_result": {
        const id = typeof block.tool_use_id === "string" ? block.tool_use_id : "";
        return [...this.#calls.addResult(id, toToolResult(block)), ...this.#serverTools.start(index, block)];
      }
      default:
        return this.#serverTools.start(index, block);
    }
  }

  #readDelta(index: number, delta: JsonObject): Chunk[] {
    this.#blocks.add(index, delta);
    switch (delta.type) {
      case "text_delta":
        return this.#addText(delta.text);
      case "thinking_delta":
        return this.#addReasoning(delta.thinking);
      case "input_json_delta": {
        const piece = delta.partial_json;
        if (piece === undefined || piece === "") {
          return [];
        }
        return this.#serverTools.has(index)
          ? this.#serverTools.add(index, piece)
          : this.#calls.add({ index, arguments: piece });
      }
      default:
        return [];
    }
  }

  #readEnd(end: JsonValue | undefined, usage: JsonValue | undefined): void {
    if (isJsonObject(end)) {
      if (typeof end.stop_reason === "string" && end.stop_reason !== "") {
        this.#stopReason = end.stop_reason;
      }
      const details = end.stop_details;
      if (isJsonObject(details) && typeof details.explanation === "string") {
        this.#explanation = details.explanation;
      }
    }
    if (isJsonObject(usage)) {
      const counts = Object.entries(usage).filter(([, count]) => typeof count === "number");
      this.#usage = { ...this.#usage, ...Object.fromEntries(counts) };
    }
  }

  #addText(text: JsonValue | undefined): Chunk[] {
    const whole = typeof text === "string" ? this.#text.push(text) : "";
    this.#hasText ||= whole.trim() !== "";
    return whole === "" ? [] : [{ type: "text_delta", text: whole }];
  }

  #addReasoning(text: JsonValue | undefined): Chunk[] {
    const whole = typeof text === "string" ? this.#reasoning.push(text) : "";
    return whole === "" ? [] : [{ type: "reasoning_delta", text: whole }];
  }

  #failure(): ReplyClose["failure"] {
    const end = endOfReply(this.#stopReason);
    const said = this.#calls.any || this.#hasText || this.#serverTools.any;
    if (end === "announced") {
      return said ? undefined : { kind: "no_call", text: "" };
    }
    if (typeof end === "string" || (end.failure === "no_call" && said)) {
      return undefined;
    }
    const words = end.failure === "overloaded" ? `stop_reason: ${this.#stopReason}` : "";
    return { kind: end.failure, text: this.#explanation === "" ? words : this.#explanation };
  }

  #isLength(): boolean {
    const reached = Number(this.#usage.output_tokens ?? 0) >= this.#maxOutputTokens;
    return reached || endOfReply(this.#stopReason) === "length";
  }

  #finishReason(isLength: boolean): FinishReason {
    if (isLength) {
      return "length";
    }
    return this.#calls.finished.length > 0 ? "tool_calls" : "stop";
  }

  /** Anthropic counts what was read from and written to the cache apart from the input. */
  #usageChunk(): UsageChunk | undefined {
    const count = (name: string) => (typeof this.#usage[name] === "number" ? Number(this.#usage[name]) : 0);
    const before = this.#usageBefore;
    if (Object.keys(this.#usage).length === 0) {
      return before;
    }
    const read = count("cache_read_input_tokens");
    const cached = read + (before?.cached ?? 0);
    return {
      type: "usage",
      input: count("input_tokens") + read + count("cache_creation_input_tokens") + (before?.input ?? 0),
      output: count("output_tokens") + (before?.output ?? 0),
      ...(cached === 0 ? {} : { cached }),
    };
  }
}
