const asciiCodes = 128;

/** Where one of some literals may begin: their first two characters tell, so that long text passes without a closer look. */
export class LiteralStarts {
  readonly #ascii = new Uint8Array(asciiCodes);
  /** First characters, each with the characters that may stand behind it; `undefined`: any, or none. */
  readonly #seconds = new Map<number, Set<number> | undefined>();

  constructor(literals: readonly string[]) {
    for (const literal of literals) {
      const first = literal.charCodeAt(0);
      if (first < asciiCodes) this.#ascii[first] = 1;
      const known = this.#seconds.has(first) ? this.#seconds.get(first) : new Set<number>();
      this.#seconds.set(first, literal.length > 1 ? known?.add(literal.charCodeAt(1)) : undefined);
    }
  }

  /** The first place in `[from, to)` where a literal may begin, as far as the characters before `to` tell; `to` if there is none. */
  find(text: string, from: number, to: number): number {
    for (let index = from; index < to; index += 1) {
      const code = text.charCodeAt(index);
      const may = code < asciiCodes ? this.#ascii[code] === 1 : this.#seconds.has(code);
      if (may && (index + 1 === to || this.fits(code, text.charCodeAt(index + 1)))) return index;
    }
    return to;
  }

  /** Whether a literal that begins with `first` may go on with `second`. */
  fits(first: number, second: number): boolean {
    const seconds = this.#seconds.get(first);
    return seconds === undefined || seconds.has(second);
  }
}
