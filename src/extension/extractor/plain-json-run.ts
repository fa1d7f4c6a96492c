import type { JsonSink } from "./json-reader.ts";
import { PENDING, type TextReader } from "./text-reader.ts";

const quotation = 0x22;
const backslash = 0x5c;

/** By code, the characters that stand behind a backslash in JSON, `u` aside. */
const escapes = new Uint8Array(128);
for (const character of '"\\/bfnrt') escapes[character.charCodeAt(0)] = 1;

export function isJsonEscape(code: number): boolean {
  return escapes[code] === 1;
}

/** The part of a string that is clean JSON as it stands. Long values are little else, so this is where time is spent. */
export class PlainJsonRun {
  /** The character that ended the run: a quote, a control character, or a backslash that is no whole plain escape. */
  code = 0;
  readonly #reader: TextReader;
  readonly #sink: JsonSink;
  readonly #quote: number;

  constructor(reader: TextReader, sink: JsonSink, quote: number) {
    this.#reader = reader;
    this.#sink = sink;
    this.#quote = quote;
  }

  /** Passes on what stays as it is, escapes only whole; `true` when that was all that has arrived. */
  readonly pass = (): boolean => {
    const reader = this.#reader;
    while (reader.index < reader.stop || !reader.exhausted()) {
      const { segment, stop, index: from } = reader;
      const to = this.#plainEnd(segment, from, stop);
      if (to > from) {
        const at = reader.offset;
        reader.index = to;
        this.#sink.write(from === 0 && to === segment.length ? segment : segment.slice(from, to), at);
      }
      if (to === stop) continue;
      if (this.code !== backslash) return false;
      const behind = reader.peekBehind();
      if (!isJsonEscape(behind)) return behind === PENDING;
      this.#passSplitEscape(behind);
    }
    return !reader.limitReached;
  };

  #plainEnd(segment: string, from: number, stop: number): number {
    let index = from;
    while (index < stop) {
      const code = segment.charCodeAt(index);
      if (code === backslash && index + 1 < stop && isJsonEscape(segment.charCodeAt(index + 1))) {
        index += 2;
      } else if (code === quotation || code === backslash || code < 0x20 || code === this.#quote) {
        this.code = code;
        break;
      } else {
        index += 1;
      }
    }
    return index;
  }

  /** At a backslash whose character came with the next piece. */
  #passSplitEscape(behind: number): void {
    const reader = this.#reader;
    const at = reader.offset;
    reader.step();
    reader.peek();
    reader.step();
    this.#sink.write(`\\${String.fromCharCode(behind)}`, at);
  }
}
