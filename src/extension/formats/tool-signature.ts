import { isJsonObject, type JsonSchema, type JsonValue } from "../../shared/json.ts";
import type { OfferedTool } from "../ports/model.ts";

const maxDepth = 3;
const inexpressible = ["$ref", "allOf", "not", "if", "patternProperties", "dependentSchemas", "prefixItems"];

/**
 * A tool in one line: `name(path: string, count?: integer): what it does. path: where`. Half the characters of a JSON
 * Schema, and a small model does not echo it as a call. What a signature cannot say is added as schema.
 */
export function toolSignature(tool: OfferedTool): string {
  const properties = propertiesOf(tool.inputSchema);
  const required = requiredOf(tool.inputSchema);
  const list = Object.entries(properties)
    .map(([key, schema]) => `${key}${required.has(key) ? "" : "?"}: ${typeText(schema, 1) ?? "any"}`)
    .join(", ");
  const about = [sentence(tool.description ?? tool.title ?? ""), ...Object.entries(properties).map(propertyNote)]
    .filter((part) => part !== "")
    .join(" ");
  const complete = Object.values(properties).every((schema) => typeText(schema, 1) !== undefined);
  const schema = complete && expressible(tool.inputSchema) ? "" : `\n  Schema: ${JSON.stringify(tool.inputSchema)}`;
  return `- ${tool.name}(${list})${about === "" ? "" : `: ${about}`}${schema}`;
}

/** The properties of an object schema; broken entries are left out. */
export function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {};
  if (!isJsonObject(schema.properties)) return found;
  for (const [key, value] of Object.entries(schema.properties)) found[key] = isJsonObject(value) ? value : {};
  return found;
}

/** The names that an object schema requires. */
export function requiredOf(schema: JsonSchema): ReadonlySet<string> {
  return new Set(Array.isArray(schema.required) ? schema.required.filter((key) => typeof key === "string") : []);
}

function typeText(schema: JsonSchema, depth: number): string | undefined {
  if (!expressible(schema)) return undefined;
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const branches = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(branches)) return union(branches, depth);
  if (Array.isArray(schema.type))
    return union(
      schema.type.map((type) => ({ ...schema, type })),
      depth,
    );
  if (schema.type === "array") {
    const items = isJsonObject(schema.items) ? typeText(schema.items, depth + 1) : "any";
    if (items === undefined) return undefined;
    return items.includes(" | ") ? `(${items})[]` : `${items}[]`;
  }
  if (schema.type === "object" || schema.properties !== undefined) return objectText(schema, depth);
  return typeof schema.type === "string" ? schema.type : "any";
}

function objectText(schema: JsonSchema, depth: number): string | undefined {
  const entries = Object.entries(propertiesOf(schema));
  if (entries.length === 0) return "object";
  if (depth > maxDepth) return undefined;
  const required = requiredOf(schema);
  const parts: string[] = [];
  for (const [key, value] of entries) {
    const text = typeText(value, depth + 1);
    if (text === undefined) return undefined;
    parts.push(`${key}${required.has(key) ? "" : "?"}: ${text}`);
  }
  return `{${parts.join(", ")}}`;
}

function union(branches: readonly JsonValue[], depth: number): string | undefined {
  const texts = branches.map((branch) => (isJsonObject(branch) ? typeText(branch, depth) : undefined));
  return texts.includes(undefined) ? undefined : [...new Set(texts)].join(" | ");
}

function expressible(schema: JsonSchema): boolean {
  return !inexpressible.some((key) => key in schema);
}

function propertyNote([key, schema]: [string, JsonSchema]): string {
  const parts: string[] = [];
  if (typeof schema.description === "string") parts.push(sentence(schema.description));
  if (schema.default !== undefined) parts.push(`Default ${JSON.stringify(schema.default)}.`);
  return parts.length === 0 ? "" : `${key}: ${parts.join(" ")}`;
}

/** One line that ends like a sentence. */
function sentence(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line === "" || /[.!?。]$/.test(line) ? line : `${line}.`;
}
