import type { JsonObject, JsonValue } from "../../shared/json.ts";
import { lenientValue } from "./clean-json.ts";

interface Line {
  readonly indent: number;
  readonly text: string;
}

const keyPattern = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s:#][^:]*?)\s*:(?:\s+(.*)|)$/;
const maxDepth = 64;

/**
 * Reads the part of YAML that models write as arguments: mappings, lists, block scalars, quoted and plain scalars, flow
 * collections as JSON. `undefined` when it is something else.
 */
export function readYamlMapping(text: string): JsonObject | undefined {
  const lines = text.split(/\r?\n/).map((line) => ({ indent: line.length - line.trimStart().length, text: line }));
  const reader = new YamlReader(lines);
  const mapping = reader.mapping(reader.nextIndent(), 0);
  return mapping !== undefined && reader.done() ? mapping : undefined;
}

class YamlReader {
  #at = 0;
  readonly #lines: readonly Line[];

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
  }

  done(): boolean {
    return this.#peek() === undefined;
  }

  nextIndent(): number {
    return this.#peek()?.indent ?? 0;
  }

  mapping(indent: number, depth: number): JsonObject | undefined {
    const entries: [string, JsonValue][] = [];
    for (let line = this.#peek(); line !== undefined && line.indent === indent; line = this.#peek()) {
      const match = keyPattern.exec(line.text.trim());
      if (match === null || depth > maxDepth) return undefined;
      this.#at += 1;
      const value = this.#value(match[2]?.trim() ?? "", indent, depth);
      if (value === undefined) return undefined;
      const key = scalar(match[1] ?? "");
      entries.push([typeof key === "string" ? key : (match[1] ?? ""), value]);
    }
    return Object.fromEntries(entries);
  }

  /** What stands behind a key or a dash whose line is `indent` deep. */
  #value(text: string, indent: number, depth: number): JsonValue | undefined {
    const block = /^([|>])([+-]?)\d*([+-]?)(\s+#.*)?$/.exec(text);
    if (block !== null) return this.#blockScalar(indent, block[1] === ">", `${block[2]}${block[3]}`);
    if (text !== "" && !text.startsWith("#")) return scalar(text);
    const next = this.#peek();
    if (next === undefined || next.indent < indent) return null;
    const isList = /^-(\s|$)/.test(next.text.trim());
    if (next.indent === indent && !isList) return null;
    return isList ? this.#list(next.indent, depth + 1) : this.mapping(next.indent, depth + 1);
  }

  #list(indent: number, depth: number): JsonValue[] | undefined {
    const items: JsonValue[] = [];
    for (let line = this.#peek(); line !== undefined && line.indent === indent; line = this.#peek()) {
      const match = /^-(?:\s+(.*))?$/.exec(line.text.trim());
      if (match === null || depth > maxDepth) break;
      const rest = match[1] ?? "";
      if (keyPattern.test(rest) && !/^["'[{]/.test(rest)) {
        const inner = line.text.indexOf(rest, indent + 1);
        const nested = new YamlReader([{ indent: inner, text: rest }, ...this.#lines.slice(this.#at + 1)]);
        const item = nested.mapping(inner, depth + 1);
        if (item === undefined) return undefined;
        this.#at += nested.#at;
        items.push(item);
        continue;
      }
      this.#at += 1;
      const value = this.#value(rest, indent, depth);
      if (value === undefined) return undefined;
      items.push(value);
    }
    return items;
  }

  #blockScalar(parent: number, folded: boolean, chomping: string): string {
    const lines: string[] = [];
    let indent = -1;
    for (; this.#at < this.#lines.length; this.#at += 1) {
      const line = this.#lines[this.#at];
      if (line === undefined) break;
      const blank = line.text.trim() === "";
      if (!blank && line.indent <= parent) break;
      if (!blank && indent < 0) indent = line.indent;
      lines.push(blank ? line.text.slice(Math.max(0, indent)) : line.text.slice(indent));
    }
    let end = lines.length;
    while (end > 0 && lines[end - 1]?.trim() === "") end -= 1;
    const body = lines.slice(0, end).join("\n");
    const text = folded ? body.replace(/([^\n])\n(?=[^\s])/g, "$1 ") : body;
    if (chomping === "-") return text;
    return chomping === "+" ? `${text}${"\n".repeat(lines.length - end || 1)}` : `${text}\n`;
  }

  /** The next line that is neither empty nor a comment. */
  #peek(): Line | undefined {
    for (;;) {
      const line = this.#lines[this.#at];
      if (line === undefined || (line.text.trim() !== "" && !line.text.trim().startsWith("#"))) return line;
      this.#at += 1;
    }
  }
}

function scalar(text: string): JsonValue | undefined {
  if (/^'(?:[^']|'')*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  if (/^["[{]/.test(text)) return lenientValue(text, maxDepth);
  const plain = text.replace(/\s+#.*$/, "");
  if (/^(null|~)$/i.test(plain)) return null;
  if (/^(true|false)$/i.test(plain)) return plain.toLowerCase() === "true";
  if (/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(plain)) return Number(plain);
  return plain;
}
