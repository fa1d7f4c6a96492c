import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from "../../shared/json.ts";
import type { ToolContent, ToolResult } from "../../shared/tool-result.ts";
import { exactKey } from "./exact-numbers.ts";
import { outputSchemaViolation } from "./output-schema.ts";

/**
 * Turns what a server sent as the result of a call into a `ToolResult`. Blocks of unknown types, or that lack what their
 * type needs, become `unknown` blocks that keep everything. A result that breaks the tool's own output schema says so;
 * a failure that the tool itself reports is not measured against it. Structured content whose numbers a double cannot hold
 * is passed on as text, digit by digit. `undefined` for what is no result at all.
 */
export function toToolResult(value: unknown, outputSchema?: JsonSchema): ToolResult | undefined {
  if (!isJsonObject(value)) {
    return undefined;
  }
  const isError = value.isError === true;
  const structured = value.structuredContent;
  const violation = outputSchema === undefined || isError ? undefined : outputSchemaViolation(outputSchema, structured);
  const exact = isJsonObject(value._meta) ? value._meta[exactKey] : undefined;
  const content = readContent(value);
  return {
    ...(typeof exact === "string"
      ? { content: withExactText(content, exact) }
      : { content, ...(structured === undefined ? {} : { structuredContent: structured }) }),
    isError,
    ...(violation === undefined ? {} : { schemaViolation: violation }),
  };
}

/** Servers mostly send the same as text beside it, which is then enough. */
function withExactText(content: readonly ToolContent[], exact: string): ToolContent[] {
  const isSent = content.some(
    (block) => block.type === "text" && block.text.replace(/\s+/g, "") === exact.replace(/\s+/g, ""),
  );
  return isSent ? [...content] : [...content, { type: "text", text: exact }];
}

function readContent({ content, toolResult }: JsonObject): ToolContent[] {
  if (Array.isArray(content)) {
    return content.map(readBlock);
  }
  // The form of 2024-10-07, which some servers still send.
  if (content === undefined && toolResult !== undefined) {
    return [{ type: "text", text: typeof toolResult === "string" ? toolResult : JSON.stringify(toolResult) }];
  }
  return content === undefined || content === null ? [] : [readBlock(content)];
}

function readBlock(block: JsonValue): ToolContent {
  const known = isJsonObject(block) ? readKnownBlock(block) : undefined;
  if (known !== undefined) {
    return known;
  }
  const type = isJsonObject(block) && typeof block.type === "string" ? block.type : "";
  return { type: "unknown", originalType: type, value: block };
}

function readKnownBlock(block: JsonObject): ToolContent | undefined {
  const { type, text, data, mimeType, resource, uri, name, title, description } = block;
  const annotations = isJsonObject(block.annotations) ? { annotations: block.annotations } : {};
  switch (type) {
    case "text":
      return typeof text === "string" ? { type, text, ...annotations } : undefined;
    case "image":
    case "audio":
      return typeof data === "string" && typeof mimeType === "string"
        ? { type, data, mimeType, ...annotations }
        : undefined;
    case "resource":
      return isJsonObject(resource) && typeof resource.uri === "string"
        ? { type, uri: resource.uri, ...texts(resource, ["mimeType", "text", "blob"]), ...annotations }
        : undefined;
    case "resource_link":
      return typeof uri === "string"
        ? {
            type,
            uri,
            name: typeof name === "string" ? name : uri,
            ...texts({ title, description, mimeType }, ["title", "description", "mimeType"]),
            ...annotations,
          }
        : undefined;
    default:
      return undefined;
  }
}

/** Those of the fields that are texts. */
function texts<K extends string>(
  source: Readonly<Record<string, JsonValue | undefined>>,
  fields: readonly K[],
): Partial<Record<K, string>> {
  const found: Partial<Record<K, string>> = {};
  for (const field of fields) {
    const value = source[field];
    if (typeof value === "string") {
      found[field] = value;
    }
  }
  return found;
}
