import type { LiteralStarts } from "./literal-starts.ts";
import type { Parsing } from "./parse-steps.ts";
import { PENDING, type TextReader } from "./text-reader.ts";
import { TrieWalk } from "./trie-walk.ts";

/** Text in which none of some literals begins. It is passed on in pieces as it arrives, without waking the parsers. */
export class PlainRun {
  readonly #reader: TextReader;
  readonly #starts: LiteralStarts;
  /** Gets each piece with its place; the cursor stands behind it then. */
  readonly #onPiece: (text: string, from: number) => void;
  readonly #walk: TrieWalk;

  constructor(reader: TextReader, starts: LiteralStarts, onPiece: (text: string, from: number) => void) {
    this.#reader = reader;
    this.#starts = starts;
    this.#onPiece = onPiece;
    this.#walk = new TrieWalk(reader);
  }

  /** Moves to the first place where a literal stands and answers its first character, or `END`. */
  *toLiteral(): Parsing<number> {
    const reader = this.#reader;
    while (this.#pass()) {
      reader.lane = this.#pass;
      yield;
      reader.lane = undefined;
    }
    return reader.peek();
  }

  /** Passes on what begins no literal; `true` when all that has arrived is passed, or cannot be told yet. */
  readonly #pass = (): boolean => {
    const reader = this.#reader;
    const walk = this.#walk;
    for (;;) {
      if (walk.from < 0) {
        if (reader.index >= reader.stop && reader.exhausted()) return reader.peek() === PENDING;
        const { segment, stop, index: from } = reader;
        const to = this.#starts.find(segment, from, stop);
        if (to > from) this.#passTo(to, segment, from);
        if (to === stop) continue;
        walk.begin(this.#starts.root, true, false);
      }
      const found = walk.finds();
      if (found === undefined) return true;
      reader.reset(walk.from);
      walk.from = -1;
      if (found) return false;
      this.#passTo(reader.index + 1, reader.segment, reader.index);
    }
  };

  #passTo(to: number, segment: string, from: number): void {
    const at = this.#reader.offset;
    this.#reader.index = to;
    this.#onPiece(from === 0 && to === segment.length ? segment : segment.slice(from, to), at);
  }
}
