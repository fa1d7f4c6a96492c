import type { LiteralStarts } from "./literal-starts.ts";
import type { Parsing } from "./parse-steps.ts";
import { END, PENDING, type TextReader } from "./text-reader.ts";

/** Text in which none of some literals begins. It is passed on in pieces as it arrives, without waking the parsers. */
export class PlainRun {
  readonly #reader: TextReader;
  readonly #starts: LiteralStarts;
  /** Gets each piece with its place; the cursor stands behind it then. */
  readonly #onPiece: (text: string, from: number) => void;

  constructor(reader: TextReader, starts: LiteralStarts, onPiece: (text: string, from: number) => void) {
    this.#reader = reader;
    this.#starts = starts;
    this.#onPiece = onPiece;
  }

  /** Moves to the first place where a literal may begin and answers the character there, or `END`. */
  *toLiteral(): Parsing<number> {
    const reader = this.#reader;
    while (this.#pass()) {
      reader.lane = this.#pass;
      yield;
      reader.lane = undefined;
    }
    return reader.peek();
  }

  /** Passes on what can begin no literal; `true` when all that has arrived is passed, or cannot be told yet. */
  readonly #pass = (): boolean => {
    const reader = this.#reader;
    while (reader.index < reader.stop || !reader.exhausted()) {
      const { segment, stop, index: from } = reader;
      const to = this.#starts.find(segment, from, stop);
      if (to > from) this.#passTo(to, segment, from);
      if (to === stop) continue;
      const behind = reader.peekBehind();
      if (behind === PENDING) return true;
      if (behind === END || this.#starts.fits(segment.charCodeAt(to), behind)) return false;
      this.#passTo(to + 1, segment, to);
    }
    return reader.peek() === PENDING;
  };

  #passTo(to: number, segment: string, from: number): void {
    const at = this.#reader.offset;
    this.#reader.index = to;
    this.#onPiece(from === 0 && to === segment.length ? segment : segment.slice(from, to), at);
  }
}
