import type { OutputUnit } from "@cfworker/json-schema";
import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from "../../shared/json.ts";
import { schemaErrors } from "../../shared/schema-errors.ts";

export type InputCheck = { valid: true; input: JsonObject; repaired: boolean } | { valid: false; problems: string[] };

/**
 * Checks arguments against a tool's schema. A string becomes a number or boolean where the schema wants one and nothing
 * is lost by it, and arguments that a model packed into one called `input` or `arguments` are unpacked (both flagged
 * `repaired`); everything else that does not fit is reported in words that a small model can act
 * on. A schema that cannot be used (an unresolvable `$ref`, a dialect of its own) lets the arguments pass: the server
 * checks them again, as it does with regular expressions that could run without end.
 */
export function checkInput(input: JsonObject, schema: JsonSchema): InputCheck {
  const unpacked = unpack(input, schema);
  if (unpacked !== undefined) {
    return { valid: true, input: unpacked, repaired: true };
  }
  return checkAsItIs(input, schema);
}

function checkAsItIs(input: JsonObject, schema: JsonSchema): InputCheck {
  const first = schemaErrors(input, schema);
  if (first.length === 0) {
    return { valid: true, input, repaired: false };
  }
  const converted = convert(input, schema);
  const second = converted === input ? first : schemaErrors(converted, schema);
  if (second.length === 0) {
    return { valid: true, input: converted as JsonObject, repaired: true };
  }
  const problems = [...new Set(describe(second, input, schema))];
  return { valid: false, problems };
}

/** Keywords by which an argument can be allowed without being listed. */
const opening = [
  "additionalProperties",
  "unevaluatedProperties",
  "patternProperties",
  "$ref",
  "allOf",
  "anyOf",
  "oneOf",
];

/**
 * DeepSeek's models and others write `{"input": {…}}` or `{"arguments": {…}}` around all arguments; vLLM unpacks that when the
 * tool has no such argument. So does this, where the schema allows no other reading and what is inside fits it.
 */
function unpack(input: JsonObject, schema: JsonSchema): JsonObject | undefined {
  const [[name, inner] = ["", null], ...others] = Object.entries(input);
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const isWrapper = (name === "input" || name === "arguments") && !Object.hasOwn(properties, name);
  const isClosed = opening.every((keyword) => schema[keyword] === undefined || schema[keyword] === false);
  if (!isWrapper || !isClosed || others.length > 0 || !isJsonObject(inner)) {
    return undefined;
  }
  const areKnown = Object.keys(inner).every((key) => Object.hasOwn(properties, key));
  const check = areKnown ? checkAsItIs(inner, schema) : undefined;
  return check?.valid ? check.input : undefined;
}

/** Turns strings into what the schema wants, only where the text of the new value is the same. */
function convert(value: JsonValue, schema: JsonValue | undefined): JsonValue {
  if (!isJsonObject(schema)) {
    return value;
  }
  if (typeof value === "string") {
    return convertString(value, typesOf(schema));
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => convert(item, schema.items));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (isJsonObject(value) && isJsonObject(schema.properties)) {
    const { properties } = schema;
    const entries = Object.entries(value).map(([key, item]) => [key, convert(item, properties[key])] as const);
    return entries.some(([key, item]) => item !== value[key]) ? Object.fromEntries(entries) : value;
  }
  return value;
}

function typesOf(schema: JsonObject): JsonValue[] {
  return Array.isArray(schema.type) ? schema.type : [schema.type ?? ""];
}

function convertString(text: string, types: JsonValue[]): JsonValue {
  if (types.includes("string")) {
    return text;
  }
  if ((types.includes("number") || types.includes("integer")) && String(Number(text)) === text) {
    return Number(text);
  }
  if (types.includes("boolean") && (text === "true" || text === "false")) {
    return text === "true";
  }
  return text;
}

/** Only the deepest units say what is wrong; the others repeat that something below them is. */
function describe(units: OutputUnit[], input: JsonObject, schema: JsonSchema): string[] {
  const leaves = units.filter((unit) => !wrapping.has(unit.keyword));
  return (leaves.length > 0 ? leaves : units).map((unit) => sentence(unit, input, schema));
}

const wrapping = new Set(["properties", "items", "allOf", "anyOf", "oneOf", "$ref", "additionalProperties", "if"]);

function sentence(unit: OutputUnit, input: JsonObject, schema: JsonSchema): string {
  const path = unit.instanceLocation.replace(/^#\/?/, "");
  const argument = path === "" ? "The arguments" : `The argument "${path.replaceAll("/", ".")}"`;
  const value = lookUp(input, path);
  switch (unit.keyword) {
    case "required": {
      const name = /"([^"]+)"/.exec(unit.error)?.[1] ?? "";
      return `The argument "${[...path.split("/").filter(Boolean), name].join(".")}" is missing.`;
    }
    case "type":
      return `${argument} must be ${typeWords(unit, schema, path)} with the value itself, not ${short(value)}.`;
    case "false":
    case "additionalProperties": {
      const names = isJsonObject(schema.properties) ? Object.keys(schema.properties).join(", ") : "";
      return `There is no argument "${path.replaceAll("/", ".")}". The arguments are: ${names}.`;
    }
    default:
      return `${argument}: ${unit.error}`;
  }
}

function typeWords(unit: OutputUnit, schema: JsonSchema, path: string): string {
  const expected = /Expected "([^"]+)"/.exec(unit.error)?.[1];
  const property = path
    .split("/")
    .reduce<JsonValue | undefined>(
      (at, key) => (isJsonObject(at) && isJsonObject(at.properties) ? at.properties[key] : undefined),
      schema,
    );
  const types = isJsonObject(property) ? typesOf(property).filter((type) => type !== "") : [];
  const words = types.length > 0 ? types.join(" or ") : (expected ?? "of another type");
  return /^[aeiou]/.test(words) ? `an ${words}` : `a ${words}`;
}

function lookUp(input: JsonValue, path: string): JsonValue | undefined {
  return path
    .split("/")
    .filter(Boolean)
    .reduce<JsonValue | undefined>((at, key) => {
      const name = decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~");
      return Array.isArray(at) ? at[Number(name)] : isJsonObject(at) ? at[name] : undefined;
    }, input);
}

function short(value: JsonValue | undefined): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
