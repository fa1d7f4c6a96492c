import { type Schema, type SchemaDraft, Validator } from "@cfworker/json-schema";
import type { JsonSchema, JsonValue } from "../../shared/json.ts";
import { withoutSlowPatterns } from "../../shared/without-slow-patterns.ts";
import { sentence } from "./sentences.ts";

/** Problems that are told; the rest would only repeat them. */
const toldProblems = 3;
/** Characters of a dialect that are told. */
const longestDialect = 200;

/**
 * Checks structured content against the tool's own output schema (2020-12 unless it says otherwise, MCP 2025-11-25).
 * Gives a sentence when it does not fit. Never fetches a `$ref`, never throws, and runs no regular expression of the
 * server's that could go on without end.
 */
export function outputSchemaViolation(schema: JsonSchema, content: JsonValue | undefined): string | undefined {
  if (content === undefined) {
    return sentence("mcp.result.noStructuredContent").message;
  }
  try {
    const { valid, errors } = new Validator(withoutSlowPatterns(schema) as Schema, draftOf(schema)).validate(content);
    if (valid) {
      return undefined;
    }
    // The outer keywords only say that an inner one failed; the inner ones come last.
    const detail = errors
      .slice(-toldProblems)
      .map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`)
      .join(" ");
    return sentence("mcp.result.schemaViolation", { detail }).message;
  } catch (error) {
    const detail = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    return sentence("mcp.result.schemaUnusable", { detail }).message;
  }
}

function draftOf({ $schema }: JsonSchema): SchemaDraft {
  if (typeof $schema !== "string") {
    return "2020-12";
  }
  const draft = /json-schema\.org\/(?:draft-0([467])|draft\/(2019-09|2020-12))\/schema/.exec($schema);
  const name = draft?.[1] ?? draft?.[2];
  switch (name) {
    case "2019-09":
    case "2020-12":
    case "4":
    case "7":
      return name;
    case "6": // what is new in 7 does no harm
      return "7";
    default:
      throw new Error(`"$schema" names a dialect that is not known here: ${$schema.slice(0, longestDialect)}`);
  }
}
