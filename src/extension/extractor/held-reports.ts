import type { HeldEvent } from "./extractor-event.ts";

const worthSaying = 64;

/** Says from time to time how much is held back, so that a person sees that something arrives. */
export class HeldReports {
  #last = 0;

  report(characters: number): HeldEvent | undefined {
    if (characters <= worthSaying) {
      this.#last = 0;
      return undefined;
    }
    if (this.#last > 0 && characters - this.#last < worthSaying) return undefined;
    this.#last = characters;
    return { type: "held", characters };
  }
}
