import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from "../../shared/json.ts";
import type { OfferedTool } from "../ports/model.ts";
import type { RenderableCall } from "./text-format.ts";
import { propertiesOf, requiredOf } from "./tool-signature.ts";

/** Values that a person would believe, by what the parameter is called. The first pattern that matches counts. */
const plausible: readonly [RegExp, string][] = [
  [/^(uri|url|link|endpoint|website)|(_|\b)(uri|url)$/i, "https://example.com/docs"],
  [/(dir|directory|folder)/i, "notes"],
  [/(path|file|filename)/i, "today.md"],
  [/(time_?zone|tz)/i, "Europe/Oslo"],
  [/sql/i, "SELECT name FROM customers LIMIT 5"],
  [/(query|search|pattern|keyword|question|term|^q$)/i, "release notes"],
  [/(content|text|body|message|note|comment|prompt|^data$)/i, "Buy milk"],
  [/(city|location|place|address)/i, "Oslo"],
  [/(cmd|command|script)/i, "git status"],
  [/(lang|language|locale)/i, "en"],
  [/email/i, "ada@example.com"],
  [/date/i, "2026-03-14"],
  [/time/i, "09:30"],
  [/branch/i, "main"],
  [/(repo|repository|project)/i, "demo"],
  [/(user|author|owner|person|name)/i, "Ada"],
  [/(title|subject|topic)/i, "Weekly plan"],
  [/(^|_)id$/i, "42"],
];

/**
 * A call of a real tool of the list, for the prompt's example. Placeholders such as "tool name" halve the success of
 * small models, which copy them. A tool with one or two required parameters shows most with the fewest words.
 */
export function exampleCall(tools: readonly OfferedTool[]): RenderableCall | undefined {
  let best: OfferedTool | undefined;
  for (const tool of tools) if (best === undefined || weight(tool) > weight(best)) best = tool;
  return best === undefined ? undefined : { name: best.name, input: exampleInput(best.inputSchema) };
}

/** Small models copy the example now and then: a call that only looks does no harm then. */
const looking = /(^|_)(read|get|list|search|find|show|query|fetch)(_|$)/i;

function weight(tool: OfferedTool): number {
  const required = requiredOf(tool.inputSchema);
  const kinds = Object.entries(propertiesOf(tool.inputSchema)).filter(([key]) => required.has(key));
  const simple = kinds.every(([, schema]) => schema.type !== "object" && schema.type !== "array");
  const familiar = kinds.filter(([key]) => plausible.some(([pattern]) => pattern.test(key))).length;
  return (
    (kinds.length === 1 ? 4 : kinds.length === 2 ? 3 : kinds.length === 0 ? 0 : 1) +
    (simple ? 2 : 0) +
    (looking.test(tool.name) ? 2 : 0) +
    familiar
  );
}

function exampleInput(schema: JsonSchema): JsonObject {
  const required = requiredOf(schema);
  const input: JsonObject = {};
  for (const [key, property] of Object.entries(propertiesOf(schema))) {
    if (required.has(key)) input[key] = exampleValue(key, property);
  }
  return input;
}

function exampleValue(key: string, schema: JsonSchema): JsonValue {
  if (Array.isArray(schema.examples) && schema.examples[0] !== undefined) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum) && schema.enum[0] !== undefined) return schema.enum[0];
  const branch = Array.isArray(schema.anyOf)
    ? schema.anyOf[0]
    : Array.isArray(schema.oneOf)
      ? schema.oneOf[0]
      : undefined;
  if (isJsonObject(branch)) return exampleValue(key, branch);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "integer":
    case "number":
      return exampleNumber(schema);
    case "boolean":
      return true;
    case "array":
      return [exampleValue(key.replace(/s$/, ""), isJsonObject(schema.items) ? schema.items : {})];
    case "object":
      return exampleInput(schema);
    case "null":
      return null;
    default:
      return plausible.find(([pattern]) => pattern.test(key))?.[1] ?? "example";
  }
}

function exampleNumber(schema: JsonSchema): number {
  const minimum = typeof schema.minimum === "number" ? schema.minimum : 0;
  const maximum = typeof schema.maximum === "number" ? schema.maximum : Number.POSITIVE_INFINITY;
  return Math.min(Math.max(5, Math.ceil(minimum)), maximum);
}
