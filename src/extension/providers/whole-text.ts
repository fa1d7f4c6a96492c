/**
 * Joins text pieces so that no piece ends in half a character: a high surrogate at the end waits for its other half.
 * Halves that never meet become U+FFFD, so that every piece is well-formed UTF-16.
 */
export class WholeText {
  #half = "";

  push(piece: string): string {
    let text = this.#half + piece;
    this.#half = "";
    const last = text.charCodeAt(text.length - 1);
    if (last >= 0xd800 && last <= 0xdbff) {
      this.#half = text.slice(-1);
      text = text.slice(0, -1);
    }
    return wellFormed(text);
  }

  end(): string {
    const rest = this.#half;
    this.#half = "";
    return wellFormed(rest);
  }
}

/** Replaces lone surrogates by U+FFFD: JSON bodies and other APIs refuse them. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}
