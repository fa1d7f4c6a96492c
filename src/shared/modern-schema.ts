import { isJsonObject, type JsonObject, type JsonValue } from "./json.ts";

const types = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);
/** Keywords for which `null` is a value; everywhere else a server wrote "absent" that way. */
const takesNull = new Set(["const", "default", "enum", "examples"]);
const bounds = [
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
] as const;

/**
 * One node of a JSON Schema in the words of draft 2020-12, as far as older drafts and careless servers differ: APIs
 * check that, and refuse the whole request. Tuples become lists of any of their items, a list without items one of
 * anything. What it says about values stays the same or allows more. Nodes below are left as they are.
 */
export function modernSchema(node: JsonObject): JsonObject {
  const modern: JsonObject = {};
  for (const [key, value] of Object.entries(node)) {
    if (value !== null || takesNull.has(key)) {
      modern[key] = value;
    }
  }
  modernType(modern);
  modernItems(modern);
  modernBounds(modern);
  if (modern.required !== undefined && !isListOfTexts(modern.required)) {
    delete modern.required;
  }
  if (modern.enum !== undefined && (!Array.isArray(modern.enum) || modern.enum.length === 0)) {
    delete modern.enum;
  }
  for (const key of ["properties", "patternProperties"]) {
    if (modern[key] !== undefined && !isJsonObject(modern[key])) {
      delete modern[key];
    }
  }
  return modern;
}

/** Names that are no types (`any`, `file`) allow anything. */
function modernType(node: JsonObject): void {
  const { type } = node;
  if (type === undefined) {
    return;
  }
  const known = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === "string" && types.has(name));
  const isComplete = known.length === (Array.isArray(type) ? type.length : 1);
  if (known.length === 0 || !isComplete) {
    delete node.type;
  }
}

function modernItems(node: JsonObject): void {
  const { items, type } = node;
  const isList = type === "array" || (Array.isArray(type) && type.includes("array"));
  const tuple = [items, node.prefixItems].find(Array.isArray);
  if (tuple !== undefined) {
    delete node.prefixItems;
    delete node.additionalItems;
    node.items = tuple.length === 0 ? {} : { anyOf: tuple };
  } else if (isList && !isJsonObject(items)) {
    node.items = {};
  }
}

/** Draft 4: `exclusiveMinimum: true` beside `minimum`. */
function modernBounds(node: JsonObject): void {
  for (const [inclusive, exclusive] of bounds) {
    if (typeof node[exclusive] !== "boolean") {
      continue;
    }
    const limit = node[inclusive];
    if (node[exclusive] === true && typeof limit === "number") {
      node[exclusive] = limit;
      delete node[inclusive];
    } else {
      delete node[exclusive];
    }
  }
}

function isListOfTexts(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
