import { isJsonObject, type JsonSchema, type JsonValue } from "./json.ts";

/** Keywords whose members are schemas by any name. */
const schemaMaps = new Set(["properties", "$defs", "definitions", "dependentSchemas", "dependencies"]);
/** Keywords whose values are values, whatever they look like. */
const plainValues = new Set(["const", "default", "enum", "examples"]);
/** `x?` that are tried at most: each doubles the ways to match. */
const mostOptional = 8;

/**
 * Keywords by which a value that fits a part may be refused for it: where a part allows more than it should, they would
 * refuse what is right.
 */
const turning = new Set(["not", "if", "then", "else", "maxContains", "unevaluatedProperties"]);

/**
 * A server's schema without the regular expressions that could run without end and stop everything else; what they
 * would have allowed stays allowed. Those that take time in proportion to the text stay, and a schema that has no others
 * stays as it is. A reference may lead to any part, so one such expression loosens the whole schema.
 */
export function withoutSlowPatterns(schema: JsonSchema): JsonSchema {
  return hasSlowPattern(schema) ? loosened(schema) : schema;
}

function hasSlowPattern(value: JsonValue): boolean {
  if (Array.isArray(value)) {
    return value.some(hasSlowPattern);
  }
  return (
    isJsonObject(value) &&
    (hasSlowPatternItself(value) ||
      Object.entries(value).some(([key, inner]) => {
        const isMap = schemaMaps.has(key) || key === "patternProperties";
        return (
          !plainValues.has(key) && (isMap && isJsonObject(inner) ? Object.values(inner) : [inner]).some(hasSlowPattern)
        );
      }))
  );
}

function hasSlowPatternItself({ pattern, patternProperties }: JsonSchema): boolean {
  return (pattern !== undefined && !isQuick(pattern)) || !hasQuickNames(patternProperties);
}

function hasQuickNames(patternProperties: JsonValue | undefined): boolean {
  return !isJsonObject(patternProperties) || Object.keys(patternProperties).every(isQuick);
}

function loosened(schema: JsonSchema): JsonSchema {
  const { pattern, patternProperties, oneOf, ...rest } = schema;
  const keepsNames = hasQuickNames(patternProperties);
  const members = Object.entries(rest)
    .filter(([key]) => !turning.has(key))
    // Without the names, nobody knows which further properties they would have allowed.
    .filter(([key]) => keepsNames || key !== "additionalProperties")
    .map(([key, value]) => [key, insideOf(key, value)]);
  return {
    // Of parts that allow more, more than one may fit.
    ...(oneOf !== undefined && { anyOf: schemasOf(oneOf) }),
    ...Object.fromEntries(members),
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
  return Array.isArray(value) ? value.map(schemasOf) : isJsonObject(value) ? loosened(value) : value;
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
