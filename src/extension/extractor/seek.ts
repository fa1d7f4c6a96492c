import { LiteralStarts } from "./literal-starts.ts";
import { anyLiteral, type Parsing } from "./parse-steps.ts";
import { PlainRun } from "./plain-run.ts";
import { END, type TextReader } from "./text-reader.ts";

/**
 * Moves to the first place where one of the literals stands, without consuming it, and answers that literal; at the end
 * of the reply it answers `undefined`.
 */
export function* seek(reader: TextReader, texts: readonly string[]): Parsing<string | undefined> {
  const plain = new PlainRun(reader, new LiteralStarts(texts), () => undefined);
  for (;;) {
    if ((yield* plain.toLiteral()) === END) return undefined;
    const from = reader.offset;
    const found = yield* anyLiteral(reader, texts);
    if (found !== undefined) {
      reader.reset(from);
      return found;
    }
    reader.step();
  }
}
