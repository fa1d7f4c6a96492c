/** A reply is degenerate when its last characters are one piece of at most `longestPiece`, at least `times` over. */
const longestPiece = 200;
const times = 8;
const tailLength = longestPiece * times;

/** Watches a stream of text for a tail that repeats itself. Each character is looked at a bounded number of times. */
export class TailRepetition {
  #tail = "";
  #unchecked = 0;

  /** Takes the next piece of text and says whether the tail now repeats itself. */
  push(text: string): boolean {
    this.#tail = (this.#tail + text).slice(-tailLength);
    this.#unchecked += text.length;
    if (this.#tail.length < tailLength || this.#unchecked < longestPiece) {
      return false;
    }
    this.#unchecked = 0;
    for (let period = 1; period <= longestPiece; period++) {
      // A repeated blank or rule is layout, not a loop of words.
      if (this.#hasPeriod(period) && /\p{L}/u.test(this.#tail.slice(-period))) {
        return true;
      }
    }
    return false;
  }

  #hasPeriod(period: number): boolean {
    const tail = this.#tail;
    for (let index = tail.length - 1; index >= period; index--) {
      if (tail.charCodeAt(index) !== tail.charCodeAt(index - period)) {
        return false;
      }
    }
    return true;
  }
}
