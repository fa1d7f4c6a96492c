import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import type { ParamsField, ParamsGrammar } from "./call-grammar.ts";
import { parameterSchema, typeParameter } from "./parameter-typing.ts";
import type { RenderableCall, ToolSchemas } from "./text-format.ts";

const safeKey = /^[\p{L}\p{N}_.$-]+$/u;
const safeName = /^[\p{L}\p{N}_.$:/-]+$/u;

/**
 * Calls with named parameters. These forms have no escapes, so a value that would be read differently (it holds a
 * structural close, its type is not the schema's, its line breaks are layout) makes the whole message unwritable here.
 */
export function renderParams(
  grammar: ParamsGrammar,
  calls: readonly RenderableCall[],
  tools: ToolSchemas,
): string | undefined {
  const items: string[] = [];
  for (const call of calls) {
    const schema = tools.find((tool) => tool.name === call.name)?.inputSchema ?? {};
    const fields: string[] = [];
    for (const [key, value] of Object.entries(call.input)) {
      const text = valueText(grammar, schema, key, value);
      if (text === undefined || !safeKey.test(key)) return undefined;
      fields.push(fieldText(grammar, key, text, typeof value === "string"));
    }
    if (!safeName.test(call.name)) return undefined;
    items.push(itemText(grammar, call.name, fields));
  }
  const section = grammar.section;
  const body = items.join("\n");
  return section === undefined ? body : `${section.open[0] ?? ""}\n${body}\n${section.close[0] ?? ""}`;
}

function itemText(grammar: ParamsGrammar, name: string, fields: readonly string[]): string {
  const { head, close } = grammar;
  const body = fields.map((field) => `${field}\n`).join("");
  switch (head.kind) {
    case "attribute": {
      const open = head.open[0] ?? "";
      const shown = open.endsWith("name=") ? `"${name}"` : name;
      return `${open}${shown}>\n${body}${close[0] ?? ""}`;
    }
    case "text":
      return `${head.open[0] ?? ""}${name}${head.nameEnd?.[0] ?? "\n"}${body}${close[0] ?? ""}`;
    case "element":
      return `${head.open[0] ?? ""}\n<${head.nameTag}>${name}</${head.nameTag}>\n<${head.bodyTag}>\n${body}</${head.bodyTag}>\n${close[0] ?? ""}`;
    case "tag":
      return `<${name}>\n${body}</${name}>`;
  }
}

function fieldText(grammar: ParamsGrammar, key: string, text: string, isText: boolean): string {
  const { field } = grammar;
  switch (field.kind) {
    case "attribute": {
      const open = field.open[0] ?? "";
      const quoted = open.endsWith("name=") ? `"${key}"` : key;
      const typed = grammar.stringAttribute === true ? ` string="${isText}"` : "";
      return `${open}${quoted}${typed}>${text}${field.close[0] ?? ""}`;
    }
    case "pair":
      return `${field.keyOpen[0] ?? ""}${key}${field.keyClose[0] ?? ""}\n${field.valueOpen[0] ?? ""}${text}${field.valueClose[0] ?? ""}`;
    case "tag":
      return `${field.prefix}<${key}>${text}${field.prefix}</${key}>`;
  }
}

/** The value as it stands between its tags, or `undefined` when it would not come back as it is. */
function valueText(grammar: ParamsGrammar, schema: JsonObject, key: string, value: JsonValue): string | undefined {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (text.includes("\r") || text.includes("<![CDATA[") || !comesBackTyped(grammar, schema, key, value, text))
    return undefined;
  if (closers(grammar.field, key).some((literal) => text.includes(literal))) return undefined;
  if (startsField(grammar, text)) return undefined;
  if (grammar.newlines === "payload") return text;
  const trimmed = text.trim();
  if (grammar.trimSingleLine === true && text !== trimmed && !trimmed.includes("\n")) return undefined;
  const block = text.includes("\n") || (grammar.trimSingleLine !== true && text === "");
  if (block) return `\n${text}\n`;
  return text;
}

/** A line that begins like another parameter, or like the end of the call, would end a value whose close is missing. */
function startsField(grammar: ParamsGrammar, text: string): boolean {
  const { field, head, close, section } = grammar;
  const starts = [...close, ...(section?.close ?? [])];
  if (field.kind === "attribute") starts.push(...field.open);
  if (field.kind === "pair") starts.push(...field.keyOpen);
  if (field.kind === "tag") starts.push(`${field.prefix}<`);
  if (head.kind === "tag") starts.push("<");
  return starts.some((start) => new RegExp(`^[ \\t]*${start.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`, "m").test(text));
}

function comesBackTyped(
  grammar: ParamsGrammar,
  root: JsonObject,
  key: string,
  value: JsonValue,
  text: string,
): boolean {
  if (grammar.stringAttribute === true) return true;
  return same(
    typeParameter(text, parameterSchema(root, key), root, () => undefined),
    value,
  );
}

function closers(field: ParamsField, key: string): string[] {
  const own = `</${key}>`;
  switch (field.kind) {
    case "attribute":
      return [...field.close, own];
    case "pair":
      // Some models close a value with the end of reasoning, and it is read so.
      return [...field.valueClose, own, "</think>"];
    case "tag":
      return [`${field.prefix}${own}`];
  }
}

function same(left: JsonValue, right: JsonValue): boolean {
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => same(item, right[index] ?? null))
    );
  }
  if (isJsonObject(left)) {
    if (!isJsonObject(right)) return false;
    const keys = Object.keys(left);
    return (
      keys.length === Object.keys(right).length && keys.every((key) => same(left[key] ?? null, right[key] ?? null))
    );
  }
  return left === right;
}
