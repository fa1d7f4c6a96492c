import { unwrapArguments } from "./arguments-value.ts";
import type { CallContext } from "./call-context.ts";
import { callSink, JsonCollector, jsonDrain } from "./clean-json.ts";
import { type JsonEnd, type JsonSink, readJson } from "./json-reader.ts";
import { readJsonString } from "./json-string.ts";
import type { OpenCall } from "./open-call.ts";
import { anyLiteral, next, type Parsing, skipSpace } from "./parse-steps.ts";
import { readsAsSchema } from "./schema-echo.ts";
import { END } from "./text-reader.ts";

/** Keys that hold the name, and keys that hold the arguments, as models really write them. */
const nameKeys = new Set(["name", "tool_name", "tool", "function", "action", "function_name"]);
const argumentKeys = new Set(["arguments", "parameters", "args", "input", "params"]);
const wrapperKeys = new Set(["function_call", "function", "tool_call"]);

/**
 * How reading one object ended. `noCall` is text, as long as nothing is certain. An `unfinished` one is broken or cut;
 * `missing` is what balances the arguments where only closing brackets are missing ("" when only the envelope is open).
 */
export type ObjectEnd =
  | { readonly kind: "complete" }
  | { readonly kind: "noCall" }
  | { readonly kind: "unfinished"; readonly end: JsonEnd; readonly missing: string | undefined };

const complete: ObjectEnd = { kind: "complete" };
const noCall: ObjectEnd = { kind: "noCall" };

export interface EnvelopeOptions {
  /** Only the name of an offered tool beside arguments proves a call; otherwise the opener and a quote do. */
  readonly weak: boolean;
  readonly nameIsKey: boolean;
}

interface Progress {
  argumentsSeen: boolean;
}

/** Reads one object at the cursor (`{`) that holds a call's name and arguments, in any order. */
export function* readEnvelopeObject(
  context: CallContext,
  call: OpenCall,
  options: EnvelopeOptions,
  progress: Progress = { argumentsSeen: false },
  depth = 0,
): Parsing<ObjectEnd> {
  const { reader } = context;
  reader.step();
  for (let first = true; ; first = false) {
    let code = yield* skipSpace(reader);
    if (first && depth === 0 && code === 0x7b) {
      // Qwen2.5 behind llama.cpp doubles the braces that its template escapes; the closing ones are skipped behind the call.
      reader.step();
      call.repaired = true;
      code = yield* skipSpace(reader);
    }
    if (code === 0x7d) {
      if (first && depth === 0 && context.sink.tentative) return noCall;
      reader.step();
      return depth > 0 || (yield* isCall(context, call, options, progress)) ? complete : noCall;
    }
    if (first && !isQuote(code) && context.sink.tentative) return noCall;
    const key = yield* readText(context, call);
    if (typeof key !== "string") return yield* giveUp(context, options, key);
    const colon = yield* skipSpace(reader);
    if (colon !== 0x3a) return yield* giveUp(context, options, endAt(colon, reader.offset, "a colon"));
    reader.step();
    const start = yield* skipSpace(reader);
    const end = yield* readMember(context, call, options, progress, key, start, depth);
    if (end.kind !== "complete") return end;
    const separator = yield* skipSpace(reader);
    if (separator === 0x2c) {
      reader.step();
      if ((yield* skipSpace(reader)) === 0x7d) call.repaired = true;
    } else if (separator !== 0x7d) {
      const end = endAt(separator, reader.offset, "a comma or a closing brace");
      return yield* giveUp(context, options, end, separator === END ? undefined : "");
    }
  }
}

/** The value of one key of the envelope. */
function* readMember(
  context: CallContext,
  call: OpenCall,
  options: EnvelopeOptions,
  progress: Progress,
  key: string,
  start: number,
  depth: number,
): Parsing<ObjectEnd> {
  if (options.nameIsKey && depth === 0 && call.name === undefined) {
    call.named(key);
    return yield* readArguments(context, call, options, progress, start);
  }
  if (wrapperKeys.has(key) && start === 0x7b && depth < 2) {
    return yield* readEnvelopeObject(context, call, options, progress, depth + 1);
  }
  if (options.weak && context.sink.tentative && call.name === undefined && !isQuote(start)) {
    if (key === "name" || key === "tool_name") return noCall;
  }
  if (nameKeys.has(key) && isQuote(start) && call.name === undefined) {
    if (options.weak && context.sink.tentative && !(yield* isOfferedName(context))) return noCall;
    const name = yield* readText(context, call);
    if (typeof name !== "string") return yield* giveUp(context, options, name);
    call.named(name.trim());
    if (progress.argumentsSeen && !(yield* context.prove())) return noCall;
    return complete;
  }
  if (argumentKeys.has(key) && !progress.argumentsSeen) {
    return yield* readArguments(context, call, options, progress, start);
  }
  const end = yield* readJson(context.reader, jsonDrain, "json", context.maxDepth);
  return end.kind === "complete" ? complete : yield* giveUp(context, options, end);
}

/** Looks ahead from a quote: does the whole name of an offered tool follow? Fails at the first character that differs. */
function* isOfferedName(context: CallContext): Parsing<boolean> {
  const { reader, tools } = context;
  if (!tools.onlyKnown) return true;
  const from = reader.offset;
  const quote = reader.peek();
  reader.step();
  const found = yield* anyLiteral(reader, tools.names);
  const offered = found !== undefined && (yield* next(reader)) === quote;
  reader.reset(from);
  return offered;
}

function* readArguments(
  context: CallContext,
  call: OpenCall,
  options: EnvelopeOptions,
  progress: Progress,
  start: number,
): Parsing<ObjectEnd> {
  const { reader } = context;
  const from = reader.offset;
  if (start === 0x7b && context.sink.tentative) {
    if (yield* readsAsSchema(context, call)) return noCall;
    if (reader.limitReached && options.weak) return noCall;
    reader.reset(from);
  }
  progress.argumentsSeen = true;
  if (start === 0x7b) {
    if ((call.name !== undefined || !options.weak) && !(yield* context.prove())) return noCall;
    const end = yield* readJson(reader, callSink(call), "json", context.maxDepth);
    return end.kind === "complete"
      ? complete
      : yield* giveUp(context, options, end, end.kind === "broken" ? end.open : undefined);
  }
  const collector = new JsonCollector();
  const end = yield* readJson(reader, collector, "json", context.maxDepth);
  if (end.kind !== "complete") return yield* giveUp(context, options, end);
  if (collector.repaired) call.repaired = true;
  const inner = unwrapArguments(collector.text, context.maxDepth);
  if (inner === undefined) {
    if (options.weak && context.sink.tentative) return noCall;
    call.delta(collector.text);
  } else {
    if (inner.repaired) call.repaired = true;
    call.delta(inner.text);
  }
  if (call.name !== undefined && !(yield* context.prove())) return noCall;
  return complete;
}

/** A quoted string at the cursor as text, or how it ended instead. */
export function* readText(context: CallContext, call: { repaired: boolean }): Parsing<string | JsonEnd> {
  const code = context.reader.peek();
  if (!isQuote(code)) return endAt(code, context.reader.offset, "a key in double quotes");
  const collector = new JsonCollector();
  const sink: JsonSink = { write: (text) => collector.write(text), repair: () => collector.repair() };
  const end = yield* readJsonString(context.reader, sink, "json");
  if (end.kind !== "complete") return end;
  if (collector.repaired) call.repaired = true;
  return JSON.parse(collector.text) as string;
}

/** Whether a complete object is a call. In a marked form everything that began like one is. */
function* isCall(context: CallContext, call: OpenCall, options: EnvelopeOptions, progress: Progress): Parsing<boolean> {
  if (!context.sink.tentative) return true;
  if (options.weak && (call.name === undefined || !progress.argumentsSeen)) return false;
  return yield* context.prove();
}

/** A broken or cut object: text where nothing is certain yet, else the caller reports it. */
function* giveUp(
  context: CallContext,
  options: EnvelopeOptions,
  end: JsonEnd,
  missing: string | undefined = undefined,
): Parsing<ObjectEnd> {
  if (context.sink.tentative && (options.weak || !(yield* context.prove()))) return noCall;
  return { kind: "unfinished", end, missing };
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
