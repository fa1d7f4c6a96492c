import { TextParts } from "./text-parts.ts";
import type { TextReader } from "./text-reader.ts";

/** Shorter pieces of the reply are copied: remembering their place would cost more. */
const worthRemembering = 64;

/** By code, how JSON writes what may not stand in a string as it is. */
const escapes: readonly (string | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  const written = JSON.stringify(character).slice(1, -1);
  return written === character ? undefined : written;
});

/** Characters of the reply that are part of the arguments: word for word, or as the content of a JSON string. */
interface Span {
  from: number;
  to: number;
  readonly escaped: boolean;
}

/**
 * The arguments of an open call, as JSON. What stands in the reply is not stored a second time, only where it stands: the
 * reader keeps the reply from the call's start on anyway.
 */
export class ArgumentsText {
  readonly #reader: TextReader;
  readonly #parts: (TextParts | Span)[] = [];
  /** The piece of the reply that the newest text continued. */
  #span: Span | undefined;

  constructor(reader: TextReader) {
    this.#reader = reader;
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0 && this.#span === undefined;
  }

  /** Text that stands nowhere in the reply. */
  append(text: string): void {
    this.#endSpan();
    this.#literal().append(text);
  }

  /** The reply's characters in `[from, to)`; `escaped`: as they are written inside a JSON string. */
  appendSpan(from: number, to: number, escaped: boolean): void {
    const span = this.#span;
    if (span !== undefined && span.to === from && span.escaped === escaped) {
      span.to = to;
      return;
    }
    this.#endSpan();
    this.#span = { from, to, escaped };
  }

  toString(): string {
    this.#endSpan();
    return this.#parts.map((part) => (part instanceof TextParts ? part.toString() : this.#textOf(part))).join("");
  }

  #endSpan(): void {
    const span = this.#span;
    if (span === undefined) return;
    this.#span = undefined;
    if (span.to - span.from < worthRemembering) this.#literal().append(this.#textOf(span));
    else this.#parts.push(span);
  }

  #literal(): TextParts {
    const last = this.#parts.at(-1);
    if (last instanceof TextParts) return last;
    const parts = new TextParts();
    this.#parts.push(parts);
    return parts;
  }

  #textOf({ from, to, escaped }: Span): string {
    const text = this.#reader.slice(from, to);
    return escaped ? inJsonString(text) : text;
  }
}

/** Text as it stands inside a JSON string. Most pieces need no escape and are passed on as they are. */
export function inJsonString(text: string): string {
  for (let index = 0; index < text.length; index += 1) {
    if (escapes[text.charCodeAt(index)] === undefined) continue;
    return text.length > worthRemembering ? JSON.stringify(text).slice(1, -1) : escapedFrom(text, index);
  }
  return text;
}

/** The first character to escape stands at `first`. For short text this is several times as fast as `JSON.stringify`. */
function escapedFrom(text: string, first: number): string {
  let result = "";
  let from = 0;
  for (let index = first; index < text.length; index += 1) {
    const written = escapes[text.charCodeAt(index)];
    if (written === undefined) continue;
    result += text.slice(from, index) + written;
    from = index + 1;
  }
  return result + text.slice(from);
}
