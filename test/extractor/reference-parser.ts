import type { JsonObject } from "../../src/shared/json.ts";

/** What the reference reads: calls in order, and the text without them. `undefined`: it does not know. */
export interface Reading {
  calls: { name: string; input: JsonObject }[];
  text: string;
}

type ReadCall = (rest: string) => { name: string; input: JsonObject; length: number } | "none" | "unknown";

/**
 * A slow and obvious reader of whole replies, to compare with the extractor: at every place it tries to read one call by
 * regular expressions and `JSON.parse` on ever longer pieces. It knows clean calls only, no code and no reasoning.
 */
export function readSlowly(text: string, readCall: ReadCall, names: ReadonlySet<string>): Reading | undefined {
  const reading: Reading = { calls: [], text: "" };
  for (let at = 0; at < text.length; ) {
    const found = readCall(text.slice(at));
    if (found === "unknown") return undefined;
    if (found === "none") {
      reading.text += text.charAt(at);
      at += 1;
      continue;
    }
    if (!names.has(found.name)) return undefined;
    reading.calls.push({ name: found.name, input: found.input });
    at += found.length;
  }
  return reading;
}

/** `<tool_use><name>…</name><arguments>{…}</arguments></tool_use>` */
export const readToolUse: ReadCall = (rest) => {
  const head = /^<tool_use>\s*<name>\s*([\w.-]+)\s*<\/name>\s*<arguments>\s*(?=\{)/.exec(rest);
  if (head === null) return /^<tool_use>\s*<(name|arguments|parameters)>/.test(rest) ? "unknown" : "none";
  return withJson(rest, head[0].length, head[1] ?? "", /^\s*<\/arguments>\s*<\/tool_use>/);
};

/** `<tool_call>{"name": …, "arguments": {…}}</tool_call>` */
export const readHermes: ReadCall = (rest) => {
  const head = /^<tool_call>\s*(?=\{)/.exec(rest);
  if (head === null) return /^<tool_call>\s*([[`]|$)/.test(rest) ? "unknown" : "none";
  const json = jsonAt(rest, head[0].length);
  if (json === undefined) return /^<tool_call>\s*\{\s*["'{]/.test(rest) ? "unknown" : "none";
  const { name, arguments: input } = json.value;
  const close = /^\s*<\/tool_call>/.exec(rest.slice(json.end));
  if (
    typeof name !== "string" ||
    typeof input !== "object" ||
    input === null ||
    Array.isArray(input) ||
    close === null
  ) {
    return "unknown";
  }
  return { name, input, length: json.end + close[0].length };
};

/** `<tool_call><function=NAME><parameter=KEY>VALUE</parameter>…</function></tool_call>` with string values. */
export const readQwen: ReadCall = (rest) => {
  const head = /^<tool_call>\s*<function=([\w.-]+)>\s*/.exec(rest);
  if (head === null) return /^<tool_call>\s*<function=|^<function=/.test(rest) ? "unknown" : "none";
  const input: JsonObject = {};
  let at = head[0].length;
  for (;;) {
    const close = /^\s*<\/function>\s*<\/tool_call>/.exec(rest.slice(at));
    if (close !== null) return { name: head[1] ?? "", input, length: at + close[0].length };
    const field = /^\s*<parameter=([\w.-]+)>([\s\S]*?)<\/parameter>(?=\s*(<parameter=|<\/function>))/.exec(
      rest.slice(at),
    );
    if (field === null || /(^|\n)[ \t]*<(\/function|parameter=|\/tool_call)/.test(field[2] ?? "")) return "unknown";
    if (/<\/(\w+)>\s*(<parameter=|<\/function>)/.test(field[2] ?? "")) return "unknown";
    input[field[1] ?? ""] = (field[2] ?? "").replace(/^\r?\n/, "").replace(/\r?\n$/, "");
    at += field[0].length;
  }
};

function withJson(rest: string, from: number, name: string, close: RegExp): ReturnType<ReadCall> {
  const json = jsonAt(rest, from);
  const end = json === undefined ? null : close.exec(rest.slice(json.end));
  return json === undefined || end === null ? "unknown" : { name, input: json.value, length: json.end + end[0].length };
}

/** The object that begins here: the shortest piece that `JSON.parse` accepts. */
function jsonAt(text: string, from: number): { value: JsonObject; end: number } | undefined {
  for (let end = text.indexOf("}", from); end >= 0; end = text.indexOf("}", end + 1)) {
    try {
      return { value: JSON.parse(text.slice(from, end + 1)) as JsonObject, end: end + 1 };
    } catch {
      // Not whole yet.
    }
  }
  return undefined;
}
