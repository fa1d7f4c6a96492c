import { isJsonObject, type JsonObject, type JsonValue } from "../../../../shared/json.ts";

/** A part of the text, in UTF-16 units. */
export interface TextSpan {
  from: number;
  to: number;
}

/** What keeps a text from being arguments: it is no JSON, it ends too early, a key is there twice, or it is no object. */
export type ParseProblem = "invalid" | "end" | "twice" | "no-object";

export type ParsedArguments =
  /** `spans` has the place of every value by its JSON pointer ("" is the whole). */
  | { ok: true; input: JsonObject; spans: ReadonlyMap<string, TextSpan> }
  | { ok: false; problem: ParseProblem; at: number };

/** Deeper values are refused: nobody writes them, and the reader must not run out of stack. */
const deepest = 200;
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const plainPattern = /[^"\\\n\r]+/y;
const escapePattern = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/**
 * Reads the text that `argumentText` makes and a person has edited: JSON in which strings may hold real line breaks. A
 * break behind `\n` belongs to that line feed; any other break within a string is one itself.
 */
export function parseArguments(text: string): ParsedArguments {
  try {
    const { value, spans } = new ArgumentReader(text).read();
    return isJsonObject(value) ? { ok: true, input: value, spans } : { ok: false, problem: "no-object", at: 0 };
  } catch (error) {
    if (error instanceof Unreadable) {
      return { ok: false, problem: error.problem, at: error.at };
    }
    throw error;
  }
}

/** Number of the line, from 1, in which a place of the text is. */
export function lineAt(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}

/** Leaves the reader at the first thing that is wrong; never leaves this file. */
class Unreadable extends Error {
  readonly problem: ParseProblem;
  readonly at: number;

  constructor(problem: ParseProblem, at: number) {
    super(problem);
    this.problem = problem;
    this.at = at;
  }
}

class ArgumentReader {
  readonly #text: string;
  readonly #spans = new Map<string, TextSpan>();
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): { value: JsonValue; spans: Map<string, TextSpan> } {
    const value = this.#value("", 0);
    if (this.#at < this.#text.length) {
      throw new Unreadable("invalid", this.#at);
    }
    return { value, spans: this.#spans };
  }

  /** Reads a value with the space around it. */
  #value(pointer: string, depth: number): JsonValue {
    this.#skipSpace();
    const from = this.#at;
    const value = this.#bareValue(pointer, depth);
    this.#spans.set(pointer, { from, to: this.#at });
    this.#skipSpace();
    return value;
  }

  #bareValue(pointer: string, depth: number): JsonValue {
    const character = this.#text.charAt(this.#at);
    if (depth > deepest) {
      throw new Unreadable("invalid", this.#at);
    }
    switch (character) {
      case "{":
        return this.#object(pointer, depth);
      case "[":
        return this.#array(pointer, depth);
      case '"':
        return this.#string();
      case "t":
        return this.#word("true", true);
      case "f":
        return this.#word("false", false);
      case "n":
        return this.#word("null", null);
      default:
        return Number(this.#match(numberPattern));
    }
  }

  #object(pointer: string, depth: number): JsonObject {
    const entries = new Map<string, JsonValue>();
    this.#items("}", () => {
      this.#skipSpace();
      const from = this.#at;
      if (this.#text.charAt(from) !== '"') {
        this.#fail();
      }
      const key = this.#string();
      if (entries.has(key)) {
        throw new Unreadable("twice", from);
      }
      this.#skipSpace();
      this.#expect(":");
      entries.set(key, this.#value(`${pointer}/${escapePointer(key)}`, depth + 1));
    });
    return Object.fromEntries(entries);
  }

  #array(pointer: string, depth: number): JsonValue[] {
    const items: JsonValue[] = [];
    this.#items("]", () => items.push(this.#value(`${pointer}/${items.length}`, depth + 1)));
    return items;
  }

  /** Reads what stands between the brackets of a container, item by item. */
  #items(close: "}" | "]", readItem: () => void): void {
    this.#at += 1;
    this.#skipSpace();
    if (this.#text.charAt(this.#at) === close) {
      this.#at += 1;
      return;
    }
    for (;;) {
      readItem();
      if (this.#text.charAt(this.#at) === close) {
        this.#at += 1;
        return;
      }
      this.#expect(",");
    }
  }

  #string(): string {
    const parts: string[] = [];
    for (this.#at += 1; ; ) {
      const character = this.#text.charAt(this.#at);
      if (character === '"') {
        this.#at += 1;
        return JSON.parse(`"${parts.join("")}"`) as string;
      }
      if (character === "\\") {
        const escaped = this.#match(escapePattern);
        parts.push(escaped);
        if (escaped === "\\n") {
          this.#skipBreak();
        }
      } else if (this.#skipBreak()) {
        parts.push("\\n");
      } else {
        parts.push(escapeControls(this.#match(plainPattern)));
      }
    }
  }

  /** Skips one line break. Returns whether there was one. */
  #skipBreak(): boolean {
    const length = this.#text.startsWith("\r\n", this.#at) ? 2 : /[\r\n]/.test(this.#text.charAt(this.#at)) ? 1 : 0;
    this.#at += length;
    return length > 0;
  }

  #word<Value>(word: string, value: Value): Value {
    if (!this.#text.startsWith(word, this.#at)) {
      this.#fail();
    }
    this.#at += word.length;
    return value;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [matched] = pattern.exec(this.#text) ?? [];
    if (matched === undefined) {
      return this.#fail();
    }
    this.#at += matched.length;
    return matched;
  }

  #expect(character: string): void {
    if (this.#text.charAt(this.#at) !== character) {
      this.#fail();
    }
    this.#at += 1;
  }

  #skipSpace(): void {
    while (/[ \t\r\n]/.test(this.#text.charAt(this.#at))) {
      this.#at += 1;
    }
  }

  #fail(): never {
    throw new Unreadable(this.#at >= this.#text.length ? "end" : "invalid", this.#at);
  }
}

/** JSON strings hold no raw control characters; a typed tab is one. */
function escapeControls(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escapePointer(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
