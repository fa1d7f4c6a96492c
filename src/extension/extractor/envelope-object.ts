import { unwrapArguments } from "./arguments-value.ts";
import type { Unfinished } from "./broken-call.ts";
import type { CallContext } from "./call-context.ts";
import { callSink, JsonCollector, jsonDrain } from "./clean-json.ts";
import { type JsonEnd, readJson } from "./json-reader.ts";
import { readJsonString } from "./json-string.ts";
import type { OpenCall } from "./open-call.ts";
import { anyLiteral, next, type Parsing, skipSpace } from "./parse-steps.ts";
import { readsAsSchema } from "./schema-echo.ts";
import { END } from "./text-reader.ts";

/** Keys that hold the name, and keys that hold the arguments, as models really write them. */
const nameKeys = new Set(["name", "tool_name", "tool", "function", "action", "function_name"]);
const argumentKeys = new Set(["arguments", "parameters", "args", "input", "params"]);
const wrapperKeys = new Set(["function_call", "function", "tool_call"]);
const maxWrappers = 2;

const openBrace = 0x7b;
const closeBrace = 0x7d;

/** How reading one object ended. `noCall` is text, as long as nothing is certain; an `unfinished` one is broken or cut. */
export type ObjectEnd = "complete" | "noCall" | { readonly unfinished: Unfinished };

export interface EnvelopeOptions {
  /** Only the name of an offered tool beside arguments proves a call; otherwise the opener and a quote do. */
  readonly weak: boolean;
  /** The object's only key is the name. */
  readonly nameIsKey: boolean;
}

/** Reads one object at the cursor (`{`) that holds a call's name and arguments, in any order. */
export function* readEnvelopeObject(
  context: CallContext,
  call: OpenCall,
  options: EnvelopeOptions,
): Parsing<ObjectEnd> {
  return yield* new EnvelopeReader(context, call, options).object(0);
}

class EnvelopeReader {
  #arguments: "missing" | "open" | "whole" = "missing";
  readonly #context: CallContext;
  readonly #call: OpenCall;
  readonly #options: EnvelopeOptions;

  constructor(context: CallContext, call: OpenCall, options: EnvelopeOptions) {
    this.#context = context;
    this.#call = call;
    this.#options = options;
  }

  /** Nothing is certain yet, and only an offered name would change that. */
  get #undecided(): boolean {
    return this.#options.weak && this.#context.sink.tentative;
  }

  *object(depth: number): Parsing<ObjectEnd> {
    const { reader, sink } = this.#context;
    reader.step();
    for (let first = true; ; first = false) {
      let code = yield* skipSpace(reader);
      if (first && depth === 0 && code === openBrace) {
        // Qwen2.5 behind llama.cpp doubles the braces that its template escapes; the closing ones are skipped behind the call.
        reader.step();
        this.#call.repaired = true;
        code = yield* skipSpace(reader);
      }
      if (code === closeBrace) {
        if (first && depth === 0 && sink.tentative) return "noCall";
        reader.step();
        return depth > 0 || (yield* this.#isCall()) ? "complete" : "noCall";
      }
      if (first && !isQuote(code) && sink.tentative) return "noCall";
      const key = yield* readText(this.#context, this.#call);
      if (typeof key !== "string") return yield* this.#giveUp(key);
      const colon = yield* skipSpace(reader);
      if (colon !== 0x3a) return yield* this.#giveUp(endAt(colon, reader.offset, "a colon"));
      reader.step();
      const member = yield* this.#member(key, yield* skipSpace(reader), depth);
      if (member !== "complete") return member;
      const separator = yield* skipSpace(reader);
      if (separator === 0x2c) {
        reader.step();
        if ((yield* skipSpace(reader)) === closeBrace) this.#call.repaired = true;
      } else if (separator !== closeBrace) {
        return yield* this.#giveUp(endAt(separator, reader.offset, "a comma or a closing brace"), "");
      }
    }
  }

  /** The value of one key; `start` is its first character. */
  *#member(key: string, start: number, depth: number): Parsing<ObjectEnd> {
    const call = this.#call;
    const unnamed = call.name === undefined;
    if (this.#options.nameIsKey && depth === 0 && unnamed) {
      call.named(key);
      return yield* this.#readArguments(start);
    }
    if (wrapperKeys.has(key) && start === openBrace && depth < maxWrappers) return yield* this.object(depth + 1);
    if (unnamed && nameKeys.has(key) && isQuote(start)) return yield* this.#readName();
    if (unnamed && this.#undecided && (key === "name" || key === "tool_name")) return "noCall";
    if (argumentKeys.has(key) && this.#arguments === "missing") return yield* this.#readArguments(start);
    const end = yield* readJson(this.#context.reader, jsonDrain, "json", this.#context.maxDepth);
    return end.kind === "complete" ? "complete" : yield* this.#giveUp(end);
  }

  *#readName(): Parsing<ObjectEnd> {
    if (this.#undecided && !(yield* this.#isOfferedName())) return "noCall";
    const name = yield* readText(this.#context, this.#call);
    if (typeof name !== "string") return yield* this.#giveUp(name);
    this.#call.named(name.trim());
    return this.#arguments === "missing" || (yield* this.#context.prove()) ? "complete" : "noCall";
  }

  /** Looks ahead from a quote: does the whole name of an offered tool follow? Fails at the first character that differs. */
  *#isOfferedName(): Parsing<boolean> {
    const { reader, tools } = this.#context;
    if (!tools.onlyKnown) return true;
    const from = reader.offset;
    const quote = reader.peek();
    reader.step();
    const found = yield* anyLiteral(reader, tools.names);
    const offered = found !== undefined && (yield* next(reader)) === quote;
    reader.reset(from);
    return offered;
  }

  *#readArguments(start: number): Parsing<ObjectEnd> {
    const { reader, sink, maxDepth } = this.#context;
    const call = this.#call;
    if (start === openBrace) {
      if (sink.tentative) {
        const from = reader.offset;
        if (yield* readsAsSchema(this.#context, call)) return "noCall";
        if (reader.limitReached && this.#options.weak) return "noCall";
        reader.reset(from);
      }
      this.#arguments = "open";
      const certain = call.name !== undefined || !this.#options.weak;
      if (certain && !(yield* this.#context.prove())) return "noCall";
      const end = yield* readJson(reader, callSink(call), "json", maxDepth);
      if (end.kind !== "complete") return yield* this.#giveUp(end, end.kind === "broken" ? end.open : undefined);
      this.#arguments = "whole";
      return "complete";
    }
    this.#arguments = "open";
    const collector = new JsonCollector();
    const end = yield* readJson(reader, collector, "json", maxDepth);
    if (end.kind !== "complete") return yield* this.#giveUp(end);
    if (collector.repaired) call.repaired = true;
    const inner = unwrapArguments(collector.text, maxDepth);
    if (inner === undefined && this.#undecided) return "noCall";
    if (inner?.repaired === true) call.repaired = true;
    // What is no object goes on as it is: the call reports it at its end.
    call.delta(inner?.text ?? collector.text);
    this.#arguments = "whole";
    return call.name === undefined || (yield* this.#context.prove()) ? "complete" : "noCall";
  }

  /** Whether a complete object is a call. In a marked form everything that began like one is. */
  *#isCall(): Parsing<boolean> {
    if (!this.#context.sink.tentative) return true;
    if (this.#options.weak && (this.#call.name === undefined || this.#arguments === "missing")) return false;
    return yield* this.#context.prove();
  }

  /** A broken or cut object: text where nothing is certain yet, else the caller reports it. */
  *#giveUp(end: JsonEnd, missing?: string): Parsing<ObjectEnd> {
    if (this.#undecided || !(yield* this.#context.prove())) return "noCall";
    const balanced = this.#arguments === "whole" && this.#call.name !== undefined;
    return { unfinished: { end, missing, balanced } };
  }
}

/** A quoted string at the cursor as text, or how it ended instead. */
export function* readText(context: CallContext, call: { repaired: boolean }): Parsing<string | JsonEnd> {
  const code = context.reader.peek();
  if (!isQuote(code)) return endAt(code, context.reader.offset, "a key in double quotes");
  const collector = new JsonCollector();
  const end = yield* readJsonString(context.reader, collector, "json");
  if (end.kind !== "complete") return end;
  if (collector.repaired) call.repaired = true;
  return JSON.parse(collector.text) as string;
}

function endAt(code: number, offset: number, wanted: string): JsonEnd {
  if (code === END) return { kind: "cut", inString: false };
  const found = JSON.stringify(String.fromCharCode(code));
  const problem = `${wanted} was expected where ${found} stands (character ${offset})`;
  return { kind: "broken", problem, open: undefined };
}

function isQuote(code: number): boolean {
  return code === 0x22 || code === 0x27;
}
