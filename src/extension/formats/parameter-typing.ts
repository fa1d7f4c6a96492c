import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from "../../shared/json.ts";

/** Reads JSON in a wider sense (Python literals); `undefined` when the text is none. */
export type LenientReader = (text: string) => JsonValue | undefined;

/** The JSON types that a schema admits; absent when it says nothing about the type. */
type Admitted = ReadonlySet<string> | undefined;

const maxDepth = 8;
/** Values that nest deeper stay text: what writes or compares them would exhaust the stack. */
const maxNesting = 256;

/**
 * Gives the raw text of a named parameter its type by the tool's schema. A parameter that may be a string is one,
 * verbatim; others are read as JSON, then as a Python literal; what does not fit stays the string that was written, and
 * the loop's check reports it. `null` and `None` are null where the schema admits null or no string.
 */
export function typeParameter(
  text: string,
  schema: JsonSchema | undefined,
  root: JsonSchema,
  lenient: LenientReader,
): JsonValue {
  const admitted = schema === undefined ? undefined : admittedTypes(schema, root, 0);
  if (admitted === undefined) return text;
  const word = text.trim();
  if ((word === "null" || word === "None") && (admitted.has("null") || !admitted.has("string"))) return null;
  if (admitted.has("string")) return enumMember(text, schema, lenient) ?? text;
  const truth = word.toLowerCase();
  if (admitted.has("boolean") && (truth === "true" || truth === "false")) return truth === "true";
  const value = readJson(word) ?? lenient(word);
  return value !== undefined && fits(value, admitted) ? value : text;
}

/** True when a value of this parameter is text as it stands, so that it can be streamed while it arrives. */
export function isTextParameter(schema: JsonSchema | undefined, root: JsonSchema): boolean {
  const admitted = schema === undefined ? undefined : admittedTypes(schema, root, 0);
  if (admitted === undefined) return true;
  return admitted.has("string") && !admitted.has("null") && !isMixedEnum(schema);
}

/** A list of values that are not all strings: what is written is the one that it spells. */
function isMixedEnum(schema: JsonSchema | undefined): boolean {
  return Array.isArray(schema?.enum) && schema.enum.some((value) => typeof value !== "string");
}

/** The number or word of a mixed list that the text spells, where no string of the list does. */
function enumMember(text: string, schema: JsonSchema | undefined, lenient: LenientReader): JsonValue | undefined {
  if (!isMixedEnum(schema) || !Array.isArray(schema?.enum) || schema.enum.includes(text)) return undefined;
  const value = readJson(text.trim()) ?? lenient(text.trim());
  return schema.enum.find((member) => member === value);
}

/** True when a parameter is of this JSON type and no other. */
export function admitsOnly(schema: JsonSchema, root: JsonSchema, type: "array" | "object"): boolean {
  const admitted = admittedTypes(schema, root, 0);
  return admitted?.size === 1 && admitted.has(type);
}

/** True when the schema says that a parameter may be text. */
export function admitsText(schema: JsonSchema | undefined, root: JsonSchema): boolean {
  return schema !== undefined && admittedTypes(schema, root, 0)?.has("string") === true;
}

/** The schema of one parameter of a tool. */
export function parameterSchema(inputSchema: JsonSchema, key: string): JsonSchema | undefined {
  const properties = isJsonObject(inputSchema.properties) ? inputSchema.properties : {};
  const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
  return isJsonObject(schema) ? schema : undefined;
}

/** The schema of a list's items. */
export function itemSchema(schema: JsonSchema | undefined): JsonSchema | undefined {
  return isJsonObject(schema?.items) ? schema.items : undefined;
}

function readJson(text: string): JsonValue | undefined {
  if (!nestsWithin(text, maxNesting)) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Whether no bracket of this JSON text stands inside more than `depth` others. */
function nestsWithin(text: string, depth: number): boolean {
  let open = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString && code === 0x5c) index += 1;
    else if (code === 0x22) inString = !inString;
    else if (!inString && (code === 0x5b || code === 0x7b)) open += 1;
    else if (!inString && (code === 0x5d || code === 0x7d)) open -= 1;
    if (open > depth) return false;
  }
  return true;
}

function fits(value: JsonValue, admitted: ReadonlySet<string>): boolean {
  if (typeof value === "number") {
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) return false;
    return admitted.has("number") || (admitted.has("integer") && Number.isInteger(value));
  }
  return admitted.has(typeName(value));
}

function typeName(value: JsonValue): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function admittedTypes(schema: JsonSchema, root: JsonSchema, depth: number): Admitted {
  if (depth > maxDepth) return undefined;
  const target = typeof schema.$ref === "string" ? resolve(schema.$ref, root) : undefined;
  if (target !== undefined) return admittedTypes(target, root, depth + 1);
  if (typeof schema.type === "string") return new Set([schema.type]);
  if (Array.isArray(schema.type)) return new Set(schema.type.filter((type) => typeof type === "string"));
  if (Array.isArray(schema.enum)) return new Set(schema.enum.map(typeName));
  if (schema.const !== undefined) return new Set([typeName(schema.const)]);
  const branches = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(branches)) return union(branches, root, depth);
  if (Array.isArray(schema.allOf)) {
    const parts = schema.allOf.map((part) => (isJsonObject(part) ? admittedTypes(part, root, depth + 1) : undefined));
    return parts.find((part) => part !== undefined);
  }
  if (schema.properties !== undefined) return new Set(["object"]);
  return schema.items === undefined ? undefined : new Set(["array"]);
}

function union(branches: readonly JsonValue[], root: JsonSchema, depth: number): Admitted {
  const all = new Set<string>();
  for (const branch of branches) {
    const types = isJsonObject(branch) ? admittedTypes(branch, root, depth + 1) : undefined;
    if (types === undefined) return undefined;
    for (const type of types) all.add(type);
  }
  return all;
}

/** Follows a local reference such as `#/$defs/Point`; others are not fetched. */
function resolve(reference: string, root: JsonSchema): JsonObject | undefined {
  if (!reference.startsWith("#/")) return undefined;
  let at: JsonValue | undefined = root;
  for (const step of reference.slice(2).split("/")) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return isJsonObject(at) ? at : undefined;
}
