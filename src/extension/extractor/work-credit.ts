import type { TextReader } from "./text-reader.ts";

const initial = 65_536;
const perCharacter = 16;

/**
 * Keeps all work linear (law 9). Going back over failed attempts costs what was read in vain; each character that is
 * read for the first time earns a fixed amount. Who cannot pay does not go back.
 */
export class WorkCredit {
  #credit = initial;
  #frontier = 0;
  readonly #reader: TextReader;

  constructor(reader: TextReader) {
    this.#reader = reader;
  }

  start(): number {
    return this.#reader.work;
  }

  /** Pays for everything read since `start`. `false`: going back is too expensive. */
  spend(start: number): boolean {
    const { furthest } = this.#reader;
    this.#credit += perCharacter * Math.max(0, furthest - this.#frontier);
    this.#frontier = Math.max(this.#frontier, furthest);
    this.#credit -= this.#reader.work - start;
    if (this.#credit >= 0) return true;
    this.#credit = 0;
    return false;
  }
}
