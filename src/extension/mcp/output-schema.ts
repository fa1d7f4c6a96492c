import { type Schema, type SchemaDraft, Validator } from "@cfworker/json-schema";
import type { JsonSchema, JsonValue } from "../../shared/json.ts";
import { sentence } from "./sentences.ts";

/** Problems that are told; the rest would only repeat them. */
const toldProblems = 3;

/**
 * Checks structured content against the tool's own output schema (2020-12 unless it says otherwise, MCP 2025-11-25).
 * Gives a sentence when it does not fit. Never fetches a `$ref`, never throws.
 */
export function outputSchemaViolation(schema: JsonSchema, content: JsonValue | undefined): string | undefined {
  if (content === undefined) {
    return sentence("mcp.result.noStructuredContent").message;
  }
  try {
    const { valid, errors } = new Validator(schema as Schema, draftOf(schema)).validate(content);
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
  const named = typeof $schema === "string" ? /draft-0([47])|(2019-09)/.exec($schema) : null;
  if (named === null) {
    return "2020-12";
  }
  return named[2] === "2019-09" ? "2019-09" : named[1] === "4" ? "4" : "7";
}
