import type { HeaderGrammar } from "../../formats/call-grammar.ts";
import { propertiesOf } from "../../formats/tool-signature.ts";
import { readArgumentsValue, skipDoubledBraces } from "../arguments-value.ts";
import { endUnfinished, unfinishedArguments } from "../broken-call.ts";
import { type CallContext, endedWithReply, endOfReply, type Outcome } from "../call-context.ts";
import { OpenCall } from "../open-call.ts";
import {
  anyLiteral,
  isSpace,
  next,
  type Parsing,
  skipSpace,
  spacedLiteral,
  takeUntil,
  takeWhile,
} from "../parse-steps.ts";
import { END } from "../text-reader.ts";
import { isToolNameCode } from "../tool-name-code.ts";

const maxName = 256;
const brace = 0x7b;
const lineFeed = 0x0a;

/** Reads `header NAME … JSON` items behind an opener, which opened the section or the first item. */
export function* readHeaderCalls(
  context: CallContext,
  format: string,
  grammar: HeaderGrammar,
  from: number,
  marker: { readonly section: boolean; readonly weak: boolean },
): Parsing<Outcome> {
  const { reader } = context;
  if (marker.section && (yield* spacedLiteral(reader, grammar.open)) === undefined) return "text";
  let itemFrom = from;
  for (;;) {
    const outcome = yield* readItem(context, format, grammar, itemFrom, marker.weak);
    if (outcome !== "calls") return outcome;
    const behind = reader.offset;
    const following = yield* spacedLiteral(reader, [...(grammar.section?.close ?? []), ...grammar.open]);
    if (following === undefined || !grammar.open.includes(following)) return "calls";
    if (marker.weak) {
      reader.reset(behind);
      return "calls";
    }
    itemFrom = behind;
  }
}

function* readItem(
  context: CallContext,
  format: string,
  grammar: HeaderGrammar,
  from: number,
  weak: boolean,
): Parsing<Outcome> {
  const { reader } = context;
  const call = new OpenCall(context, format, from);
  if (grammar.beforeName !== undefined) yield* spacedLiteral(reader, grammar.beforeName);
  const name = yield* readName(context, grammar);
  const noCall = (): Outcome => {
    if (context.sink.tentative) return "text";
    if (reader.peek() === END) call.cut();
    else call.fail("invalid_json", "its header is broken");
    return "calls";
  };
  if (name === undefined) return noCall();
  if (name === grammar.textName) return context.sink.tentative ? "markup" : "calls";
  if (weak && !context.tools.accepts(name)) return noCall();
  let announced = grammar.rawArguments !== true;
  for (const text of grammar.beforeArguments ?? []) {
    if ((yield* spacedLiteral(reader, [text.trim()])) !== undefined) announced = true;
  }
  if (!announced) return noCall();
  const code = yield* skipSpace(reader);
  const empty = code !== brace && (yield* closesHere(context, grammar));
  const raw = grammar.rawArguments === true && code !== brace && code !== END;
  if (!empty && !raw && code !== brace && code !== 0x22) return noCall();
  if (!(yield* context.prove())) return "text";
  call.named(name);
  if (raw) {
    yield* readRaw(context, call);
    if (reader.peek() === END) {
      endOfReply(context, call);
      return "calls";
    }
  } else if (!empty) {
    const bounds = { from: reader.offset, open: grammar.open, close: grammar.close };
    const end = yield* readArgumentsValue(context, call);
    if (end.kind !== "complete") {
      if (yield* endUnfinished(context, call, unfinishedArguments(end), bounds)) call.complete(true);
      return "calls";
    }
    yield* skipDoubledBraces(context, call);
  }
  yield* closeItem(context, call, grammar);
  return "calls";
}

/** The name up to the first of `nameEnd`; a call id behind it is skipped. */
function* readName(context: CallContext, grammar: HeaderGrammar): Parsing<string | undefined> {
  const { reader } = context;
  const ends = [...grammar.nameEnd, ...(grammar.idOpen ?? [])];
  const firsts = new Set(ends.map((end) => end.charCodeAt(0)));
  if (firsts.has(lineFeed)) yield* takeWhile(reader, (code) => isSpace(code) && code !== lineFeed, maxName);
  else yield* skipSpace(reader);
  const from = reader.offset;
  let name: string | undefined;
  for (;;) {
    yield* takeWhile(reader, (code) => isToolNameCode(code) && !firsts.has(code), maxName);
    const to = reader.offset;
    let code = yield* next(reader);
    if (isSpace(code) && code !== lineFeed) {
      yield* takeWhile(reader, (space) => isSpace(space) && space !== lineFeed, maxName);
      code = yield* next(reader);
    }
    if (code === END || to === from || to - from >= maxName) return undefined;
    if (code === brace && firsts.has(brace)) {
      name ??= reader.slice(from, to);
      break;
    }
    const end = yield* anyLiteral(reader, ends);
    if (end === undefined) {
      if (firsts.has(code) && code !== lineFeed) {
        reader.step();
        continue;
      }
      if (code !== lineFeed || (yield* spacedLiteral(reader, ends)) === undefined) return undefined;
    }
    name ??= reader.slice(from, to);
    if (end === undefined) break;
    if (grammar.idOpen?.includes(end) !== true) break;
  }
  const trimmed = name.trim();
  const plain = grammar.numberedName === true ? trimmed.replace(/^functions\./, "").replace(/:\d+$/, "") : trimmed;
  return plain === "" || /\s/.test(plain) ? undefined : plain;
}

/** Whether the call ends where its arguments should begin. */
function* closesHere(context: CallContext, grammar: HeaderGrammar): Parsing<boolean> {
  const { reader } = context;
  const from = reader.offset;
  const found = yield* anyLiteral(reader, [...grammar.close, ...(grammar.emptyBefore ?? [])]);
  reader.reset(from);
  return found !== undefined;
}

/** Arguments that are no JSON: the rest of the line is the value of the tool's first parameter. */
function* readRaw(context: CallContext, call: OpenCall): Parsing<void> {
  const text = yield* takeUntil(context.reader, (code) => code === lineFeed);
  const [key] = Object.keys(propertiesOf(call.schema));
  if (key !== undefined && text.trim() !== "") call.delta(JSON.stringify({ [key]: text.trim() }));
}

function* closeItem(context: CallContext, call: OpenCall, grammar: HeaderGrammar): Parsing<void> {
  const { reader } = context;
  for (const text of grammar.afterArguments ?? []) yield* spacedLiteral(reader, [text.trim()]);
  if (grammar.close.length === 0 || (yield* spacedLiteral(reader, grammar.close)) !== undefined) {
    call.complete(true);
    return;
  }
  if (!(yield* endedWithReply(context, call, grammar.close))) call.complete(false);
}
