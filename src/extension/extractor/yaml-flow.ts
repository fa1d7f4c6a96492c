import type { JsonObject, JsonSchema, JsonValue } from "../../shared/json.ts";
import { isTextParameter, itemSchema, parameterSchema } from "../formats/parameter-typing.ts";

/** What a value's schema says about it, inside the tool's whole schema. */
export interface YamlTyping {
  readonly schema: JsonSchema | undefined;
  readonly root: JsonSchema;
}

const maxDepth = 64;
const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  "0": "\0",
  a: "\u0007",
  v: "\v",
  e: "\u001b",
};

/** Reads a value that stands on its line: a scalar, quoted or plain, or a collection in brackets. */
export function readYamlFlow(text: string, typing: YamlTyping): JsonValue | undefined {
  if (!/^["'[{]/.test(text)) return plainScalar(text.replace(/(?<!\s)\s+#.*$/, ""), typing);
  const reader = new FlowReader(text);
  const value = reader.value(typing, 0);
  return value !== undefined && /^\s*(#.*)?$/.test(reader.rest) ? value : undefined;
}

/** Whether a quoted text or a collection goes on behind the lines that were added. Each line is looked at once. */
export class OpenFlow {
  #depth = 0;
  #quote = "";
  #mayQuote = true;

  /** `true` when it does. */
  add(line: string): boolean {
    for (let index = 0; index < line.length; index += 1) {
      const character = line[index] ?? "";
      if (this.#quote !== "") {
        if (character === "\\" && this.#quote === '"') index += 1;
        else if (character === this.#quote) this.#quote = "";
        continue;
      }
      if (this.#mayQuote && (character === '"' || character === "'")) this.#quote = character;
      else if (character === "[" || character === "{") this.#depth += 1;
      else if (character === "]" || character === "}") this.#depth -= 1;
      this.#mayQuote = /[\s,:[{]/.test(character);
    }
    // The line break counts as white space.
    this.#mayQuote = true;
    return this.#quote !== "" || this.#depth > 0;
  }
}

/** YAML guesses the type of what has no quotes; a value that is a string by its schema stays what was written. */
function plainScalar(text: string, { schema, root }: YamlTyping): JsonValue {
  if (schema !== undefined && isTextParameter(schema, root)) return text;
  if (/^(null|~|)$/i.test(text)) return null;
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  if (/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text);
  return text;
}

class FlowReader {
  #at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get rest(): string {
    return this.#text.slice(this.#at);
  }

  value(typing: YamlTyping, depth: number): JsonValue | undefined {
    if (depth > maxDepth) return undefined;
    this.#skipSpace();
    switch (this.#text[this.#at]) {
      case '"':
      case "'":
        return this.#quoted();
      case "[":
        return this.#list(typing, depth);
      case "{":
        return this.#mapping(typing, depth);
      default:
        return plainScalar(this.#plain(), typing);
    }
  }

  #list({ schema, root }: YamlTyping, depth: number): JsonValue[] | undefined {
    const items: JsonValue[] = [];
    this.#at += 1;
    while (!this.#takes("]")) {
      const item = this.value({ schema: itemSchema(schema), root }, depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
      if (!this.#takes(",") && !this.#isNext("]")) return undefined;
    }
    return items;
  }

  #mapping({ schema, root }: YamlTyping, depth: number): JsonObject | undefined {
    const entries: [string, JsonValue][] = [];
    this.#at += 1;
    while (!this.#takes("}")) {
      this.#skipSpace();
      const quoted = /["']/.test(this.#text[this.#at] ?? "");
      const key = quoted ? this.#quoted() : this.#plain();
      if (key === undefined || key === "" || !this.#takes(":")) return undefined;
      const value = this.value({ schema: schema && parameterSchema(schema, key), root }, depth + 1);
      if (value === undefined) return undefined;
      entries.push([key, value]);
      if (!this.#takes(",") && !this.#isNext("}")) return undefined;
    }
    return Object.fromEntries(entries);
  }

  #quoted(): string | undefined {
    const quote = this.#text[this.#at];
    const from = this.#at + 1;
    const end = quote === '"' ? this.#closingDouble(from) : this.#closingSingle(from);
    if (end < 0) return undefined;
    this.#at = end + 1;
    const text = this.#text.slice(from, end).replaceAll("\n", " ");
    if (quote === "'") return text.replaceAll("''", "'");
    // Half a character is none.
    return text.replace(/\\(u[\da-fA-F]{4}|x[\da-fA-F]{2}|.)/gs, unescaped).replace(/\p{Surrogate}/gu, "\ufffd");
  }

  #closingDouble(from: number): number {
    let at = from;
    while (at < this.#text.length && this.#text[at] !== '"') at += this.#text[at] === "\\" ? 2 : 1;
    return at < this.#text.length ? at : -1;
  }

  #closingSingle(from: number): number {
    let at = this.#text.indexOf("'", from);
    while (at >= 0 && this.#text[at + 1] === "'") at = this.#text.indexOf("'", at + 2);
    return at;
  }

  /** Up to a character that ends it in a collection. */
  #plain(): string {
    const from = this.#at;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at] ?? "";
      if (",[]{}".includes(character)) break;
      if (character === ":" && /^[\s,[\]{}]?$/.test(this.#text[this.#at + 1] ?? "")) break;
    }
    return this.#text.slice(from, this.#at).trim();
  }

  #takes(character: string): boolean {
    if (!this.#isNext(character)) return false;
    this.#at += 1;
    return true;
  }

  #isNext(character: string): boolean {
    this.#skipSpace();
    return this.#text[this.#at] === character;
  }

  #skipSpace(): void {
    while (/\s/.test(this.#text[this.#at] ?? "")) this.#at += 1;
  }
}

function unescaped(whole: string, escaped: string): string {
  if (/^[ux]./.test(escaped)) return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  return escapes[escaped] ?? (/^["\\/ ]$/.test(escaped) ? escaped : whole);
}
