import type { PythonGrammar } from "../../formats/call-grammar.ts";
import { endUnfinished, unfinishedArguments } from "../broken-call.ts";
import { type CallContext, endOfReply, type Outcome } from "../call-context.ts";
import { callSink } from "../clean-json.ts";
import { type JsonEnd, readJson } from "../json-reader.ts";
import { OpenCall } from "../open-call.ts";
import { anyLiteral, literal, type Parsing, skipSpace, spacedLiteral, takeWhile } from "../parse-steps.ts";
import { END } from "../text-reader.ts";

const openBracket = 0x5b;
const closeBracket = 0x5d;
const openParenthesis = 0x28;
const closeParenthesis = 0x29;
const comma = 0x2c;
const maxName = 256;

/** Where and how a block of Python calls is read. */
export interface PythonBlock {
  readonly format: string;
  readonly grammar: PythonGrammar;
  readonly from: number;
  /** Markerless: one offered name in the list proves it. */
  readonly weak: boolean;
  readonly close: readonly string[];
}

type ItemEnd = "next" | "end" | "text";

/** Reads `[f(a=1), g()]`, or calls on lines, behind an opener or at the cursor. */
export function* readPythonCalls(context: CallContext, block: PythonBlock): Parsing<Outcome> {
  const { reader } = context;
  const behindOpener = reader.offset;
  const inList = (yield* skipSpace(reader)) === openBracket;
  if (inList) reader.step();
  let from = block.from;
  let itemFrom = behindOpener;
  for (let first = true; ; first = false) {
    const code = yield* skipSpace(reader);
    if (!first && (code === closeBracket || code === END)) {
      if (code === closeBracket) reader.step();
      if (context.sink.tentative) return "text";
      yield* spacedLiteral(reader, block.close);
      return "calls";
    }
    if (!first && (yield* anyLiteral(reader, block.close)) !== undefined) {
      return context.sink.tentative ? "text" : "calls";
    }
    const end = yield* readItem(context, block, from, itemFrom, inList);
    if (end === "text") {
      if (!context.sink.tentative) reader.reset(from);
      return context.sink.tentative ? "text" : "calls";
    }
    if (end === "end") return context.sink.tentative ? "text" : "calls";
    from = reader.offset;
    itemFrom = from;
  }
}

/** One call and the separator behind it. `text` before anything of it is certain. */
function* readItem(
  context: CallContext,
  block: PythonBlock,
  from: number,
  itemFrom: number,
  inList: boolean,
): Parsing<ItemEnd> {
  const { reader } = context;
  const printed = yield* literal(reader, "print(");
  if (printed) yield* skipSpace(reader);
  const written = yield* takeWhile(reader, isNameCode, maxName);
  if (written === "" || /^[\d./:-]/.test(written) || (yield* skipSpace(reader)) !== openParenthesis) return "text";
  const name = offeredName(context, written);
  if (!block.weak || context.tools.accepts(name)) {
    if (!(yield* context.prove())) return "text";
  }
  const call = new OpenCall(context, block.format, from);
  reader.step();
  call.named(name);
  const end = yield* readKeywords(context, call);
  if (end.kind !== "complete") {
    if (context.sink.tentative) return "text";
    if (
      yield* endUnfinished(context, call, unfinishedArguments(end), {
        from: itemFrom,
        open: block.grammar.open,
        close: block.close,
      })
    ) {
      call.complete(true);
    }
    return "end";
  }
  if (printed) {
    if ((yield* skipSpace(reader)) === closeParenthesis) reader.step();
  }
  return inList ? yield* endListItem(context, call) : endLine(call);
}

function endLine(call: OpenCall): ItemEnd {
  call.complete(true);
  return "next";
}

/** In a list a call stands as soon as a comma or the bracket is seen. */
function* endListItem(context: CallContext, call: OpenCall): Parsing<ItemEnd> {
  const { reader } = context;
  const behind = reader.offset;
  const code = yield* skipSpace(reader);
  if (code === END) {
    endOfReply(context, call);
    return "end";
  }
  if (code === comma) reader.step();
  else if (code !== closeBracket) {
    reader.reset(behind);
    call.complete(false);
    return "end";
  }
  call.complete(true);
  return "next";
}

/** `key=value, …)` behind the opening parenthesis, written as one JSON object. */
function* readKeywords(context: CallContext, call: OpenCall): Parsing<JsonEnd> {
  const { reader } = context;
  for (let count = 0; ; count += 1) {
    const code = yield* skipSpace(reader);
    if (code === closeParenthesis) {
      reader.step();
      call.delta(count === 0 ? "{}" : "}");
      return { kind: "complete" };
    }
    if (count === 0 && code === 0x7b) return yield* readDictionary(context, call);
    const key = yield* takeWhile(reader, isNameCode, maxName);
    const equals = yield* skipSpace(reader);
    if (equals === END) return { kind: "cut", inString: false };
    if (key === "" || equals !== 0x3d) return brokenAt(reader.offset, "an argument name and =");
    reader.step();
    if ((yield* skipSpace(reader)) === END) return { kind: "cut", inString: false };
    call.delta(`${count === 0 ? "{" : ","}${JSON.stringify(key)}:`);
    const end = yield* readJson(reader, callSink(call), "python", context.maxDepth);
    if (end.kind !== "complete") return end.kind === "broken" ? { ...end, open: undefined } : end;
    const separator = yield* skipSpace(reader);
    if (separator === END) return { kind: "cut", inString: false };
    if (separator === comma) reader.step();
    else if (separator !== closeParenthesis) return brokenAt(reader.offset, "a comma or a closing parenthesis");
  }
}

/** One dictionary in place of keywords. */
function* readDictionary(context: CallContext, call: OpenCall): Parsing<JsonEnd> {
  const { reader } = context;
  call.repaired = true;
  const end = yield* readJson(reader, callSink(call), "python", context.maxDepth);
  if (end.kind !== "complete") return end.kind === "broken" ? { ...end, open: undefined } : end;
  const code = yield* skipSpace(reader);
  if (code === END) return { kind: "cut", inString: false };
  if (code !== closeParenthesis) return brokenAt(reader.offset, "a closing parenthesis");
  reader.step();
  return end;
}

/** The name as it is offered: prompts make some models put a module before it or a method behind it. */
function offeredName(context: CallContext, written: string): string {
  const names = [written, written.replace(/^(default_api|functions|tools)\./, ""), written.replace(/\.call$/, "")];
  return names.find((name) => context.tools.offers(name)) ?? written;
}

function brokenAt(offset: number, wanted: string): JsonEnd {
  return { kind: "broken", problem: `${wanted} was expected at character ${offset}`, open: undefined };
}

/**
 * Identifiers, letters outside ASCII too, and what else the names of tools and parameters have: models write them as they
 * were offered, though no Python reads `git-log(max-count=1)`.
 */
function isNameCode(code: number): boolean {
  const letter = code | 32;
  if ((letter >= 97 && letter <= 122) || (code >= 48 && code <= 57)) return true;
  return code === 0x5f || code === 0x2e || code === 0x2d || code === 0x2f || code === 0x3a || code >= 0xaa;
}
