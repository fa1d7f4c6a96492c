import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";

/** The OpenAPI 3.0 subset that Gemini's endpoints take; one keyword outside of it fails the whole request. */
const keywords = new Set([
  "type",
  "format",
  "title",
  "description",
  "nullable",
  "enum",
  "items",
  "properties",
  "required",
  "anyOf",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "pattern",
]);
const stringFormats = new Set(["enum", "date-time"]);

/** Brings a schema without references into Gemini's subset. It allows the same or more, never less. */
export function toGeminiSchema(schema: JsonObject): JsonObject {
  const merged = mergeAllOf(schema);
  const { types, nullable } = typesOf(merged);
  const [type = merged.properties === undefined ? undefined : "object"] = types;
  if (types.length > 1) {
    const { type: _, ...rest } = merged;
    return withNull({ anyOf: types.map((name) => toGeminiSchema({ ...rest, type: name })) }, nullable, merged);
  }
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(merged)) {
    const kept = keywords.has(key) ? convert(key, value, type) : undefined;
    if (kept !== undefined) {
      result[key] = kept;
    }
  }
  const branches = merged.anyOf ?? merged.oneOf;
  if (Array.isArray(branches)) {
    const real = branches.filter(isJsonObject).filter((branch) => branch.type !== "null");
    const isNullable = nullable || real.length < branches.length;
    const [only] = real;
    if (real.length === 1 && only !== undefined) {
      const { anyOf: _, ...rest } = result;
      return withNull({ ...rest, ...toGeminiSchema(only) }, isNullable, merged);
    }
    return withNull({ anyOf: real.map(toGeminiSchema) }, isNullable, merged);
  }
  if (type !== undefined) {
    result.type = type;
  }
  if (typeof merged.const === "string") {
    result.type = "string";
    result.enum = [merged.const];
  }
  if (type === "array" && result.items === undefined) {
    result.items = { type: "string" };
  }
  if (isJsonObject(result.properties) && Array.isArray(result.required)) {
    const { properties } = result;
    result.required = result.required.filter((name) => typeof name === "string" && Object.hasOwn(properties, name));
  }
  return withNull(result, nullable, merged);
}

function convert(key: string, value: JsonValue, type: string | undefined): JsonValue | undefined {
  switch (key) {
    case "type":
    case "anyOf":
      return undefined;
    case "properties":
      return type === "object" && isJsonObject(value)
        ? Object.fromEntries(
            Object.entries(value).map(([name, item]) => [name, toGeminiSchema(isJsonObject(item) ? item : {})]),
          )
        : undefined;
    case "required":
      return type === "object" ? value : undefined;
    case "items":
      return type === "array" && isJsonObject(value) && Object.keys(value).length > 0
        ? toGeminiSchema(value)
        : undefined;
    case "enum":
      return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string" && item !== "")
        ? value
        : undefined;
    case "format":
      return type !== "string" || (typeof value === "string" && stringFormats.has(value)) ? value : undefined;
    default:
      return value;
  }
}

function mergeAllOf(schema: JsonObject): JsonObject {
  const { allOf, ...rest } = schema;
  return Array.isArray(allOf) ? Object.assign({}, ...allOf.filter(isJsonObject).map(mergeAllOf), rest) : schema;
}

function typesOf(schema: JsonObject): { types: string[]; nullable: boolean } {
  const { type } = schema;
  const all = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === "string");
  return { types: all.filter((name) => name !== "null"), nullable: all.includes("null") };
}

function withNull(schema: JsonObject, nullable: boolean, original: JsonObject): JsonObject {
  const { description } = original;
  return {
    ...schema,
    ...(typeof description === "string" ? { description } : {}),
    ...(nullable ? { nullable: true } : {}),
  };
}
