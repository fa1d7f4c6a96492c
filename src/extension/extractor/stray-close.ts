import { anyLiteral, literal, next, type Parsing, skipSpace, takeWhile } from "./parse-steps.ts";
import { END, type TextReader } from "./text-reader.ts";

const maxTag = 40;

/**
 * A closing tag of any name, where the call's own belongs: `</argument>`, `</ tool_call>`, `[/TOOL]`. Models garble the
 * last word of a form more often than any other. It counts before one of `following` and at the reply's end; before other
 * text it is text. Consumes nothing when none stands there.
 */
export function* strayClose(reader: TextReader, following: readonly string[]): Parsing<boolean> {
  const from = reader.offset;
  const code = yield* skipSpace(reader);
  const end = code === 0x3c ? 0x3e : 0x5d;
  if ((yield* literal(reader, "</")) || (yield* literal(reader, "[/"))) {
    const name = yield* takeWhile(reader, isTagCode, maxTag);
    if (name.trim() !== "" && (yield* next(reader)) === end) {
      reader.step();
      const behind = reader.offset;
      const counts = (yield* skipSpace(reader)) === END || (yield* anyLiteral(reader, following)) !== undefined;
      reader.reset(counts ? behind : from);
      return counts;
    }
  }
  reader.reset(from);
  return false;
}

function isTagCode(code: number): boolean {
  const letter = code | 32;
  if ((letter >= 97 && letter <= 122) || (code >= 48 && code <= 57)) return true;
  return code === 0x20 || code === 0x5f || code === 0x2d || code === 0x3a || code === 0x7c;
}
