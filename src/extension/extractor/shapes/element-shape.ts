import type { ElementGrammar } from "../../formats/call-grammar.ts";
import { readArgumentsValue, skipDoubledBraces } from "../arguments-value.ts";
import { type CallBounds, endUnfinished, unfinishedArguments } from "../broken-call.ts";
import { type CallContext, endOfReply, type Outcome, skipBroken } from "../call-context.ts";
import { OpenCall } from "../open-call.ts";
import { readTag } from "../params-head.ts";
import { anyLiteral, endedInside, next, type Parsing, skipSpace, spacedLiteral, takeWhile } from "../parse-steps.ts";
import { strayClose } from "../stray-close.ts";
import { END } from "../text-reader.ts";

const maxName = 256;

/** Reads `<name>` and JSON arguments as child elements, behind the opener. The first child proves the call. */
export function* readElementCall(
  context: CallContext,
  format: string,
  grammar: ElementGrammar,
  from: number,
  opener: string,
): Parsing<Outcome> {
  const { reader } = context;
  const call = new OpenCall(context, format, from);
  const bounds: CallBounds = { from: reader.offset, open: grammar.open, close: grammar.close };
  const children = [...grammar.name.open, ...grammar.arguments.open];
  let hasArguments = false;
  const named = opener === grammar.namedOpen;
  if (named && !(yield* readNameAttribute(context, call, grammar))) return "text";
  for (let seen = named; ; seen = true) {
    const behind = reader.offset;
    const child = yield* spacedLiteral(reader, [...children, ...(seen ? [...grammar.close, ...grammar.open] : [])]);
    if (child === undefined) {
      if (!seen) return "text";
      if (yield* endedInside(reader, [...children, ...grammar.close])) {
        if (call.name === undefined || !hasArguments) call.cut();
        else endOfReply(context, call);
      } else if (call.name === undefined || !hasArguments) {
        const missing = call.name === undefined ? grammar.name.open[0] : grammar.arguments.open[0];
        yield* skipBroken(context, bounds.from, bounds.close, bounds.open);
        call.fail("invalid_json", `${missing} is missing`);
      } else {
        reader.reset(behind);
        call.complete(yield* strayClose(reader, grammar.open));
      }
      return "calls";
    }
    if (grammar.close.includes(child)) {
      call.complete(true);
      return "calls";
    }
    if (grammar.open.includes(child)) {
      reader.reset(behind);
      call.complete(false);
      return "calls";
    }
    if (!seen && !(yield* context.prove())) return "text";
    const isName = grammar.name.open.includes(child);
    if (!isName) hasArguments = true;
    const done = isName
      ? yield* readName(context, call, grammar, bounds)
      : yield* readArguments(context, call, grammar, bounds);
    if (done) return "calls";
  }
}

/** `<tool_use name="NAME">`: an offered name, and what stands in such a call behind it, prove it. */
function* readNameAttribute(context: CallContext, call: OpenCall, grammar: ElementGrammar): Parsing<boolean> {
  const { reader } = context;
  const tag = yield* readTag(reader);
  if (tag === undefined || tag.attributes !== "" || !context.tools.accepts(tag.value)) return false;
  const behind = reader.offset;
  const inside = yield* spacedLiteral(reader, [...grammar.arguments.open, ...grammar.close]);
  if (inside === undefined || !(yield* context.prove())) return false;
  reader.reset(behind);
  call.repaired = true;
  call.named(tag.value);
  return true;
}

/** `true`: the call has ended here. */
function* readName(
  context: CallContext,
  call: OpenCall,
  grammar: ElementGrammar,
  bounds: CallBounds,
): Parsing<boolean> {
  const { reader } = context;
  const name = yield* takeWhile(reader, (code) => code !== 0x3c, maxName);
  if ((yield* next(reader)) === END) {
    call.cut();
    return true;
  }
  if ((yield* anyLiteral(reader, grammar.name.close)) === undefined || name.trim() === "") {
    yield* skipBroken(context, bounds.from, bounds.close, bounds.open);
    call.fail("invalid_json", `${grammar.name.open[0]} does not hold the name of a tool`);
    return true;
  }
  if (call.name === undefined) call.named(name.trim());
  return false;
}

function* readArguments(
  context: CallContext,
  call: OpenCall,
  grammar: ElementGrammar,
  bounds: CallBounds,
): Parsing<boolean> {
  const { reader } = context;
  const fence = yield* spacedLiteral(reader, ["```json", "```"]);
  const code = yield* skipSpace(reader);
  if (code === END) {
    call.cut();
    return true;
  }
  const closers = [...grammar.arguments.close, ...grammar.close];
  if (!(yield* isEmpty(context, grammar, code))) {
    const end = yield* readArgumentsValue(context, call);
    if (end.kind !== "complete") {
      const mended = yield* endUnfinished(context, call, unfinishedArguments(end), { ...bounds, close: closers });
      yield* spacedLiteral(reader, grammar.close);
      if (mended) call.complete(true);
      return true;
    }
  }
  yield* skipDoubledBraces(context, call);
  if (fence !== undefined) {
    call.repaired = true;
    yield* spacedLiteral(reader, ["```"]);
  }
  return yield* closeArguments(context, call, grammar);
}

/** Whether a closing literal stands where the arguments should: there are none. */
function* isEmpty(context: CallContext, grammar: ElementGrammar, code: number): Parsing<boolean> {
  if (code !== 0x3c) return false;
  const from = context.reader.offset;
  const { open, close } = grammar.arguments;
  const found = yield* anyLiteral(context.reader, [...close, ...open, ...grammar.close]);
  context.reader.reset(from);
  return found !== undefined;
}

/** Behind the arguments stands their close, a stray opener in its place, or (forgotten) the close of the call. */
function* closeArguments(context: CallContext, call: OpenCall, grammar: ElementGrammar): Parsing<boolean> {
  const { reader } = context;
  if ((yield* spacedLiteral(reader, grammar.arguments.close)) !== undefined) return false;
  if ((yield* spacedLiteral(reader, grammar.arguments.open)) !== undefined) {
    call.repaired = true;
    return false;
  }
  if ((yield* spacedLiteral(reader, grammar.close)) !== undefined) {
    call.repaired = true;
    call.complete(true);
    return true;
  }
  if (!(yield* endedInside(reader, [...grammar.arguments.close, ...grammar.close]))) {
    yield* strayClose(reader, [...grammar.name.open, ...grammar.close, ...grammar.open]);
    return false;
  }
  if (call.name === undefined) call.cut();
  else endOfReply(context, call);
  return true;
}
