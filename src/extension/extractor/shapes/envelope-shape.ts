import type { EnvelopeGrammar } from "../../formats/call-grammar.ts";
import { skipDoubledBraces } from "../arguments-value.ts";
import { endUnfinished } from "../broken-call.ts";
import { type CallContext, endedWithReply, endOfReply, type Outcome } from "../call-context.ts";
import { readEnvelopeObject } from "../envelope-object.ts";
import { OpenCall } from "../open-call.ts";
import { anyLiteral, isSpace, next, type Parsing, skipSpace, spacedLiteral } from "../parse-steps.ts";
import { strayClose } from "../stray-close.ts";
import { END } from "../text-reader.ts";

const brace = 0x7b;
const bracket = 0x5b;

/** Where and how a block of JSON calls is read. */
export interface EnvelopeBlock {
  readonly format: string;
  readonly grammar: EnvelopeGrammar;
  /** Offset of the block's first character. */
  readonly from: number;
  /** Markerless: only offered names count. */
  readonly weak: boolean;
  readonly close: readonly string[];
  /** A fence inside the tags: the calls are mended. */
  readonly fenced?: boolean;
}

type ItemEnd = "next" | "end" | "text";

/** Reads the calls behind an opener, or at the cursor for markerless forms: one object, several, or an array. */
export function* readEnvelopes(context: CallContext, block: EnvelopeBlock): Parsing<Outcome> {
  const { reader } = context;
  let code = yield* skipSpace(reader);
  if (!block.weak && code === 0x60) {
    if ((yield* anyLiteral(reader, ["```json", "```"])) === undefined) return "text";
    code = yield* skipSpace(reader);
    const fenced = { ...block, close: ["```"], fenced: true };
    const outcome = yield* readList(context, fenced, code);
    if (outcome !== "text") yield* spacedLiteral(reader, block.close);
    return outcome;
  }
  return yield* readList(context, block, code);
}

function* readList(context: CallContext, block: EnvelopeBlock, code: number): Parsing<Outcome> {
  if (code !== brace && code !== bracket) return "text";
  const { reader } = context;
  let inArray = code === bracket;
  if (inArray) reader.step();
  let from = block.from;
  for (let first = true; ; first = false) {
    const start = yield* skipSpace(reader);
    if (start !== brace) {
      if (first) return "text";
      if (inArray && start === bracket + 2) {
        reader.step();
        inArray = false;
        yield* spacedLiteral(reader, block.close);
      }
      return "calls";
    }
    const end = yield* readItem(context, block, from, inArray);
    if (end !== "next") return end === "text" ? "text" : "calls";
    from = reader.offset;
  }
}

/** One object and what follows it. `text` only while nothing is certain. */
function* readItem(context: CallContext, block: EnvelopeBlock, from: number, inArray: boolean): Parsing<ItemEnd> {
  const { reader } = context;
  const objectFrom = reader.offset;
  const call = new OpenCall(context, block.format, from);
  if (block.fenced === true) call.repaired = true;
  const weak = block.weak && context.sink.tentative;
  const object = yield* readEnvelopeObject(context, call, { weak, nameIsKey: block.grammar.nameIsKey === true });
  if (object === "noCall") return "text";
  if (object !== "complete") {
    // An object that is broken on its first line ends there when the next line begins with another one.
    const onOneLine = !reader.slice(objectFrom, reader.offset).includes("\n");
    const nextLine = onOneLine && block.close.length > 0 && !inArray ? ["\n{"] : [];
    const bounds = { from: objectFrom, open: [...block.grammar.open, ...nextLine], close: block.close };
    if (yield* endUnfinished(context, call, object.unfinished, bounds)) call.complete(true);
    const behind = reader.offset;
    const another = nextLine.length > 0 && (yield* skipSpace(reader)) === brace;
    reader.reset(behind);
    return another ? "next" : "end";
  }
  yield* skipDoubledBraces(context, call);
  return inArray ? yield* endElement(context, call, block) : yield* endObject(context, call, block);
}

/** In an array an element stands as soon as a comma or the bracket is seen. */
function* endElement(context: CallContext, call: OpenCall, block: EnvelopeBlock): Parsing<ItemEnd> {
  const { reader } = context;
  const behind = reader.offset;
  const code = yield* skipSpace(reader);
  if (code === 0x2c || code === bracket + 2) {
    if (code === 0x2c) reader.step();
    call.complete(true);
    return "next";
  }
  if (code === END) {
    endOfReply(context, call);
    return "end";
  }
  if ((yield* anyLiteral(reader, block.close)) !== undefined) call.repaired = true;
  else reader.reset(behind);
  call.complete(true);
  return code === brace ? "next" : "end";
}

/** Behind an object: the closing literal, another object, or something else. */
function* endObject(context: CallContext, call: OpenCall, block: EnvelopeBlock): Parsing<ItemEnd> {
  const { reader } = context;
  if (block.close.length === 0) {
    call.complete(true);
    return !block.weak && (yield* anotherObject(context)) ? "next" : "end";
  }
  const behind = reader.offset;
  if ((yield* spacedLiteral(reader, block.close)) !== undefined) {
    call.complete(true);
    return "end";
  }
  if (yield* endedWithReply(context, call, block.close)) return "end";
  yield* skipSpace(reader);
  const opener = reader.offset;
  if ((yield* anyLiteral(reader, block.grammar.open)) !== undefined) {
    const inside = yield* skipSpace(reader);
    const another = inside === brace || inside === bracket;
    if (another) reader.reset(opener);
    else call.repaired = true;
    call.complete(!another);
    return "end";
  }
  reader.reset(behind);
  if (yield* strayClose(reader, block.grammar.open)) {
    call.complete(true);
    return "end";
  }
  const another = yield* anotherObject(context);
  call.complete(another);
  return another ? "next" : "end";
}

/** Objects are separated by white space, commas or semicolons. Stays where it is when no other object follows. */
function* anotherObject(context: CallContext): Parsing<boolean> {
  const { reader } = context;
  const from = reader.offset;
  let code = yield* next(reader);
  while (isSpace(code) || code === 0x2c || code === 0x3b) {
    reader.step();
    code = yield* next(reader);
  }
  if (code === brace) return true;
  reader.reset(from);
  return false;
}
