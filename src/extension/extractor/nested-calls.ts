import type { CallContext } from "./call-context.ts";
import { readItemHead } from "./params-head.ts";
import type { ParamsTags } from "./params-tags.ts";
import { anyLiteral, endsHere, type Parsing, spacedLiteral } from "./parse-steps.ts";

/**
 * Calls of the same form that a value shows as examples: a file about the form holds them whole. While one is open, what
 * closes a parameter or a call belongs to it, except at the reply's end, where an example that nobody closed cannot hold
 * the call itself. Only a whole beginning counts: an opener with a name, and a parameter or the close behind it.
 */
export class NestedCalls {
  readonly openers: readonly string[];
  readonly #context: CallContext;
  readonly #tags: ParamsTags;
  #depth = 0;
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
        this.#depth += 1;
        this.#noted = behind;
      }
    }
    reader.reset(from);
  }

  /** Whether what closes at `at` belongs to an example. Moves the cursor. */
  *holds(at: number): Parsing<boolean> {
    if (this.#depth === 0) return false;
    const { reader } = this.#context;
    reader.reset(at);
    yield* spacedLiteral(reader, this.#tags.itemClose);
    yield* spacedLiteral(reader, this.#tags.sectionClose);
    // A reply that was cut may have ended inside the example.
    return !(yield* endsHere(reader)) || this.#context.finish !== "stop";
  }

  /** Notes that an example ends, where its close stands at the cursor, which stays. */
  *leave(): Parsing<void> {
    const { reader } = this.#context;
    const from = reader.offset;
    if ((yield* anyLiteral(reader, this.#tags.itemClose)) !== undefined) this.#depth -= 1;
    reader.reset(from);
  }
}
