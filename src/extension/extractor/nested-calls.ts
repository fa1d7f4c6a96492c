import type { CallContext } from "./call-context.ts";
import { readItemHead } from "./params-head.ts";
import type { ParamsTags } from "./params-tags.ts";
import { anyLiteral, endsHere, type Parsing, spacedLiteral } from "./parse-steps.ts";

/** Characters before an example in which its section's opener is looked for. */
const longestGap = 64;

/** With or without a section of its own; `ended` is one whose call has ended and whose section has not. */
type Example = "bare" | "sectioned" | "ended";

/**
 * Calls of the same form that a value shows as examples: a file about the form holds them whole. While one is open, what
 * closes a parameter or a call belongs to it, except where that cannot be: at the reply's end, which an example that nobody
 * closed cannot hold back, and before the close of a section that no example opened. Only a whole beginning counts: an opener with a name, and a parameter or the close behind it.
 */
export class NestedCalls {
  readonly openers: readonly string[];
  readonly #context: CallContext;
  readonly #tags: ParamsTags;
  readonly #open: Example[] = [];
  /** Openers before this offset are part of one that was noted. */
  #noted = 0;

  constructor(context: CallContext, tags: ParamsTags, name: string) {
    this.#context = context;
    this.#tags = tags;
    this.openers = tags.grammar.head.kind === "tag" ? [`<${name}>`] : tags.headOpen;
  }

  /** Notes an example that begins at the cursor, which stays. */
  *enter(): Parsing<void> {
    const { reader } = this.#context;
    const from = reader.offset;
    if (from < this.#noted) return;
    const opener = yield* anyLiteral(reader, this.openers);
    if (opener !== undefined) {
      const { grammar, fieldOpen, itemClose } = this.#tags;
      const head = yield* readItemHead(this.#context, grammar, opener);
      const behind = reader.offset;
      if (head?.closed === false && (yield* spacedLiteral(reader, [...fieldOpen, ...itemClose])) !== undefined) {
        const before = reader.slice(Math.max(0, from - longestGap), from).trimEnd();
        this.#open.push(this.#tags.sectionOpen.some((open) => before.endsWith(open)) ? "sectioned" : "bare");
        this.#noted = behind;
      }
    }
    reader.reset(from);
  }

  /** Whether what closes at `at` belongs to an example. Moves the cursor. */
  *holds(at: number): Parsing<boolean> {
    if (this.#open.length === 0) return false;
    const { reader } = this.#context;
    reader.reset(at);
    yield* spacedLiteral(reader, this.#tags.itemClose);
    const section = yield* spacedLiteral(reader, this.#tags.sectionClose);
    if (section !== undefined && this.#open.every((example) => example === "bare")) return false;
    // A reply that was cut may have ended inside the example.
    return !(yield* endsHere(reader)) || this.#context.finish !== "stop";
  }

  /** A parameter ends: an example whose call has ended has none any more, so the close of its section was forgotten. */
  endField(): void {
    while (this.#open.at(-1) === "ended") this.#open.pop();
  }

  /** Notes that an example ends, where its close stands at the cursor, which stays. */
  *leave(): Parsing<void> {
    const { reader } = this.#context;
    const from = reader.offset;
    const { itemClose, sectionClose } = this.#tags;
    if ((yield* anyLiteral(reader, itemClose)) !== undefined) {
      this.endField();
      if (this.#open.pop() === "sectioned") this.#open.push("ended");
    } else if (this.#open.at(-1) === "ended" && (yield* anyLiteral(reader, sectionClose)) !== undefined) {
      this.#open.pop();
    }
    reader.reset(from);
  }
}
