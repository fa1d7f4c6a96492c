import type { JsonObject, JsonSchema, JsonValue } from "../../shared/json.ts";
import { itemSchema, parameterSchema } from "../formats/parameter-typing.ts";
import { OpenFlow, readYamlFlow, type YamlTyping } from "./yaml-flow.ts";

interface Line {
  readonly indent: number;
  readonly text: string;
}

const keyPattern = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s:#][^:]*?)(?<!\s)\s*:(?:\s+(.*)|)$/;
const maxDepth = 64;

/**
 * Reads the part of YAML that models write as arguments: mappings, lists, block scalars, and what stands on one line or
 * goes on in the next ones, typed by the tool's schema. `undefined` when it is something else.
 */
export function readYamlMapping(text: string, schema: JsonSchema): JsonObject | undefined {
  const lines = text.split(/\r?\n/).map((line) => ({ indent: line.length - line.trimStart().length, text: line }));
  const reader = new YamlReader(lines, schema);
  const mapping = reader.mapping(reader.nextIndent(), 0, schema);
  return mapping !== undefined && reader.done() ? mapping : undefined;
}

class YamlReader {
  #at = 0;
  readonly #lines: readonly Line[];
  readonly #root: JsonSchema;

  constructor(lines: readonly Line[], root: JsonSchema) {
    this.#lines = lines;
    this.#root = root;
  }

  done(): boolean {
    return this.#peek() === undefined;
  }

  nextIndent(): number {
    return this.#peek()?.indent ?? 0;
  }

  mapping(indent: number, depth: number, schema: JsonSchema | undefined): JsonObject | undefined {
    const entries: [string, JsonValue][] = [];
    for (let line = this.#peek(); line !== undefined && line.indent === indent; line = this.#peek()) {
      const match = keyPattern.exec(line.text.trim());
      if (match === null || depth > maxDepth) return undefined;
      this.#at += 1;
      const written = match[1] ?? "";
      const read = /^["']/.test(written) ? readYamlFlow(written, this.#typing(undefined)) : written;
      const key = typeof read === "string" ? read : written;
      const value = this.#value(match[2]?.trim() ?? "", indent, depth, schema && parameterSchema(schema, key));
      if (value === undefined) return undefined;
      entries.push([key, value]);
    }
    return Object.fromEntries(entries);
  }

  #typing(schema: JsonSchema | undefined): YamlTyping {
    return { schema, root: this.#root };
  }

  /** What stands behind a key or a dash whose line is `indent` deep. */
  #value(text: string, indent: number, depth: number, schema: JsonSchema | undefined): JsonValue | undefined {
    const block = /^([|>])([+-]?)\d*([+-]?)(\s+#.*)?$/.exec(text);
    if (block !== null) return this.#blockScalar(indent, block[1] === ">", `${block[2]}${block[3]}`);
    if (text !== "" && !text.startsWith("#")) return readYamlFlow(this.#continued(text, indent), this.#typing(schema));
    const next = this.#peek();
    if (next === undefined || next.indent < indent) return null;
    const isList = /^-(\s|$)/.test(next.text.trim());
    if (next.indent === indent && !isList) return null;
    return isList
      ? this.#list(next.indent, depth + 1, itemSchema(schema))
      : this.mapping(next.indent, depth + 1, schema);
  }

  #list(indent: number, depth: number, schema: JsonSchema | undefined): JsonValue[] | undefined {
    const items: JsonValue[] = [];
    for (let line = this.#peek(); line !== undefined && line.indent === indent; line = this.#peek()) {
      const match = /^-(?:\s+(.*))?$/.exec(line.text.trim());
      if (match === null || depth > maxDepth) break;
      const rest = match[1] ?? "";
      if (keyPattern.test(rest) && !/^["'[{]/.test(rest)) {
        const inner = line.text.indexOf(rest, indent + 1);
        const nested = new YamlReader([{ indent: inner, text: rest }, ...this.#lines.slice(this.#at + 1)], this.#root);
        const item = nested.mapping(inner, depth + 1, schema);
        if (item === undefined) return undefined;
        this.#at += nested.#at;
        items.push(item);
        continue;
      }
      this.#at += 1;
      const value = this.#value(rest, indent, depth, schema);
      if (value === undefined) return undefined;
      items.push(value);
    }
    return items;
  }

  /** A value that its line does not finish: a plain one goes on in deeper lines, others up to their closing character. */
  #continued(text: string, indent: number): string {
    const parts = [text];
    const flow = /^["'[{]/.test(text) ? new OpenFlow() : undefined;
    let goesOn = flow?.add(text) ?? true;
    for (; this.#at < this.#lines.length; this.#at += 1) {
      const line = this.#lines[this.#at];
      if (line === undefined) break;
      const more = line.text.trim();
      if (flow === undefined ? line.indent <= indent || more === "" : !goesOn) break;
      parts.push(more);
      goesOn = flow?.add(more) ?? true;
    }
    return parts.join(flow === undefined ? " " : "\n");
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
    const body = lines.slice(0, end);
    const text = folded ? foldLines(body) : body.join("\n");
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

/** One line break between lines of text is a space, of several the first one goes; lines that are indented stay lines. */
function foldLines(lines: readonly string[]): string {
  let text = "";
  let breaks = 0;
  let indented = true;
  for (const line of lines) {
    if (line.trim() === "") {
      breaks += 1;
      continue;
    }
    const deep = /^\s/.test(line);
    if (text !== "") text += deep || indented ? "\n".repeat(breaks + 1) : breaks === 0 ? " " : "\n".repeat(breaks);
    else text = "\n".repeat(breaks);
    text += line;
    indented = deep;
    breaks = 0;
  }
  return text;
}
