import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from "./json.ts";

/** Keywords whose members are schemas by any name. */
const schemaMaps = new Set(["properties", "$defs", "definitions", "dependentSchemas", "dependencies"]);
/** Keywords whose values are values, whatever they look like. */
const plainValues = new Set(["const", "default", "enum", "examples"]);
/** `x?` that are tried at most: each doubles the ways to match. */
const mostOptional = 8;

/**
 * A server's schema without the regular expressions that could run without end and stop everything else; what they
 * would have allowed stays allowed. Those that take time in proportion to the text stay.
 */
export function withoutSlowPatterns(schema: JsonSchema): JsonSchema {
  const { pattern, patternProperties, ...rest } = schema;
  const names = isJsonObject(patternProperties) ? Object.keys(patternProperties) : [];
  const keepsNames = names.every(isQuick);
  // Without the names, nobody knows which further properties they would have allowed.
  const looser = keepsNames ? rest : withoutKeys(rest, ["additionalProperties", "unevaluatedProperties"]);
  return {
    ...Object.fromEntries(Object.entries(looser).map(([key, value]) => [key, insideOf(key, value)])),
    ...(pattern !== undefined && isQuick(pattern) && { pattern }),
    ...(patternProperties !== undefined && keepsNames && { patternProperties: membersOf(patternProperties) }),
  };
}

function insideOf(key: string, value: JsonValue): JsonValue {
  return plainValues.has(key) ? value : schemaMaps.has(key) ? membersOf(value) : schemasOf(value);
}

function membersOf(map: JsonValue): JsonValue {
  return isJsonObject(map)
    ? Object.fromEntries(Object.entries(map).map(([name, inner]) => [name, schemasOf(inner)]))
    : map;
}

function schemasOf(value: JsonValue): JsonValue {
  return Array.isArray(value) ? value.map(schemasOf) : isJsonObject(value) ? withoutSlowPatterns(value) : value;
}

function withoutKeys(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/**
 * Whether an expression takes linear time by its form alone: it is tried at one place only, or repeats nothing without
 * bound, and there is at most one repetition whose length is open, so that no text can be divided in many ways.
 */
function isQuick(pattern: JsonValue): boolean {
  if (typeof pattern !== "string" || !isExpression(pattern)) {
    return false;
  }
  // What matters is the structure: one character or class of characters is like another.
  const structure = pattern
    .replace(/\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\[^1-9k]/gu, "x")
    .replace(/\[(?:[^\]\\]|\\.)*\]/gsu, "x");
  if (/\\|\(\?|\)[*+{]/u.test(structure)) {
    return false; // back references, look-around and repeated groups
  }
  const open = structure.match(/[*+]|\{\d+,\d*\}/gu)?.length ?? 0;
  const optional = structure.match(/\?/gu)?.length ?? 0;
  const isAnchored = structure.startsWith("^") && !structure.includes("|");
  return optional <= mostOptional && (open === 0 || (open === 1 && isAnchored));
}

function isExpression(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}
