import { readJsonString } from "./json-string.ts";
import { anyLiteral, next, type Parsing, skipSpace, takeWhile } from "./parse-steps.ts";
import { END, type TextReader } from "./text-reader.ts";

/** Receives clean JSON, piece by piece, while sloppy JSON or Python literals are read. */
export interface JsonSink {
  /** `from` is the place in the reply where `text` stands word for word, or -1. */
  write(text: string, from: number): void;
  /** Something was mended. */
  repair(): void;
}

/** `python`: words, quotes and tuples of Python are the form itself, not a repair. */
export type Dialect = "json" | "python";

/** How reading a value ended. `open` are the brackets that would balance what was written, where only they are missing. */
export type JsonEnd =
  | { readonly kind: "complete" }
  | { readonly kind: "cut"; readonly inString: boolean }
  | { readonly kind: "broken"; readonly problem: string; readonly open: string | undefined }
  | { readonly kind: "too_deep" };

const complete: JsonEnd = { kind: "complete" };
const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const jsonWords = new Map([
  ["true", "true"],
  ["false", "false"],
  ["null", "null"],
]);
const pythonWords = new Map([
  ["True", "true"],
  ["False", "false"],
  ["None", "null"],
]);
const words = [...jsonWords.keys(), ...pythonWords.keys()];
const maxToken = 1024;

type Expected = "value" | "value_or_close" | "key" | "key_or_close" | "colon" | "separator";

/**
 * Reads one value at the cursor, in one pass, and writes it as clean JSON. It accepts what models really write (single
 * quotes, Python words, trailing commas, raw line breaks in strings, lone backslashes) and reports the first character
 * that it cannot accept, with the cursor on it.
 */
export function* readJson(reader: TextReader, sink: JsonSink, dialect: Dialect, maxDepth: number): Parsing<JsonEnd> {
  const closers: string[] = [];
  let expected: Expected = "value";
  let commaAt = -1;
  for (;;) {
    const spaceAt = reader.offset;
    const code = yield* skipSpace(reader);
    if (code === END) return { kind: "cut", inString: false };
    const character = String.fromCharCode(code);
    const closing = character === "}" || character === "]" || character === ")";
    if (closing && (expected === "separator" || expected.endsWith("_or_close") || commaAt >= 0)) {
      if (commaAt >= 0) {
        if (dialect === "json") sink.repair();
      } else {
        sink.write(reader.slice(spaceAt, reader.offset), spaceAt);
      }
      commaAt = -1;
      if (!close(sink, closers, character, reader.offset)) return broken(reader, character, closers, expected);
      reader.step();
      if (closers.length === 0) return complete;
      expected = "separator";
      continue;
    }
    if (commaAt >= 0) {
      sink.write(reader.slice(commaAt, reader.offset), commaAt);
      commaAt = -1;
    } else {
      sink.write(reader.slice(spaceAt, reader.offset), spaceAt);
    }
    switch (expected) {
      case "separator":
        if (character !== ",") return broken(reader, character, closers, expected);
        commaAt = reader.offset;
        reader.step();
        expected = closers.at(-1) === "}" ? "key" : "value";
        continue;
      case "colon":
        if (character !== ":") return broken(reader, character, closers, expected);
        sink.write(":", reader.offset);
        reader.step();
        expected = "value";
        continue;
      case "key":
      case "key_or_close": {
        const end = yield* readKey(reader, sink, dialect, character);
        if (end.kind !== "complete") return end;
        expected = "colon";
        continue;
      }
      case "value":
      case "value_or_close": {
        if (character === "{" || character === "[" || (character === "(" && dialect === "python")) {
          if (closers.length >= maxDepth) return { kind: "too_deep" };
          closers.push(character === "{" ? "}" : character === "[" ? "]" : ")");
          sink.write(character === "(" ? "[" : character, character === "(" ? -1 : reader.offset);
          reader.step();
          expected = character === "{" ? "key_or_close" : "value_or_close";
          continue;
        }
        const end = yield* readScalar(reader, sink, dialect, character);
        if (end.kind !== "complete") return end;
        if (closers.length === 0) return complete;
        expected = "separator";
      }
    }
  }
}

/** Writes the closing bracket; where a bracket of another kind was forgotten before it, writes that first. */
function close(sink: JsonSink, closers: string[], character: string, offset: number): boolean {
  if (closers.at(-1) !== character) {
    const at = closers.lastIndexOf(character);
    if (at < 0) return false;
    sink.repair();
    for (const missing of closers.splice(at + 1).reverse()) sink.write(missing === ")" ? "]" : missing, -1);
  }
  closers.pop();
  sink.write(character === ")" ? "]" : character, character === ")" ? -1 : offset);
  return true;
}

function* readKey(reader: TextReader, sink: JsonSink, dialect: Dialect, character: string): Parsing<JsonEnd> {
  if (character === '"' || character === "'") return yield* readJsonString(reader, sink, dialect);
  if (dialect === "json") return broken(reader, character, [], "key");
  const token = yield* readToken(reader);
  if (token === "") return broken(reader, character, [], "key");
  sink.write(JSON.stringify(token), -1);
  return complete;
}

function* readScalar(reader: TextReader, sink: JsonSink, dialect: Dialect, character: string): Parsing<JsonEnd> {
  if (character === '"' || character === "'") return yield* readJsonString(reader, sink, dialect, "value");
  const from = reader.offset;
  if (!isWordStart(character) && !/[-+.\d]/.test(character)) return broken(reader, character, [], "value");
  const token = isWordStart(character) ? yield* readWord(reader) : yield* readNumber(reader, dialect);
  const clean = number.test(token) ? token : jsonWords.get(token);
  if (clean !== undefined) {
    sink.write(clean, from);
    return complete;
  }
  const python = pythonWords.get(token) ?? (dialect === "python" ? pythonNumber(token) : undefined);
  if (python !== undefined) {
    if (dialect === "json") sink.repair();
    sink.write(python, -1);
    return complete;
  }
  if (reader.peek() === END) return { kind: "cut", inString: false };
  reader.reset(from);
  return broken(reader, yield* nextCharacter(reader), [], "value");
}

function* readToken(reader: TextReader): Parsing<string> {
  return yield* takeWhile(reader, isTokenCode, maxToken);
}

function* readNumber(reader: TextReader, dialect: Dialect): Parsing<string> {
  return dialect === "python" ? yield* readToken(reader) : yield* takeWhile(reader, isNumberCode, maxToken);
}

/** A word, as long as it may be one that we know: anything else is seen at its first strange character. */
function* readWord(reader: TextReader): Parsing<string> {
  return (yield* anyLiteral(reader, words)) ?? "";
}

function isWordStart(character: string): boolean {
  return words.some((word) => word.startsWith(character));
}

function* nextCharacter(reader: TextReader): Parsing<string> {
  const code = yield* next(reader);
  return code === END ? "" : String.fromCharCode(code);
}

function pythonNumber(token: string): string | undefined {
  if (!/^[+-]?[\d.]/.test(token)) return undefined;
  const value = Number(token.replaceAll("_", ""));
  return token !== "" && Number.isFinite(value) ? JSON.stringify(value) : undefined;
}

function isNumberCode(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46 || (code | 32) === 101;
}

/** Numbers of Python, and bare keys. */
function isTokenCode(code: number): boolean {
  const letter = (code | 32) >= 97 && (code | 32) <= 122;
  return letter || (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46 || code === 95;
}

function broken(reader: TextReader, character: string, closers: readonly string[], expected: Expected): JsonEnd {
  const wanted = { separator: "a comma or a closing bracket", colon: "a colon", key: "a key in double quotes" };
  const what =
    expected === "separator" || expected === "colon"
      ? wanted[expected]
      : expected.startsWith("key")
        ? wanted.key
        : "a value";
  const balanced = expected === "separator" && closers.length > 0;
  return {
    kind: "broken",
    problem: `${what} was expected where ${JSON.stringify(character)} stands (character ${reader.offset})`,
    open: balanced ? [...closers].reverse().join("").replaceAll(")", "]") : undefined,
  };
}
