import type { Dialect, JsonEnd, JsonSink } from "./json-reader.ts";
import { next, type Parsing, takeWhile } from "./parse-steps.ts";
import { isJsonEscape, PlainJsonRun } from "./plain-json-run.ts";
import { END, type TextReader } from "./text-reader.ts";

const quotation = 0x22;
const apostrophe = 0x27;
const backslash = 0x5c;
const comma = 0x2c;
const complete: JsonEnd = { kind: "complete" };
const cut: JsonEnd = { kind: "cut", inString: true };
const problem = 'quotes inside a string must be written as \\"';
const unpaired: JsonEnd = { kind: "broken", problem, open: undefined };

const pythonEscapes: Readonly<Record<string, string>> = {
  a: "\\u0007",
  v: "\\u000b",
  "0": "\\u0000",
  "\n": "",
  "'": "'",
};

/** What may stand behind a string: separators, brackets, tags, comments. */
const behindJson = ",:]}<[`|/+";
const behindPython = `${behindJson});#%.`;

/**
 * Reads a quoted string at the cursor and writes it as a JSON string. In a `value` a quote is the string's end only where
 * its end can be; others are quotes that the model forgot to escape (repaired).
 */
export function* readJsonString(
  reader: TextReader,
  sink: JsonSink,
  dialect: Dialect,
  role: "key" | "value" = "key",
): Parsing<JsonEnd> {
  const quote = reader.peek();
  const from = reader.offset;
  reader.step();
  const single = quote === apostrophe;
  if (single && dialect === "json") sink.repair();
  sink.write('"', single ? -1 : from);
  let triple = false;
  let innerQuotes = 0;
  if (dialect === "python" && (yield* next(reader)) === quote) {
    reader.step();
    triple = (yield* next(reader)) === quote;
    if (!triple) {
      sink.write('"', -1);
      return complete;
    }
    reader.step();
  }
  if (dialect === "json" && role === "value" && (yield* opensTriple(reader, quote))) {
    triple = true;
    sink.repair();
  }
  const run = new PlainJsonRun(reader, sink, quote);
  for (;;) {
    if (run.pass()) {
      if (reader.ended) return cut;
      reader.lane = run.pass;
      yield;
      reader.lane = undefined;
      continue;
    }
    const { code } = run;
    if (reader.limitReached) return cut;
    if (code === quote) {
      if (triple && !(yield* tripleQuote(reader, quote))) {
        reader.step();
        sink.write(single ? "'" : '\\"', -1);
        continue;
      }
      const at = reader.offset;
      reader.step();
      if (role === "value" && !triple && (yield* isInnerQuote(reader, quote, dialect))) {
        innerQuotes += 1;
        sink.repair();
        sink.write(single ? "'" : '\\"', -1);
        continue;
      }
      // Quotes come in pairs: behind an odd one it is open which of them ends the string.
      if (!single && innerQuotes % 2 === 1 && (yield* characterBehind(reader)) === comma) return unpaired;
      sink.write('"', single || triple ? -1 : at);
      return complete;
    }
    if (code === backslash) {
      if (!(yield* readEscape(reader, sink, dialect))) return cut;
      continue;
    }
    reader.step();
    if (code !== quotation && dialect === "json") sink.repair();
    sink.write(code === quotation ? '\\"' : escaped(code), -1);
  }
}

/**
 * Behind a quote: does the string go on? It does before another quote at once, or before a word on the same line. A colon
 * shows that the quote of a value is missing somewhere: then nothing is guessed.
 */
function* isInnerQuote(reader: TextReader, quote: number, dialect: Dialect): Parsing<boolean> {
  const code = yield* characterBehind(reader);
  if (code === END || code <= 0x20) return false;
  if (code === quote) return (yield* next(reader)) === quote;
  return !(dialect === "python" ? behindPython : behindJson).includes(String.fromCharCode(code));
}

/** What stands behind the blanks at the cursor, which stays. */
function* characterBehind(reader: TextReader): Parsing<number> {
  const from = reader.offset;
  let code = yield* next(reader);
  while (code === 0x20 || code === 0x09) {
    reader.step();
    code = yield* next(reader);
  }
  reader.reset(from);
  return code;
}

/** Behind the quote that opens a value: two more, and text behind them, make a long string of Python. */
function* opensTriple(reader: TextReader, quote: number): Parsing<boolean> {
  const from = reader.offset;
  for (let count = 0; count < 2; count += 1) {
    if ((yield* next(reader)) !== quote) {
      reader.reset(from);
      return false;
    }
    reader.step();
  }
  const behind = reader.offset;
  const code = yield* characterBehind(reader);
  const isText = code !== END && !",:]}".includes(String.fromCharCode(code));
  reader.reset(isText ? behind : from);
  return isText;
}

/** At the first of three quotes: moves to the last one, or stays. */
function* tripleQuote(reader: TextReader, quote: number): Parsing<boolean> {
  const from = reader.offset;
  reader.step();
  if ((yield* next(reader)) === quote) {
    reader.step();
    if ((yield* next(reader)) === quote) return true;
  }
  reader.reset(from);
  return false;
}

/** Reads one escape and writes it whole, so that no piece of JSON ends inside one. `false`: the reply ended in it. */
function* readEscape(reader: TextReader, sink: JsonSink, dialect: Dialect): Parsing<boolean> {
  const from = reader.offset;
  reader.step();
  const code = yield* next(reader);
  if (code === END) return false;
  if (isJsonEscape(code)) {
    reader.step();
    sink.write(reader.slice(from, reader.offset), from);
    return true;
  }
  const character = String.fromCharCode(code);
  if (character === "u") return yield* readUnicodeEscape(reader, sink, from);
  if (character === "'") {
    reader.step();
    if (dialect === "json") sink.repair();
    sink.write("'", -1);
    return true;
  }
  if (dialect === "python") {
    const known = pythonEscapes[character];
    if (known !== undefined) {
      reader.step();
      sink.write(known, -1);
      return true;
    }
    if (character === "x" || character === "U") {
      reader.step();
      const count = character === "x" ? 2 : 8;
      const digits = yield* takeWhile(reader, isHex, count);
      if (digits.length < count) {
        if ((yield* next(reader)) === END) return false;
        sink.repair();
        sink.write(`\\\\${character}${digits}`, -1);
      } else {
        sink.write(codePointText(digits), -1);
      }
      return true;
    }
  } else {
    sink.repair();
  }
  sink.write("\\\\", -1);
  return true;
}

/** At the `u` of `\u`. A surrogate waits for its other half; one without is U+FFFD, as no event may hold half a character. */
function* readUnicodeEscape(reader: TextReader, sink: JsonSink, from: number): Parsing<boolean> {
  reader.step();
  const digits = yield* takeWhile(reader, isHex, 4);
  if (digits.length < 4) {
    if ((yield* next(reader)) === END) return false;
    sink.repair();
    sink.write(`\\\\u${digits}`, -1);
    return true;
  }
  const unit = Number.parseInt(digits, 16);
  if (unit < 0xd800 || unit > 0xdfff) {
    sink.write(reader.slice(from, reader.offset), from);
    return true;
  }
  if (unit < 0xdc00) {
    const afterFirst = reader.offset;
    for (const expected of ["\\", "u"]) {
      const code = yield* next(reader);
      if (code === END) return false;
      if (code !== expected.charCodeAt(0)) {
        reader.reset(afterFirst);
        sink.write("\\ufffd", -1);
        return true;
      }
      reader.step();
    }
    const low = yield* takeWhile(reader, isHex, 4);
    if (low.length < 4 && (yield* next(reader)) === END) return false;
    if (/^[dD][c-fC-F]/.test(low) && low.length === 4) {
      sink.write(reader.slice(from, reader.offset), from);
      return true;
    }
    reader.reset(afterFirst);
  }
  sink.write("\\ufffd", -1);
  return true;
}

function codePointText(digits: string): string {
  const point = Number.parseInt(digits, 16);
  const isCharacter = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  return JSON.stringify(String.fromCodePoint(isCharacter ? point : 0xfffd)).slice(1, -1);
}

function isHex(code: number): boolean {
  const letter = code | 32;
  return (code >= 48 && code <= 57) || (letter >= 97 && letter <= 102);
}

function escaped(code: number): string {
  return JSON.stringify(String.fromCharCode(code)).slice(1, -1);
}
