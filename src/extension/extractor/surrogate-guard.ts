const loneSurrogate = /\p{Surrogate}/gu;

/** Keeps surrogate pairs together, so that no event holds half a character. A half without its other half is U+FFFD. */
export class SurrogateGuard {
  #high = "";

  push(piece: string): string {
    if (this.#high === "" && !hasSurrogate(piece)) return piece;
    const text = this.#high + piece;
    const last = text.charCodeAt(text.length - 1);
    const open = last >= 0xd800 && last <= 0xdbff;
    this.#high = open ? text.slice(-1) : "";
    return (open ? text.slice(0, -1) : text).replace(loneSurrogate, "\ufffd");
  }

  end(): string {
    const rest = this.#high === "" ? "" : "\ufffd";
    this.#high = "";
    return rest;
  }
}

function hasSurrogate(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if ((text.charCodeAt(index) & 0xf800) === 0xd800) return true;
  }
  return false;
}
