import type { CallContext } from "./call-context.ts";
import { type Field, FieldWriter } from "./field-writer.ts";
import { LiteralStarts } from "./literal-starts.ts";
import { NestedCalls } from "./nested-calls.ts";
import type { OpenCall } from "./open-call.ts";
import { fieldClosers, type ParamsTags } from "./params-tags.ts";
import { anyLiteral, literal, next, type Parsing, skipSpace, spacedLiteral, takeWhile } from "./parse-steps.ts";
import { PlainRun } from "./plain-run.ts";
import { strayClose } from "./stray-close.ts";
import { END, type TextReader } from "./text-reader.ts";

const tab = 0x09;
const lineFeed = 0x0a;
const space = 0x20;
const maxUnknownKey = 64;
const cdataOpen = "<![CDATA[";
const cdataClose = "]]>";

/** Where a value ended: behind its close, before a literal that closes more than the value, or with the reply. */
export type ValueEnd = "closed" | "implied" | "cut";

/** Reads a raw value up to its structural close and writes it to the call, typed. Text streams while it arrives. */
export function* readValue(context: CallContext, call: OpenCall, tags: ParamsTags, field: Field): Parsing<ValueEnd> {
  const { reader } = context;
  const writer = new FieldWriter(context, call, tags, field);
  const asCdata = yield* readCdata(context, tags, field, writer);
  if (asCdata !== undefined) return asCdata;
  const { proper, own } = fieldClosers(tags.grammar.field, field.key);
  const closers = [...proper, ...own];
  const implied = [...tags.fieldOpen, ...tags.itemClose, ...tags.sectionClose, ...markupOf(tags)];
  const markup = { seen: false };
  const nested = new NestedCalls(context, tags, call.name ?? "");
  let lineStart = false;
  const plain = new PlainRun(reader, new LiteralStarts([...closers, ...implied, ...nested.openers]), (text) => {
    writer.add(text);
    lineStart = endsAtLineStart(text, lineStart);
  });
  for (;;) {
    const code = yield* plain.toLiteral();
    if (code === END) return "cut";
    const from = reader.offset;
    yield* nested.enter();
    const found = yield* anyLiteral(reader, closers);
    if (found !== undefined) {
      const close = reader.offset;
      const ends = yield* endsValue(context, tags, { proper: proper.includes(found), oneLine: writer.oneLine });
      if (ends) nested.endField();
      if (ends && !(yield* nested.holds(close))) {
        reader.reset(close);
        if (!proper.includes(found)) call.repaired = true;
        writer.finish();
        return "closed";
      }
    }
    const isData = yield* nested.holds(from);
    reader.reset(from);
    if (isData) {
      markup.seen = true;
      yield* nested.leave();
    } else if (yield* endsImplied(context, tags, field, lineStart, markup)) {
      reader.reset(from);
      call.repaired = true;
      writer.finish();
      return "implied";
    }
    reader.reset(from);
    reader.step();
    writer.add(String.fromCharCode(code));
    lineStart = false;
  }
}

/** Whether nothing but blanks stands on the last line behind this text, where `before` says so of the text before it. */
function endsAtLineStart(text: string, before: boolean): boolean {
  for (let index = text.length - 1; index >= 0; index -= 1) {
    const code = text.charCodeAt(index);
    if (code === lineFeed) return true;
    if (code !== space && code !== tab) return false;
  }
  return before;
}

/**
 * Behind a closing literal: is it structural? Another parameter, the call's close or (for a proper one) the end follows. A
 * stray closing tag may stand between them, and behind a value of one line a parameter that the schema does not know.
 */
function* endsValue(
  context: CallContext,
  tags: ParamsTags,
  { proper, oneLine }: { proper: boolean; oneLine: boolean },
): Parsing<boolean> {
  const { reader } = context;
  const from = reader.offset;
  const code = yield* skipSpace(reader);
  if (code === END) return proper && !reader.limitReached;
  const follow = [...tags.fieldOpen, ...tags.itemClose, ...(proper ? tags.sectionClose : [])];
  const behind = reader.offset;
  if ((yield* anyLiteral(reader, [...follow, ...mangledCloses(tags, proper)])) !== undefined) return true;
  if (!proper) return false;
  if (oneLine && reader.slice(from, behind).includes("\n") && (yield* opensTag(reader))) return true;
  reader.reset(behind);
  const { field } = tags.grammar;
  // The same literal once more shows that this one is part of the value.
  if (field.kind !== "attribute" || (yield* anyLiteral(reader, field.close)) !== undefined) return false;
  return yield* strayClose(reader, tags.itemClose);
}

/** Families with keys and values as pairs are seen to close their reasoning where the call should be closed. */
function mangledCloses(tags: ParamsTags, proper: boolean): readonly string[] {
  return proper && tags.grammar.field.kind === "pair" ? ["</think>"] : [];
}

function* opensTag(reader: TextReader): Parsing<boolean> {
  if (!(yield* literal(reader, "<"))) return false;
  const name = yield* takeWhile(reader, isTagNameCode, maxUnknownKey);
  return name !== "" && (yield* next(reader)) === 0x3e;
}

function isTagNameCode(code: number): boolean {
  return ((code | 32) >= 97 && (code | 32) <= 122) || (code >= 0x30 && code <= 0x39) || code === 0x5f;
}

/**
 * Does a parameter that is still to come, or the end of the call, show that a close is missing? At a line start their tags
 * do; inside a line only a whole key with its value's tag does, or the end of the call as the last thing of the reply, when
 * no other markup of the form stands in the value.
 */
function* endsImplied(
  context: CallContext,
  tags: ParamsTags,
  field: Field,
  lineStart: boolean,
  markup: { seen: boolean },
): Parsing<boolean> {
  const { reader } = context;
  const { field: grammar } = tags.grammar;
  const closes = [...tags.itemClose, ...tags.sectionClose];
  const found = yield* anyLiteral(reader, [...tags.fieldOpen, ...closes, ...markupOf(tags)]);
  if (found === undefined) return false;
  const first = !markup.seen;
  markup.seen = true;
  if (!tags.fieldOpen.includes(found)) {
    if (!closes.includes(found)) return false;
    const isLast = () => !reader.limitReached && (lineStart || (first && context.finish === "stop"));
    if ((yield* skipSpace(reader)) === END) return isLast();
    const inSection = tags.itemClose.includes(found);
    if (lineStart) {
      const follow = [...(inSection ? tags.sectionClose : tags.sectionOpen), ...tags.headOpen];
      const following = yield* anyLiteral(reader, follow);
      const needsHead = !inSection && tags.headOpen.length > 0;
      if (following === undefined || !needsHead || tags.headOpen.includes(following)) return following !== undefined;
      // Other forms share the section's tags: only a call of this form shows that the value has ended.
      return (yield* spacedLiteral(reader, tags.headOpen)) !== undefined;
    }
    if (!inSection || (yield* anyLiteral(reader, tags.sectionClose)) === undefined) return false;
    return (yield* skipSpace(reader)) === END && isLast();
  }
  if (!lineStart && grammar.kind !== "pair") return false;
  const key = grammar.kind === "tag" ? found.slice(found.indexOf("<") + 1, -1) : yield* readKey(context);
  if (key === field.key || field.seen.has(key) || !tags.knownKeys.has(key)) return false;
  if (lineStart || grammar.kind !== "pair") return true;
  if ((yield* anyLiteral(reader, grammar.keyClose)) === undefined) return false;
  return (yield* spacedLiteral(reader, grammar.valueOpen)) !== undefined;
}

/** Openers that end nothing, but show that a value talks about the form. */
function markupOf({ grammar, headOpen }: ParamsTags): readonly string[] {
  return grammar.field.kind === "tag" && grammar.field.prefix !== "" ? [...headOpen, grammar.field.prefix] : headOpen;
}

function* readKey(context: CallContext): Parsing<string> {
  const { reader } = context;
  const quote = yield* next(reader);
  if (quote === 0x22 || quote === 0x27) reader.step();
  let key = "";
  while (key.length < 128) {
    const code = yield* next(reader);
    if (code === END || code === 0x3e || code === 0x3c || code === 0x22 || code === 0x27 || code <= 0x20) break;
    key += String.fromCharCode(code);
    reader.step();
  }
  return key;
}

/** `<![CDATA[…]]>` as the whole value: nothing in it closes anything, and a reply that ends in it was cut. */
function* readCdata(
  context: CallContext,
  tags: ParamsTags,
  field: Field,
  writer: FieldWriter,
): Parsing<ValueEnd | undefined> {
  if (tags.grammar.cdata !== true) return undefined;
  const { reader } = context;
  const from = reader.offset;
  yield* skipSpace(reader);
  if (!(yield* literal(reader, cdataOpen))) {
    reader.reset(from);
    return undefined;
  }
  const content = reader.offset;
  const { proper } = fieldClosers(tags.grammar.field, field.key);
  for (;;) {
    const code = yield* next(reader);
    if (code === END) return "cut";
    const end = reader.offset;
    if (code === 0x5d && (yield* literal(reader, cdataClose))) {
      yield* skipSpace(reader);
      if ((yield* anyLiteral(reader, proper)) !== undefined) {
        writer.verbatim(reader.slice(content, end), content);
        return "closed";
      }
      reader.reset(end);
    }
    reader.step();
  }
}
