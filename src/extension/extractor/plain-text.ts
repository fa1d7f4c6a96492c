import type { LineContext } from "./line-context.ts";
import type { MarkerSet } from "./marker-set.ts";
import { END, type TextReader } from "./text-reader.ts";
import { TrieWalk } from "./trie-walk.ts";
import type { WorkCredit } from "./work-credit.ts";

const lineFeed = 0x0a;
const backslash = 0x5c;
const backtick = 0x60;
const tilde = 0x7e;

/** Text that means nothing: most of a reply. It is passed as it arrives, without waking the parsers. */
export class PlainText {
  readonly #reader: TextReader;
  readonly #line: LineContext;
  readonly #credit: WorkCredit;
  readonly #walk: TrieWalk;
  #work = 0;

  constructor(reader: TextReader, line: LineContext, credit: WorkCredit) {
    this.#reader = reader;
    this.#line = line;
    this.#credit = credit;
    this.#walk = new TrieWalk(reader);
  }

  /** All before this offset was passed; behind it something may begin. */
  get passed(): number {
    return this.#walk.from < 0 ? this.#reader.offset : this.#walk.from;
  }

  /**
   * Passes on up to a place where a marker, a fence or a code span may stand; `true` when all that has arrived is passed or
   * cannot be told yet. In visible text an open fence is inert: there only what may close it means something.
   */
  pass(markers: MarkerSet, visible: boolean): boolean {
    const reader = this.#reader;
    for (;;) {
      if (this.#walk.from < 0) {
        if (reader.index >= reader.stop && reader.exhausted()) return reader.peek() !== END;
        this.#toInteresting(markers, visible);
        if (reader.index >= reader.stop) continue;
        const code = reader.segment.charCodeAt(reader.index);
        if (code === backtick || (code === tilde && this.#line.atStart)) return false;
        this.#work = this.#credit.start();
        this.#walk.begin(markers.root, this.#line.atStart && !this.#line.quoted, markers.namespaces);
      }
      const found = this.#walk.finds();
      if (found === undefined) return true;
      const { from } = this.#walk;
      this.#walk.from = -1;
      if (found) {
        reader.reset(from);
        return false;
      }
      this.notAt(from, this.#work);
    }
  }

  /**
   * Nothing stands at `from` after all: the cursor goes back to the character behind it, unless too much has been read
   * since `work` to read it again (or `again` is false). Then all that was read is text.
   */
  notAt(from: number, work: number, again = true): void {
    if (this.#credit.spend(work) && again) {
      this.#reader.reset(from);
      this.one();
    } else {
      this.#line.atStart = false;
    }
  }

  /** The character at the cursor is an ordinary one. */
  one(): void {
    this.#line.pass(this.#reader.peek());
    this.#reader.step();
  }

  /** Moves to a character that may mean something, as far as the cursor's segment goes. */
  #toInteresting(markers: MarkerSet, visible: boolean): void {
    const line = this.#line;
    const { segment, stop } = this.#reader;
    let { index } = this.#reader;
    let inert = line.fence !== undefined && visible;
    for (; index < stop; index += 1) {
      const code = segment.charCodeAt(index);
      if (inert && line.endsQuotedFence(code)) {
        line.fence = undefined;
        inert = false;
      }
      if (code === lineFeed) {
        line.newLine();
      } else if (markers.interesting(code, line.atStart) && (!inert || (line.atStart && code === line.fence?.code))) {
        break;
      } else if (line.atStart || code === backslash || line.escaped) {
        line.pass(code);
      }
    }
    this.#reader.index = index;
  }
}
