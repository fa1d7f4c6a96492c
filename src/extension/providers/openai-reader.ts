import type { Chunk, FinishReason, UsageChunk } from "../../shared/chunk.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import type { ReplyReaderOptions } from "./adapter-frame.ts";
import { endOfReply } from "./end-of-reply.ts";
import { failureReason } from "./failure-reason.ts";
import { OpenAiReasoning } from "./openai-reasoning.ts";
import type { CallPiece } from "./pending-calls.ts";
import type { ReplyClose, ReplyReader } from "./stream-reply.ts";
import { ToolCallAccumulator } from "./tool-call-accumulator.ts";
import { WholeText } from "./whole-text.ts";

/** Marks the raw block of a reply that only this format reads. */
export const openAiBlockType = "openai_chat";

/**
 * Reads the chunks of one Chat Completions reply, tolerant of what servers make of them: choices missing, empty or
 * several; content as text or parts; reasoning under five names; whole messages in place of or behind deltas; finish
 * reasons missing, early or wrong. Calls count by themselves, never by the finish reason.
 */
export class OpenAiReader implements ReplyReader {
  readonly #options: ReplyReaderOptions;
  readonly #calls: ToolCallAccumulator;
  readonly #reasoning = new OpenAiReasoning();
  readonly #text = new WholeText();
  #allText = "";
  #refusal = "";
  #finish = "";
  #usage: UsageChunk | undefined;

  constructor(options: ReplyReaderOptions) {
    this.#options = options;
    this.#calls = new ToolCallAccumulator({
      offered: options.toolNames,
      takenIds: options.takenIds,
      newId: options.newId,
      ...(options.toolsRunBy === undefined ? {} : { toolsRunBy: options.toolsRunBy }),
    });
  }

  get sawEnd(): boolean {
    return this.#finish !== "";
  }

  read(event: unknown): Chunk[] {
    if (!isJsonObject(event)) {
      return [];
    }
    const group = isJsonObject(event.x_groq) ? event.x_groq.usage : undefined;
    this.#usage = readUsage(event.usage) ?? readUsage(group) ?? this.#usage;
    const choices = Array.isArray(event.choices) ? event.choices : [];
    return choices.filter(isJsonObject).flatMap((choice) => this.#readChoice(choice));
  }

  close(how: "ended" | "lost" | "stopped"): ReplyClose {
    const hasReachedLimit = (this.#usage?.output ?? 0) >= this.#options.maxOutputTokens;
    const isLength = endOfReply(this.#finish) === "length" || hasReachedLimit;
    const failure = how === "ended" ? this.#failure() : undefined;
    const end = failure !== undefined ? "lost" : how === "ended" && isLength ? "length" : how;
    const rest = this.#text.end();
    const calls = this.#calls.finish(end);
    const chunks: Chunk[] = [
      ...this.#reasoning.end(),
      ...(rest === "" ? [] : [{ type: "text_delta", text: rest } as const]),
      ...calls,
      ...(this.#usage === undefined ? [] : [this.#usage]),
    ];
    const block = this.#block();
    return {
      chunks,
      finishReason: failure === undefined ? this.#finishReason(isLength) : failureReason(failure.kind),
      complete: how === "ended" && failure === undefined,
      ...(block === undefined ? {} : { providerBlocks: [block] }),
      ...(failure === undefined ? {} : { failure }),
    };
  }

  #readChoice(choice: JsonObject): Chunk[] {
    const finish = choice.finish_reason;
    if (typeof finish === "string" && finish !== "") {
      this.#finish = finish;
    }
    if (isJsonObject(choice.delta)) {
      return this.#readDelta(choice.delta, typeof finish === "string" && finish !== "");
    }
    const isNew = this.#allText === "" && !this.#calls.hasCalls;
    return isJsonObject(choice.message) && isNew ? this.#readDelta(choice.message, false) : [];
  }

  #readDelta(delta: JsonObject, isLast: boolean): Chunk[] {
    if (delta.role === "tool" || typeof delta.tool_call_id === "string") {
      return this.#readResult(delta);
    }
    const chunks = this.#reasoning.read(delta);
    const text = contentText(delta.content);
    const repeatsAll = isLast && text.length > 20 && text.length === this.#allText.length && text === this.#allText;
    if (text !== "" && !repeatsAll) {
      this.#allText += text;
      const whole = this.#text.push(text);
      if (whole !== "") {
        chunks.push({ type: "text_delta", text: whole });
      }
    }
    if (typeof delta.refusal === "string") {
      this.#refusal += delta.refusal;
    }
    const pieces = [delta.tool_calls, delta.function_call].flat().filter(isJsonObject);
    for (const piece of pieces) {
      chunks.push(...this.#calls.add(toCallPiece(piece)));
    }
    return chunks;
  }

  /** Gateways that run calls themselves send a result as a message of the role `tool`, whole. */
  #readResult(delta: JsonObject): Chunk[] {
    const id = typeof delta.tool_call_id === "string" ? delta.tool_call_id : "";
    const text = contentText(delta.content);
    return this.#calls.addResult(id, { content: [{ type: "text", text }], isError: false });
  }

  #failure(): ReplyClose["failure"] {
    if (this.#refusal !== "") {
      return { kind: "refusal", text: this.#refusal };
    }
    const end = endOfReply(this.#finish);
    const said = this.#calls.any || this.#allText.trim() !== "";
    if (end === "announced") {
      return said ? undefined : { kind: "no_call", text: "" };
    }
    if (typeof end === "string" || (end.failure === "no_call" && said)) {
      return undefined;
    }
    // "error" says nothing that the sentence about it does not say.
    return { kind: end.failure, text: end.failure === "overloaded" ? `finish_reason: ${this.#finish}` : "" };
  }

  #finishReason(isLength: boolean): FinishReason {
    if (isLength) {
      return "length";
    }
    return this.#calls.finished.length > 0 ? "tool_calls" : "stop";
  }

  /** What this provider wants back with the reply: reasoning, and metadata of calls. */
  #block(): JsonObject | undefined {
    const extras = this.#calls.finished.flatMap((call) =>
      call.extra === undefined ? [] : [[call.toolCallId, call.extra] as const],
    );
    const reasoning = this.#reasoning.block();
    if (reasoning === undefined && extras.length === 0) {
      return undefined;
    }
    return {
      type: openAiBlockType,
      ...reasoning,
      ...(extras.length === 0 ? {} : { extra_content: Object.fromEntries(extras) }),
    };
  }
}

function toCallPiece(piece: JsonObject): CallPiece {
  const details = isJsonObject(piece.function) ? piece.function : piece;
  const index = [piece.index, details.index].find((value) => typeof value === "number");
  const { id } = piece;
  const extra = piece.extra_content ?? details.extra_content;
  return {
    ...(index === undefined ? {} : { index }),
    ...(typeof id === "string" || typeof id === "number" ? { id: String(id).trim() } : {}),
    ...(typeof details.name === "string" ? { name: details.name.trim() } : {}),
    ...(details.arguments === undefined ? {} : { arguments: details.arguments }),
    ...(isJsonObject(extra) ? { extra } : {}),
  };
}

/** Content is text, or parts of which only the text counts here. */
function contentText(content: JsonValue | undefined): string {
  if (typeof content === "string") {
    return content;
  }
  if (!Array.isArray(content)) {
    return "";
  }
  return content
    .filter(isJsonObject)
    .map((part) => (typeof part.text === "string" && part.type !== "thinking" ? part.text : ""))
    .join("");
}

function readUsage(usage: JsonValue | undefined): UsageChunk | undefined {
  if (!isJsonObject(usage)) {
    return undefined;
  }
  const input = usage.prompt_tokens;
  const output = usage.completion_tokens;
  if (typeof input !== "number" && typeof output !== "number") {
    return undefined;
  }
  const cached = numberIn(usage.prompt_tokens_details, "cached_tokens") ?? numberIn(usage, "prompt_cache_hit_tokens");
  const reasoning = numberIn(usage.completion_tokens_details, "reasoning_tokens");
  return {
    type: "usage",
    input: typeof input === "number" ? input : 0,
    output: typeof output === "number" ? output : 0,
    ...(cached === undefined ? {} : { cached }),
    ...(reasoning === undefined ? {} : { reasoning }),
  };
}

function numberIn(value: JsonValue | undefined, key: string): number | undefined {
  const number = isJsonObject(value) ? value[key] : undefined;
  return typeof number === "number" ? number : undefined;
}
