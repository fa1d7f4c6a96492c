import type { OutputUnit } from "@cfworker/json-schema";
import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from "../../../../shared/json.ts";
import { schemaErrors } from "../../../../shared/schema-errors.ts";

/** A limit of a schema that can be said in a sentence. */
export type LimitKeyword =
  | "minimum"
  | "maximum"
  | "exclusiveMinimum"
  | "exclusiveMaximum"
  | "minLength"
  | "maxLength"
  | "pattern";

/** What about an argument does not fit the tool's schema. */
export type ProblemCause =
  | { kind: "missing" | "unknown" | "form" }
  | { kind: "choice"; allowed: readonly JsonValue[] }
  | { kind: "type"; types: readonly string[] }
  | { kind: "limit"; keyword: LimitKeyword; limit: string | number }
  /** `error` is the checker's own English. */
  | { kind: "other"; error: string };

export interface ArgumentProblem {
  /** JSON pointer of the value, also of one that is missing. */
  pointer: string;
  cause: ProblemCause;
}

/** Only repeat that something below them does not fit. */
const wrapping = new Set([
  "$ref",
  "$dynamicRef",
  "$recursiveRef",
  "additionalProperties",
  "allOf",
  "dependentSchemas",
  "if",
  "items",
  "patternProperties",
  "prefixItems",
  "properties",
  "unevaluatedProperties",
]);
/** What fails below them is the failure of one way of several, and says little by itself. */
const choosing = new Set(["anyOf", "oneOf"]);

/**
 * Checks arguments against the tool's schema, without `eval`. A schema that cannot be used (an unresolvable `$ref`, a
 * dialect of its own) lets them pass: the server checks them again.
 */
export function checkArguments(input: JsonObject, schema: JsonSchema): ArgumentProblem[] {
  const units = schemaErrors(input, schema);
  const choices = units
    .filter(({ keyword }) => choosing.has(keyword))
    .map(({ keywordLocation }) => `${keywordLocation}/`);
  const problems = units
    .filter(({ keyword, keywordLocation }) =>
      wrapping.has(keyword) ? false : choices.every((choice) => !keywordLocation.startsWith(choice)),
    )
    .map((unit) => problemOf(unit, schema));
  return problems.filter(
    ({ pointer, cause }, index) =>
      problems.findIndex((other) => other.pointer === pointer && other.cause.kind === cause.kind) === index,
  );
}

function problemOf(unit: OutputUnit, schema: JsonSchema): ArgumentProblem {
  const pointer = decode(unit.instanceLocation.replace(/^#/, ""));
  const rule = ruleAt(schema, unit.keywordLocation);
  switch (unit.keyword) {
    case "required": {
      const name = /^Instance does not have required property "(.*)"\.$/s.exec(unit.error)?.[1] ?? "";
      return { pointer: `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, cause: { kind: "missing" } };
    }
    case "false":
      return { pointer, cause: { kind: "unknown" } };
    case "anyOf":
    case "oneOf":
      return { pointer, cause: { kind: "form" } };
    case "enum":
      return { pointer, cause: { kind: "choice", allowed: Array.isArray(rule) ? rule : [] } };
    case "const":
      return { pointer, cause: { kind: "choice", allowed: rule === undefined ? [] : [rule] } };
    case "type":
      return { pointer, cause: { kind: "type", types: [rule].flat().filter((type) => typeof type === "string") } };
    default:
      return { pointer, cause: limitCause(unit, rule) };
  }
}

function limitCause({ keyword, error }: OutputUnit, rule: JsonValue | undefined): ProblemCause {
  const hasLimit = typeof rule === "number" || typeof rule === "string";
  return isLimit(keyword) && hasLimit ? { kind: "limit", keyword, limit: rule } : { kind: "other", error };
}

function isLimit(keyword: string): keyword is LimitKeyword {
  return /^(?:(?:exclusiveM|m)(?:inimum|aximum)|(?:min|max)Length|pattern)$/.test(keyword);
}

/** The value of a keyword in the schema, by the location that the checker gives; follows references within the schema. */
function ruleAt(schema: JsonSchema, location: string): JsonValue | undefined {
  return walk(schema, schema, decode(location.replace(/^#\/?/, "")));
}

function walk(schema: JsonSchema, from: JsonValue, path: string): JsonValue | undefined {
  return path
    .split("/")
    .filter((name) => name !== "")
    .reduce<JsonValue | undefined>((at, name) => {
      if (Array.isArray(at)) {
        return at[Number(name)];
      }
      const next = isJsonObject(at) ? at[name.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined;
      return name === "$ref" && typeof next === "string" && next.startsWith("#/")
        ? walk(schema, schema, next.slice(2))
        : next;
    }, from);
}

/** The checker writes pointers as parts of an URL. */
function decode(location: string): string {
  try {
    return decodeURIComponent(location);
  } catch {
    return location;
  }
}
