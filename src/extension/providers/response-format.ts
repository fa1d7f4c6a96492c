import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";

/**
 * Keywords that servers turn into grammars. Others are left out: some servers refuse them (patterns, formats), none
 * needs them, and the loop checks the arguments afterwards.
 */
const kept = new Set([
  "type",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "prefixItems",
  "enum",
  "const",
  "anyOf",
  "oneOf",
  "allOf",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
]);
/** What every server knows that knows schemas at all. */
const keptPlain = new Set(["type", "properties", "required", "additionalProperties", "items", "enum", "anyOf"]);
/** Grammars repeat a rule once for each count: longer bounds make them explode. */
const maxBound = 500;

/**
 * `response_format` for a reply that is held to a schema. `plain`: for a server that has refused the first form, with
 * fewer keywords and without the claim that the schema is in OpenAI's strict subset.
 */
export function toResponseFormat(schema: JsonObject, plain: boolean): JsonObject {
  const json_schema = plain
    ? { name: "reply", schema: reduce(schema, keptPlain) }
    : { name: "reply", schema: reduce(schema, kept), strict: true };
  return { type: "json_schema", json_schema };
}

function reduce(schema: JsonObject, keywords: ReadonlySet<string>): JsonObject {
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (keywords.has(key) && !(/^m(in|ax)(Items|Length)$/.test(key) && Number(value) > maxBound)) {
      result[key] = reduceValue(key, value, keywords);
    }
  }
  const { type } = schema;
  if (keywords === keptPlain) {
    if (schema.const !== undefined) {
      result.enum = [schema.const];
    }
    if (Array.isArray(schema.oneOf) && result.anyOf === undefined) {
      result.anyOf = reduceValue("anyOf", schema.oneOf, keywords);
    }
    if (Array.isArray(type)) {
      const { type: _, ...rest } = result;
      return { anyOf: type.map((name) => ({ ...rest, type: name })) };
    }
  }
  return result;
}

function reduceValue(key: string, value: JsonValue, keywords: ReadonlySet<string>): JsonValue {
  if (key === "properties" && isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, isJsonObject(item) ? reduce(item, keywords) : {}]),
    );
  }
  if (key === "anyOf" || key === "oneOf" || key === "allOf" || key === "prefixItems") {
    return Array.isArray(value) ? value.map((item) => (isJsonObject(item) ? reduce(item, keywords) : {})) : value;
  }
  if (key === "items" || key === "additionalProperties") {
    return isJsonObject(value) ? reduce(value, keywords) : value;
  }
  return value;
}

/** Words of a server that does not hold replies to a schema, or not to this one. */
const schemaWords = /response_?format|json_?schema|json mode|structured.?outputs?|\bgrammar\b|\bschema\b/i;

/** Whether a refusal is about the schema that the request carried. */
export function isAboutSchema(words: string): boolean {
  return schemaWords.test(words);
}
