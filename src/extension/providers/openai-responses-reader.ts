import type { Chunk, FinishReason, UsageChunk } from "../../shared/chunk.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import type { ReplyReaderOptions } from "./adapter-frame.ts";
import { type ResponseItem, ResponseItems } from "./openai-responses-items.ts";
import { readOutputItem, readServerTool } from "./openai-responses-tools.ts";
import { readResponsesUsage } from "./openai-responses-usage.ts";
import { ProviderCalls } from "./provider-calls.ts";
import type { ReplyClose, ReplyReader } from "./stream-reply.ts";
import { ToolCallAccumulator } from "./tool-call-accumulator.ts";
import { WholeText } from "./whole-text.ts";
import { isSteered, isTerminalResponseEvent } from "./wire-format.ts";

/**
 * Reads the events of one reply of the Responses API. The item in `response.output_item.done` counts more than the
 * deltas before it, and both more than the list in the terminal event, which only fills what is missing. Only a terminal
 * event ends a reply. Items of tools that run at the provider are shown and never run here.
 */
export class ResponsesReader implements ReplyReader {
  readonly #options: ReplyReaderOptions;
  readonly #calls: ToolCallAccumulator;
  readonly #serverCalls: ProviderCalls;
  readonly #items = new ResponseItems();
  readonly #text = new WholeText();
  readonly #reasoning = new WholeText();
  #hasText = false;
  #refusal = "";
  #end: JsonObject | undefined;
  #usage: UsageChunk | undefined;

  constructor(options: ReplyReaderOptions) {
    this.#options = options;
    this.#calls = new ToolCallAccumulator({
      offered: options.toolNames,
      takenIds: options.takenIds,
      newId: options.newId,
      ...(options.toolsRunBy === undefined ? {} : { toolsRunBy: options.toolsRunBy }),
    });
    this.#serverCalls = new ProviderCalls(options.takenIds, options.newId);
  }

  get sawEnd(): boolean {
    return this.#end !== undefined;
  }

  read(event: unknown): Chunk[] {
    if (!isJsonObject(event) || typeof event.type !== "string") {
      return [];
    }
    if (isTerminalResponseEvent(event)) {
      return this.#readEnd(event);
    }
    switch (event.type) {
      case "response.output_item.added":
        return isJsonObject(event.item) ? this.#begin(event.item, event) : [];
      case "response.output_item.done":
        return isJsonObject(event.item) ? this.#finish(this.#items.matching(event.item, event), event.item, event) : [];
      case "response.output_text.delta":
        return this.#addText(this.#items.of("message", event), event.delta);
      case "response.output_text.done":
        return this.#restOfText(this.#items.of("message", event), event.text);
      case "response.refusal.delta":
        return this.#addRefusal(this.#items.of("message", event), event.delta);
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_summary.delta":
        return this.#addReasoning(event, "summary", event.delta);
      case "response.reasoning_text.delta":
      case "response.reasoning.delta":
        return this.#addReasoning(event, "text", event.delta);
      case "response.function_call_arguments.delta":
        return this.#addArguments(this.#items.of("function_call", event), event.delta);
      case "response.function_call_arguments.done": {
        const item = this.#items.of("function_call", event);
        return item.done ? [] : this.#calls.settle(item.position, event.arguments);
      }
      case "response.mcp_call_arguments.delta":
        return this.#serverCalls.add(this.#items.of("mcp_call", event).position, event.delta);
      default:
        return [];
    }
  }

  close(how: "ended" | "lost" | "stopped"): ReplyClose {
    const incomplete = this.#end?.type === "response.incomplete" ? this.#incompleteReason() : "";
    const hasReachedLimit = (this.#usage?.output ?? 0) >= this.#options.maxOutputTokens;
    const isLength = (incomplete !== "" && incomplete !== "content_filter") || hasReachedLimit;
    const failure = how === "ended" ? this.#failure(incomplete) : undefined;
    const end = failure !== undefined ? "lost" : how === "ended" && isLength ? "length" : how;
    const reasoning = this.#reasoning.end();
    const text = this.#text.end();
    const serverCalls = this.#serverCalls.end(end);
    const calls = this.#calls.finish(end);
    return {
      chunks: [
        ...(reasoning === "" ? [] : [{ type: "reasoning_delta", text: reasoning } as const]),
        ...(text === "" ? [] : [{ type: "text_delta", text } as const]),
        ...serverCalls,
        ...calls,
        ...(this.#usage === undefined ? [] : [this.#usage]),
      ],
      finishReason: failure === undefined ? this.#finishReason(isLength) : failure.kind,
      complete: how === "ended" && failure === undefined,
      providerBlocks: this.#items.blocks(this.#calls.finished, this.#calls.ranElsewhere),
      ...(failure === undefined ? {} : { failure }),
    };
  }

  #begin(value: JsonObject, event: JsonObject): Chunk[] {
    const known = this.#items.open(value, event);
    if (known !== undefined) {
      return [];
    }
    const item = this.#items.add(String(value.type ?? ""), value, event);
    if (item.type === "function_call") {
      return [...this.#nameCall(item, value), ...this.#addArguments(item, value.arguments)];
    }
    const tool = readServerTool(value);
    return tool === undefined ? [] : this.#serverCalls.begin(item.position, tool);
  }

  /** The whole item. One that never began begins here; one that is done stays as it is. */
  #finish(known: ResponseItem | undefined, value: JsonObject, event: JsonObject): Chunk[] {
    if (known?.done === true) {
      return [];
    }
    const begun = known === undefined ? this.#begin(value, event) : [];
    const item = known ?? this.#items.last;
    if (item === undefined) {
      return begun;
    }
    item.done = true;
    item.value = value;
    const output = readOutputItem(value);
    if (output !== undefined) {
      return [
        ...begun,
        ...this.#calls.addResult(output.callId, output.result),
        ...this.#serverCalls.finish(output.callId, output.result),
      ];
    }
    switch (value.type) {
      case "message":
        return [...begun, ...this.#finishMessage(item, value)];
      case "reasoning":
        return [...begun, ...this.#finishReasoning(item, value)];
      case "function_call":
        return [...begun, ...this.#nameCall(item, value), ...this.#calls.settle(item.position, value.arguments)];
      default: {
        const tool = readServerTool(value);
        if (tool === undefined) {
          return begun;
        }
        const chunks = [...begun, ...this.#serverCalls.seal(item.position, tool.input)];
        return tool.result === undefined
          ? chunks
          : [...chunks, ...this.#serverCalls.finish(item.position, tool.result)];
      }
    }
  }

  /** Name and id are told once: servers are known that give every event of an item another id. */
  #nameCall(item: ResponseItem, value: JsonObject): Chunk[] {
    const id = typeof value.call_id === "string" && value.call_id !== "" ? value.call_id : value.id;
    const name = typeof value.name === "string" ? value.name : "";
    const isNew = !item.named && name !== "";
    item.named ||= isNew;
    return isNew
      ? this.#calls.add({ index: item.position, name, ...(typeof id === "string" && id !== "" ? { id } : {}) })
      : [];
  }

  #addArguments(item: ResponseItem, piece: JsonValue | undefined): Chunk[] {
    const isEmpty = piece === undefined || piece === null || piece === "";
    return item.done || isEmpty ? [] : this.#calls.add({ index: item.position, arguments: piece });
  }

  #addText(item: ResponseItem, piece: JsonValue | undefined): Chunk[] {
    if (typeof piece !== "string" || item.done) {
      return [];
    }
    item.text += piece;
    return this.#showText(piece);
  }

  /** What the deltas have left out of one part, when they began it. */
  #restOfText(item: ResponseItem, whole: JsonValue | undefined): Chunk[] {
    return typeof whole === "string" && item.text === "" ? this.#addText(item, whole) : [];
  }

  #finishMessage(item: ResponseItem, value: JsonObject): Chunk[] {
    const parts = Array.isArray(value.content) ? value.content.filter(isJsonObject) : [];
    const whole = parts
      .map((part) => (part.type !== "refusal" && typeof part.text === "string" ? part.text : ""))
      .join("");
    const refusal = parts.map((part) => (typeof part.refusal === "string" ? part.refusal : "")).join("");
    if (item.refusal === "") {
      this.#refusal += refusal;
    }
    const rest = whole.startsWith(item.text) ? whole.slice(item.text.length) : "";
    item.text += rest;
    return this.#showText(rest);
  }

  #showText(piece: string): Chunk[] {
    const whole = this.#text.push(piece);
    this.#hasText ||= whole.trim() !== "";
    return whole === "" ? [] : [{ type: "text_delta", text: whole }];
  }

  #addRefusal(item: ResponseItem, piece: JsonValue | undefined): Chunk[] {
    if (typeof piece === "string" && !item.done) {
      item.refusal += piece;
      this.#refusal += piece;
    }
    return [];
  }

  /** Summary and full text of one item say the same; the one that came first is shown. Parts are paragraphs. */
  #addReasoning(event: JsonObject, kind: "summary" | "text", piece: JsonValue | undefined): Chunk[] {
    const item = this.#items.of("reasoning", event);
    item.reasoningKind ??= kind;
    if (typeof piece !== "string" || piece === "" || item.done || item.reasoningKind !== kind) {
      return [];
    }
    const part = typeof event.summary_index === "number" ? event.summary_index : event.content_index;
    const isNextPart = typeof part === "number" && item.part !== undefined && part !== item.part;
    item.part = typeof part === "number" ? part : item.part;
    const text = isNextPart ? `\n\n${piece}` : piece;
    item.text += text;
    return this.#showReasoning(text);
  }

  #finishReasoning(item: ResponseItem, value: JsonObject): Chunk[] {
    if (item.text !== "") {
      return [];
    }
    const summary = partsText(value.summary);
    item.text = summary === "" ? partsText(value.content) : summary;
    return this.#showReasoning(item.text);
  }

  #showReasoning(text: string): Chunk[] {
    const whole = this.#reasoning.push(text);
    return whole === "" ? [] : [{ type: "reasoning_delta", text: whole }];
  }

  #readEnd(event: JsonObject): Chunk[] {
    const response = isJsonObject(event.response) ? event.response : {};
    const output = Array.isArray(response.output) ? response.output.filter(isJsonObject) : [];
    const chunks = this.#items.missing(output).flatMap(({ known, value }) => this.#finish(known, value, {}));
    this.#usage = readResponsesUsage(response.usage) ?? this.#usage;
    if (isSteered(event)) {
      this.#items.closeAll();
    } else {
      this.#end = event;
    }
    return chunks;
  }

  #incompleteReason(): string {
    const response = this.#end?.response;
    const details = isJsonObject(response) ? response.incomplete_details : undefined;
    return isJsonObject(details) && typeof details.reason === "string" ? details.reason : "unknown";
  }

  #failure(incomplete: string): { kind: "refusal" | "content_filter"; text: string } | undefined {
    if (this.#refusal !== "") {
      return { kind: "refusal", text: this.#refusal };
    }
    return incomplete === "content_filter" ? { kind: "content_filter", text: "" } : undefined;
  }

  #finishReason(isLength: boolean): FinishReason {
    if (isLength) {
      return "length";
    }
    return this.#calls.finished.length > 0 ? "tool_calls" : "stop";
  }
}

function partsText(parts: JsonValue | undefined): string {
  const list = Array.isArray(parts) ? parts.filter(isJsonObject) : [];
  return list
    .map((part) => (typeof part.text === "string" ? part.text : ""))
    .filter((text) => text !== "")
    .join("\n\n");
}
