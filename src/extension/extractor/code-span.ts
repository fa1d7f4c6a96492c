import type { CallContext } from "./call-context.ts";
import type { LineContext } from "./line-context.ts";
import { next, type Parsing } from "./parse-steps.ts";
import { END } from "./text-reader.ts";

const backtick = 0x60;
const lineFeed = 0x0a;

/**
 * The run of backticks that is open on the cursor's line: does its partner make code of what stands between them? A run
 * without a partner on its line is plain text. The rest of a line is looked at once for each run.
 */
export class CodeSpan {
  readonly #context: Pick<CallContext, "reader" | "finish">;
  readonly #line: LineContext;
  /** What is known: between `from` and `to` a run of `length` has a partner, or none. */
  #known = { length: 0, from: 0, to: 0, closed: false };

  constructor(context: Pick<CallContext, "reader" | "finish">, line: LineContext) {
    this.#context = context;
    this.#line = line;
  }

  /** Whether the place `from` stands in inline code. Leaves the cursor. */
  *holds(from: number): Parsing<boolean> {
    const length = this.#line.tick;
    if (length === 0) return false;
    const known = this.#known;
    if (known.length === length && from >= known.from && from < known.to) return known.closed;
    const { reader } = this.#context;
    const back = reader.offset;
    reader.reset(from);
    const closed = yield* this.#findPartner(length);
    const to = reader.offset;
    const { limitReached } = reader;
    reader.reset(back);
    const result = closed ?? this.#partnerIsLost();
    // Behind a limit the partner may still stand; behind the reply's end nothing does.
    if (!limitReached) this.#known = { length, from, to, closed: result };
    return result;
  }

  /** Whether a run of exactly `length` backticks follows on this line; `undefined` when the reply ended before its line. */
  *#findPartner(length: number): Parsing<boolean | undefined> {
    const { reader } = this.#context;
    for (let run = 0; ; reader.step()) {
      const code = yield* next(reader);
      if (code === backtick) run += 1;
      else if (run === length) return true;
      else if (code === lineFeed) return false;
      else if (code === END) return undefined;
      else run = 0;
    }
  }

  /** A reply that was cut may have lost the partner. */
  #partnerIsLost(): boolean {
    const { finish } = this.#context;
    return finish !== undefined && finish !== "stop";
  }
}
