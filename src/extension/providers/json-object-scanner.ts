type Expect =
  | "object" // the opening brace
  | "first_key" // a key or }
  | "key"
  | "colon"
  | "value"
  | "first_item" // a value or ]
  | "after_value" // , or the closer
  | "closed";

const whitespace = new Set([" ", "\n", "\r", "\t"]);
const escapable = new Set(['"', "\\", "/", "b", "f", "n", "r", "t"]);
const numberSoFar = /^-?(?:0|[1-9]\d*)?(?:(?<=\d)\.\d*)?(?:(?<=\d)[eE][+-]?\d*)?$/;
const wholeNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const words = ["true", "false", "null"];

/**
 * Reads one JSON object (RFC 8259) as it arrives and says how far the text is a prefix of one. It keeps only its place
 * in the grammar, never the text, so each character is looked at once.
 */
export class JsonObjectScanner {
  #expect: Expect = "object";
  #closers: string[] = [];
  #inString: "no" | "key" | "value" = "no";
  /** Characters of an escape that are still to come: -1 the letter, 1-4 hexadecimal digits. */
  #escape = 0;
  /** A number or a word that may go on. */
  #scalar = "";
  #broken = false;

  get closed(): boolean {
    return this.#expect === "closed";
  }

  get broken(): boolean {
    return this.#broken;
  }

  /**
   * Takes as many characters as continue the object and returns their count. It stops behind the closing brace, and for
   * good before the first character that no JSON object can have at this place.
   */
  push(text: string): number {
    let position = 0;
    while (position < text.length && !this.#broken && this.#expect !== "closed") {
      if (this.#inString !== "no") {
        position = this.#readString(text, position);
      } else if (this.#step(text[position] ?? "")) {
        position += 1;
      } else {
        this.#broken = true;
      }
    }
    return position;
  }

  /** A scanner at the same place, to try a continuation. */
  fork(): JsonObjectScanner {
    const fork = new JsonObjectScanner();
    fork.#expect = this.#expect;
    fork.#closers = [...this.#closers];
    fork.#inString = this.#inString;
    fork.#escape = this.#escape;
    fork.#scalar = this.#scalar;
    fork.#broken = this.#broken;
    return fork;
  }

  #readString(text: string, from: number): number {
    for (let position = from; position < text.length; position += 1) {
      const character = text[position] ?? "";
      if (this.#escape !== 0) {
        if (!this.#readEscape(character)) {
          this.#broken = true;
          return position;
        }
      } else if (character === '"') {
        this.#expect = this.#inString === "key" ? "colon" : "after_value";
        this.#inString = "no";
        return position + 1;
      } else if (character === "\\") {
        this.#escape = -1;
      } else if (character < " ") {
        this.#broken = true;
        return position;
      }
    }
    return text.length;
  }

  #readEscape(character: string): boolean {
    if (this.#escape === -1) {
      this.#escape = character === "u" ? 4 : 0;
      return character === "u" || escapable.has(character);
    }
    this.#escape -= 1;
    return /[0-9a-fA-F]/.test(character);
  }

  /** Takes one character outside of strings; false when it cannot stand here. */
  #step(character: string): boolean {
    if (this.#scalar !== "") {
      const longer = this.#scalar + character;
      if (words.some((word) => word.startsWith(longer)) || numberSoFar.test(longer)) {
        this.#scalar = longer;
        return true;
      }
      if (!words.includes(this.#scalar) && !wholeNumber.test(this.#scalar)) {
        return false;
      }
      this.#scalar = "";
      this.#expect = "after_value";
    }
    if (whitespace.has(character)) {
      return true;
    }
    switch (this.#expect) {
      case "object":
        return character === "{" && this.#open("}", "first_key");
      case "first_key":
      case "key":
        if (character === '"') {
          this.#inString = "key";
          return true;
        }
        return this.#expect === "first_key" && this.#close(character);
      case "colon":
        this.#expect = "value";
        return character === ":";
      case "first_item":
        return this.#close(character) || this.#startValue(character);
      case "value":
        return this.#startValue(character);
      case "after_value":
        if (character === ",") {
          this.#expect = this.#closers.at(-1) === "}" ? "key" : "value";
          return true;
        }
        return this.#close(character);
      case "closed":
        return false;
    }
  }

  #startValue(character: string): boolean {
    switch (character) {
      case "{":
        return this.#open("}", "first_key");
      case "[":
        return this.#open("]", "first_item");
      case '"':
        this.#inString = "value";
        return true;
      default:
        this.#scalar = character;
        return words.some((word) => word.startsWith(character)) || numberSoFar.test(character);
    }
  }

  #open(closer: string, expect: Expect): boolean {
    this.#closers.push(closer);
    this.#expect = expect;
    return true;
  }

  #close(character: string): boolean {
    if (this.#closers.at(-1) !== character) {
      return false;
    }
    this.#closers.pop();
    this.#expect = this.#closers.length === 0 ? "closed" : "after_value";
    return true;
  }
}
