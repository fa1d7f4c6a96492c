import { type OutputUnit, type SchemaDraft, Validator } from "@cfworker/json-schema";
import type { JsonSchema, JsonValue } from "./json.ts";
import { withoutSlowPatterns } from "./without-slow-patterns.ts";

const olderDrafts: readonly (readonly [string, SchemaDraft])[] = [
  ["draft-04", "4"],
  ["draft-07", "7"],
  ["2019-09", "2019-09"],
];

/**
 * What about a value does not fit a tool's input schema, without `eval`. A schema that cannot be used (an unresolvable
 * `$ref`, a dialect of its own) finds nothing, and neither does a regular expression that could run without end: the
 * server checks the value again.
 */
export function schemaErrors(value: JsonValue, schema: JsonSchema): OutputUnit[] {
  try {
    return new Validator(withoutSlowPatterns(schema), draftOf(schema), false).validate(value).errors;
  } catch {
    return [];
  }
}

function draftOf({ $schema }: JsonSchema): SchemaDraft {
  return olderDrafts.find(([name]) => typeof $schema === "string" && $schema.includes(name))?.[1] ?? "2020-12";
}
