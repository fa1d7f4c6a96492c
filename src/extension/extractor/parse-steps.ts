import { END, PENDING, type TextReader } from "./text-reader.ts";

/**
 * A parser that can pause: it yields when it needs more text and goes on where it was. Its decisions depend on the
 * characters alone, never on how they were split, which makes a stream equal to a batch by construction.
 */
export type Parsing<T> = Generator<void, T, void>;

const tab = 9;
const lineFeed = 10;
const carriageReturn = 13;
const space = 32;

export function isSpace(code: number): boolean {
  return code === space || code === lineFeed || code === tab || code === carriageReturn;
}

/** The next character code, or `END`. */
export function* next(reader: TextReader): Parsing<number> {
  let code = reader.peek();
  while (code === PENDING) {
    yield;
    code = reader.peek();
  }
  return code;
}

/** Skips white space and answers the character code behind it. */
export function* skipSpace(reader: TextReader): Parsing<number> {
  for (;;) {
    let code = reader.peek();
    while (code === PENDING) {
      yield;
      code = reader.peek();
    }
    if (!isSpace(code)) return code;
    reader.step();
  }
}

/** Consumes the literal, or nothing. Fails at the first character that differs. */
export function* literal(reader: TextReader, text: string): Parsing<boolean> {
  const from = reader.offset;
  for (let index = 0; index < text.length; index += 1) {
    let code = reader.peek();
    while (code === PENDING) {
      yield;
      code = reader.peek();
    }
    if (code !== text.charCodeAt(index)) {
      if (index > 0) reader.reset(from);
      return false;
    }
    reader.step();
  }
  return true;
}

/** Consumes the longest of the literals that stands here and answers it. */
export function* anyLiteral(reader: TextReader, texts: readonly string[]): Parsing<string | undefined> {
  if (texts.length === 0) return undefined;
  const from = reader.offset;
  let live = texts;
  let found: string | undefined;
  for (let length = 0; live.length > 0; length += 1) {
    const complete = live.find((text) => text.length === length);
    if (complete !== undefined) {
      found = complete;
      live = live.filter((text) => text.length > length);
      if (live.length === 0) break;
    }
    let code = reader.peek();
    while (code === PENDING) {
      yield;
      code = reader.peek();
    }
    if (code === END) break;
    live = live.filter((text) => text.charCodeAt(length) === code);
    if (live.length > 0) reader.step();
  }
  reader.reset(from + (found?.length ?? 0));
  return found;
}

/**
 * Whether the reply ended inside one of the literals, white space before it or not. Then the cursor moves to its end:
 * half a closing literal is nobody's text.
 */
export function* endedInside(reader: TextReader, texts: readonly string[]): Parsing<boolean> {
  const from = reader.offset;
  let code = yield* skipSpace(reader);
  let live = texts;
  let length = 0;
  for (; code !== END && live.length > 0; length += 1) {
    const expected = code;
    live = live.filter((text) => text.charCodeAt(length) === expected);
    reader.step();
    code = yield* next(reader);
  }
  if (code === END && (length === 0 || live.some((text) => text.length > length))) return true;
  reader.reset(from);
  return false;
}

/** Whether nothing but white space follows in the reply. Leaves the cursor. */
export function* endsHere(reader: TextReader): Parsing<boolean> {
  const from = reader.offset;
  const ends = (yield* skipSpace(reader)) === END;
  reader.reset(from);
  return ends;
}

/** White space, then the longest of the literals; consumes nothing when none stands there. */
export function* spacedLiteral(reader: TextReader, texts: readonly string[]): Parsing<string | undefined> {
  const from = reader.offset;
  yield* skipSpace(reader);
  const found = yield* anyLiteral(reader, texts);
  if (found === undefined) reader.reset(from);
  return found;
}

/** Consumes characters while `accepts` says so, at most `limit`, and answers them. Less than `limit` means: delimited. */
export function* takeWhile(reader: TextReader, accepts: (code: number) => boolean, limit: number): Parsing<string> {
  const from = reader.offset;
  while (reader.offset - from < limit) {
    const code = yield* next(reader);
    if (code === END || !accepts(code)) break;
    reader.step();
  }
  return reader.slice(from, reader.offset);
}

/**
 * Moves to the first character that stops, and answers it, or `END`. What lies before it is passed on in pieces as it
 * arrives, with the place of each. Long texts arrive in many pieces; they are passed without waking the parsers.
 */
export function* passUntil(
  reader: TextReader,
  stops: (code: number) => boolean,
  onPiece?: (text: string, from: number) => void,
): Parsing<number> {
  const passPlain = (): boolean => {
    while (reader.index < reader.stop || !reader.exhausted()) {
      const { segment, stop, index: start } = reader;
      let index = start;
      while (index < stop && !stops(segment.charCodeAt(index))) index += 1;
      const from = reader.offset;
      reader.index = index;
      if (onPiece !== undefined && index > start) {
        onPiece(start === 0 && index === segment.length ? segment : segment.slice(start, index), from);
      }
      if (index < stop) return false;
    }
    return reader.peek() === PENDING;
  };
  while (passPlain()) {
    reader.lane = passPlain;
    yield;
    reader.lane = undefined;
  }
  return reader.peek();
}

/** Consumes everything before the first character that stops, and answers it. */
export function* takeUntil(reader: TextReader, stops: (code: number) => boolean): Parsing<string> {
  const from = reader.offset;
  yield* passUntil(reader, stops);
  return reader.slice(from, reader.offset);
}
