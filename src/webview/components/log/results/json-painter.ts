/** What a piece of JSON is, for its colour. Punctuation and space have none. */
export type JsonInk = "key" | "string" | "number" | "word";

/** A piece of JSON text in one colour. */
export interface InkedText {
  text: string;
  ink?: JsonInk;
}

const classes: Readonly<Record<JsonInk, string>> = {
  key: "tok-k",
  string: "tok-s",
  number: "tok-n",
  word: "tok-w",
};

/** The class of a colour, as `styles/code.css` names it. */
export function inkClass(ink: JsonInk): string {
  return classes[ink];
}

/**
 * Paints JSON piece by piece as it arrives: each character is looked at once, and what has been painted stays as it is,
 * however the text is cut. Text that is no JSON is painted too, somehow; nothing is ever left out.
 */
export class JsonPainter {
  /** The open containers, outermost first: whether each is an object. */
  readonly #objects: boolean[] = [];
  #keyIsNext = false;
  /** The string or number that the text so far ended in. */
  #open: JsonInk | undefined;
  #escaped = false;

  /** The pieces of the text that follows what was pushed before. Joined, they are exactly that text. */
  push(text: string): InkedText[] {
    const pieces: InkedText[] = [];
    let at = 0;
    while (at < text.length) {
      const ink = this.#inkAt(text, at);
      const end = this.#endOf(text, at, ink);
      addPiece(pieces, text.slice(at, end), ink);
      at = end;
    }
    return pieces;
  }

  #inkAt(text: string, at: number): JsonInk | undefined {
    const character = text.charAt(at);
    if (this.#open === "key" || this.#open === "string") {
      return this.#open;
    }
    if (character === '"') {
      return this.#keyIsNext ? "key" : "string";
    }
    if (this.#open === "number" && /[\d.eE+-]/.test(character)) {
      return "number";
    }
    return /[\d-]/.test(character) ? "number" : /[a-z]/i.test(character) ? "word" : undefined;
  }

  /** Where the piece that begins at `at` ends, and what is open behind it. */
  #endOf(text: string, at: number, ink: JsonInk | undefined): number {
    switch (ink) {
      case "key":
      case "string":
        return this.#endOfString(text, at, ink);
      case "number":
        this.#open = "number";
        return endOfRun(text, at, /[\d.eE+-]+/y);
      case "word":
        this.#open = undefined;
        return endOfRun(text, at, /[a-z]+/iy);
      case undefined:
        this.#open = undefined;
        this.#takePunctuation(text.charAt(at));
        return at + 1;
    }
  }

  #endOfString(text: string, from: number, ink: "key" | "string"): number {
    let at = this.#open === ink ? from : from + 1;
    this.#open = ink;
    for (; at < text.length; at += 1) {
      const character = text.charAt(at);
      if (this.#escaped) {
        this.#escaped = false;
      } else if (character === "\\") {
        this.#escaped = true;
      } else if (character === '"') {
        this.#open = undefined;
        return at + 1;
      }
    }
    return at;
  }

  #takePunctuation(character: string): void {
    switch (character) {
      case "{":
      case "[":
        this.#objects.push(character === "{");
        this.#keyIsNext = character === "{";
        break;
      case "}":
      case "]":
        this.#objects.pop();
        this.#keyIsNext = false;
        break;
      case ",":
        this.#keyIsNext = this.#objects.at(-1) === true;
        break;
      case ":":
        this.#keyIsNext = false;
        break;
    }
  }
}

/** A whole JSON text, painted. */
export function paintJson(text: string): InkedText[] {
  return new JsonPainter().push(text);
}

function endOfRun(text: string, at: number, run: RegExp): number {
  run.lastIndex = at;
  run.test(text);
  return run.lastIndex;
}

/** Adds a piece, or lengthens the last one when the colour stays. */
function addPiece(pieces: InkedText[], text: string, ink: JsonInk | undefined): void {
  const last = pieces.at(-1);
  if (last !== undefined && last.ink === ink) {
    last.text += text;
  } else {
    pieces.push(ink === undefined ? { text } : { text, ink });
  }
}
