import { endOfString } from "./exact-json.ts";

/** A number as it was written, where a double would be another one or be written otherwise. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a JSON text says, with every number that a double cannot carry digit by digit. */
export type ExactValue = string | number | boolean | null | ExactNumber | ExactValue[] | ExactObject;

export interface ExactObject {
  [key: string]: ExactValue;
}

export function isExactObject(value: ExactValue): value is ExactObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** Parses a text that is valid JSON, as `JSON.parse` does but for the numbers. Takes time linear in it, at any depth. */
export function parseExact(text: string): ExactValue {
  const open: (ExactValue[] | ExactObject)[] = [];
  const keys: (string | undefined)[] = [];
  let root: ExactValue = null;
  const put = (value: ExactValue): void => {
    const container = open.at(-1);
    if (container === undefined) {
      root = value;
    } else if (Array.isArray(container)) {
      container.push(value);
    } else {
      // A member may be called `__proto__`.
      const key = keys[keys.length - 1] ?? "";
      Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
      keys[keys.length - 1] = undefined;
    }
  };
  for (let at = 0; at < text.length; ) {
    const character = text.charAt(at);
    if (character === "{" || character === "[") {
      const container = character === "[" ? [] : {};
      put(container);
      open.push(container);
      keys.push(undefined);
      at++;
    } else if (character === "}" || character === "]") {
      open.pop();
      keys.pop();
      at++;
    } else if (character === '"') {
      const end = endOfString(text, at);
      const string: string = JSON.parse(text.slice(at, end));
      const container = open.at(-1);
      if (container !== undefined && !Array.isArray(container) && keys.at(-1) === undefined) {
        keys[keys.length - 1] = string;
      } else {
        put(string);
      }
      at = end;
    } else if (/[\s,:]/.test(character)) {
      at++;
    } else {
      const end = endOfWord(text, at);
      put(wordValue(text.slice(at, end)));
      at = end;
    }
  }
  return root;
}

/** The value as JSON text with two spaces a level, like `JSON.stringify(value, null, 2)`, with the digits as they were. */
export function printExact(value: ExactValue, indent = ""): string {
  if (value instanceof ExactNumber) {
    return value.text;
  }
  if (typeof value !== "object" || value === null) {
    return JSON.stringify(value);
  }
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((item) => printExact(item, inner))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${printExact(item, inner)}`);
  const [opener, closer] = isList ? ["[", "]"] : ["{", "}"];
  return members.length === 0
    ? `${opener}${closer}`
    : `${opener}\n${inner}${members.join(`,\n${inner}`)}\n${indent}${closer}`;
}

function wordValue(word: string): ExactValue {
  const value: number | boolean | null = JSON.parse(word);
  return typeof value === "number" && String(value) !== word ? new ExactNumber(word) : value;
}

function endOfWord(text: string, start: number): number {
  const rest = /[\s,\]}]/g;
  rest.lastIndex = start;
  return rest.exec(text)?.index ?? text.length;
}
