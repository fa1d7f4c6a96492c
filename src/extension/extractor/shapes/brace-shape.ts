import { isJsonObject, type JsonValue } from "../../../shared/json.ts";
import type { BraceGrammar } from "../../formats/call-grammar.ts";
import { parameterSchema, typeParameter } from "../../formats/parameter-typing.ts";
import { inJsonString } from "../arguments-text.ts";
import { type CallContext, endedWithReply, type Outcome, skipBroken } from "../call-context.ts";
import { JsonCollector, lenientValue } from "../clean-json.ts";
import { readJsonString } from "../json-string.ts";
import { LiteralStarts } from "../literal-starts.ts";
import { OpenCall } from "../open-call.ts";
import {
  anyLiteral,
  literal,
  next,
  type Parsing,
  skipSpace,
  spacedLiteral,
  takeUntil,
  takeWhile,
} from "../parse-steps.ts";
import { PlainRun } from "../plain-run.ts";
import { TextParts } from "../text-parts.ts";
import { END } from "../text-reader.ts";

const openBrace = 0x7b;
const closeBrace = 0x7d;
const closeBracket = 0x5d;
const comma = 0x2c;
const maxName = 256;

/** What the reading of a value needs to know about its place. */
interface Place {
  readonly context: CallContext;
  readonly call: OpenCall;
  readonly quotes: readonly string[];
}

type Status = "ok" | "cut" | "broken" | "too_deep";

/** Reads `call:NAME{key:value,…}` behind the opener, several times where they follow each other. */
export function* readBraceCall(
  context: CallContext,
  format: string,
  grammar: BraceGrammar,
  from: number,
): Parsing<Outcome> {
  const { reader } = context;
  let itemFrom = from;
  for (;;) {
    const bodyFrom = reader.offset;
    const call = new OpenCall(context, format, itemFrom);
    const name = yield* readName(context);
    if (name === undefined || !(yield* context.prove())) {
      if (context.sink.tentative) return "text";
      if (reader.peek() === END) call.cut();
      else call.fail("invalid_json", "its name is broken");
      return "calls";
    }
    call.named(name);
    const status = yield* readObject({ context, call, quotes: grammar.quotes }, 1);
    if (status !== "ok") {
      yield* fail(context, call, status, bodyFrom, grammar);
      return "calls";
    }
    if (!(yield* another(context, call, grammar))) return "calls";
    itemFrom = reader.offset;
  }
}

function* readName(context: CallContext): Parsing<string | undefined> {
  const { reader } = context;
  yield* skipSpace(reader);
  if (!(yield* literal(reader, "call:"))) return undefined;
  const name = yield* takeWhile(reader, (code) => code !== openBrace && code !== 0x3c && code > 0x20, maxName);
  return name !== "" && (yield* skipSpace(reader)) === openBrace ? name : undefined;
}

function* fail(
  context: CallContext,
  call: OpenCall,
  status: Exclude<Status, "ok">,
  from: number,
  grammar: BraceGrammar,
): Parsing<void> {
  if (status === "cut") {
    call.cut();
    return;
  }
  yield* skipBroken(context, from, grammar.close, grammar.open);
  if (status === "broken") call.fail("invalid_json", "a key, a value or a separator is missing in them");
  else call.fail("limit", `nested more than ${context.maxDepth} levels deep`);
}

/** Ends the call; `true` when another one follows inside the same tokens. */
function* another(context: CallContext, call: OpenCall, grammar: BraceGrammar): Parsing<boolean> {
  const { reader } = context;
  if ((yield* spacedLiteral(reader, grammar.close)) !== undefined) {
    call.complete(true);
    return false;
  }
  if (yield* endedWithReply(context, call, grammar.close)) return false;
  const behind = reader.offset;
  yield* skipSpace(reader);
  const start = reader.offset;
  const follows = yield* literal(reader, "call:");
  reader.reset(follows ? start : behind);
  call.complete(follows);
  return follows;
}

/** At `{`: keys stand bare or quoted. */
function* readObject(place: Place, depth: number): Parsing<Status> {
  const { reader, maxDepth } = place.context;
  if (depth > maxDepth) return "too_deep";
  reader.step();
  place.call.delta("{");
  for (let count = 0; ; count += 1) {
    const code = yield* skipSpace(reader);
    if (code === END) return "cut";
    if (code === closeBrace) {
      reader.step();
      place.call.delta("}");
      return "ok";
    }
    const key = yield* readKey(place, code);
    if (key === undefined || key === "") return (yield* next(reader)) === END ? "cut" : "broken";
    if ((yield* skipSpace(reader)) !== 0x3a) return (yield* next(reader)) === END ? "cut" : "broken";
    reader.step();
    place.call.delta(`${count === 0 ? "" : ","}${JSON.stringify(key)}:`);
    const status = yield* readValue(place, depth, depth === 1 ? key : undefined);
    if (status !== "ok") return status;
    const separator = yield* skipSpace(reader);
    if (separator === comma) reader.step();
    else if (separator !== closeBrace) return separator === END ? "cut" : "broken";
  }
}

function* readKey(place: Place, code: number): Parsing<string | undefined> {
  const { reader } = place.context;
  if ((yield* anyLiteral(reader, place.quotes)) !== undefined) {
    const parts = new TextParts();
    return (yield* quotedText(place, [0x3a], (text) => parts.append(text))) ? parts.toString() : undefined;
  }
  if (code === 0x22) {
    const collector = new JsonCollector();
    const end = yield* readJsonString(reader, collector, "json");
    return end.kind === "complete" ? (JSON.parse(collector.text) as string) : undefined;
  }
  return (yield* takeWhile(reader, (char) => char !== 0x3a && char !== comma && char !== closeBrace, maxName)).trim();
}

function* readValue(place: Place, depth: number, key: string | undefined): Parsing<Status> {
  const { context, call } = place;
  const { reader } = context;
  const code = yield* skipSpace(reader);
  if (code === END) return "cut";
  if (code === openBrace) return yield* readObject(place, depth + 1);
  if (code === 0x5b) return yield* readArray(place, depth + 1);
  if ((yield* anyLiteral(reader, place.quotes)) !== undefined) {
    call.delta('"');
    const whole = yield* quotedText(place, [comma, closeBrace, closeBracket], (text, from) => {
      if (from < 0) call.delta(inJsonString(text));
      else call.stringDelta(text, from);
    });
    if (!whole) return "cut";
    call.delta('"');
    return "ok";
  }
  if (code === 0x22) {
    const sink = { write: (text: string) => call.delta(text), repair: () => undefined };
    return (yield* readJsonString(reader, sink, "json")).kind === "complete" ? "ok" : "cut";
  }
  const ends = (char: number) => char === comma || char === closeBrace || char === closeBracket;
  const text = (yield* takeUntil(reader, ends)).trim();
  if ((yield* next(reader)) === END) return "cut";
  call.delta(JSON.stringify(typedScalar(place, key, text)));
  return "ok";
}

function* readArray(place: Place, depth: number): Parsing<Status> {
  const { reader, maxDepth } = place.context;
  if (depth > maxDepth) return "too_deep";
  reader.step();
  place.call.delta("[");
  for (let count = 0; ; count += 1) {
    const code = yield* skipSpace(reader);
    if (code === END) return "cut";
    if (code === closeBracket) {
      reader.step();
      place.call.delta("]");
      return "ok";
    }
    if (count > 0) place.call.delta(",");
    const status = yield* readValue(place, depth, undefined);
    if (status !== "ok") return status;
    const separator = yield* skipSpace(reader);
    if (separator === comma) reader.step();
    else if (separator !== closeBracket) return separator === END ? "cut" : "broken";
  }
}

/**
 * Passes on the text up to the quote that one of these characters follows: the quote token also stands for `"` inside a
 * value. A piece that stands nowhere in the reply comes with -1. `false`: the reply ended in it.
 */
function* quotedText(
  place: Place,
  follow: readonly number[],
  onPiece: (text: string, from: number) => void,
): Parsing<boolean> {
  const { reader } = place.context;
  const [quote = ""] = place.quotes;
  const plain = new PlainRun(reader, new LiteralStarts([quote]), onPiece);
  for (;;) {
    const first = yield* plain.toLiteral();
    if (first === END) return false;
    const at = reader.offset;
    if (yield* literal(reader, quote)) {
      const behind = reader.offset;
      const ends = follow.includes(yield* skipSpace(reader));
      reader.reset(behind);
      if (ends) return true;
      onPiece('"', -1);
    } else {
      reader.step();
      onPiece(String.fromCharCode(first), at);
    }
  }
}

function typedScalar(place: Place, key: string | undefined, text: string): JsonValue {
  const lenient = (value: string) => lenientValue(value, place.context.maxDepth);
  const root = place.call.schema;
  const schema = key === undefined ? undefined : parameterSchema(root, key);
  if (schema !== undefined) return typeParameter(text, schema, root, lenient);
  const value = lenient(text);
  return value === undefined || isJsonObject(value) ? text : value;
}
