import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import type { ToolContent, ToolResult } from "../../shared/tool-result.ts";

/** A call that the Responses API runs by itself, as an item of the reply. */
export interface ServerToolItem {
  /** The id by which an output item of its own names it; empty when its result is part of it. */
  wireId: string;
  toolName: string;
  serverName?: string;
  /** JSON text, or the arguments as a value. Not to be used before the item is done. */
  input: JsonValue;
  /** Absent while there is none, or when it comes as an item of its own. */
  result?: ToolResult;
}

/** Fields of an item that are neither arguments nor result. */
const housekeeping = new Set([
  "type",
  "id",
  "call_id",
  "status",
  "agent",
  "caller",
  "created_by",
  "acknowledged_safety_checks",
]);

/**
 * Reads an item of a tool that runs at OpenAI: `web_search_call`, `file_search_call`, `code_interpreter_call`,
 * `image_generation_call`, `mcp_call`, `shell_call` and whatever else ends in `_call`, known or not. Undefined for items
 * that are no such call; a `function_call` is ours.
 */
export function readServerTool(item: JsonObject): ServerToolItem | undefined {
  const type = typeof item.type === "string" ? item.type : "";
  if (type === "mcp_call" || type === "mcp_approval_request") {
    return {
      wireId: text(item.id),
      toolName: text(item.name) || type,
      ...(text(item.server_label) === "" ? {} : { serverName: text(item.server_label) }),
      input: item.arguments ?? {},
      ...(type === "mcp_call" ? mcpResult(item) : {}),
    };
  }
  if (type === "mcp_list_tools") {
    const tools = Array.isArray(item.tools) ? item.tools.filter(isJsonObject).map((tool) => text(tool.name)) : [];
    const failed = item.error !== undefined && item.error !== null;
    return {
      wireId: text(item.id),
      toolName: type,
      ...(text(item.server_label) === "" ? {} : { serverName: text(item.server_label) }),
      input: {},
      result: textResult(failed ? wordsOf(item.error) : tools.join(", "), failed),
    };
  }
  if (!type.endsWith("_call") || type === "function_call") {
    return undefined;
  }
  const { input, ...rest } = splitItem(type, item);
  return {
    wireId: text(item.call_id) || text(item.id),
    toolName: text(item.name) || type.slice(0, -"_call".length),
    input,
    ...rest,
  };
}

/** The output of a call as an item of its own (`function_call_output`, `shell_call_output`, …), and the call it belongs to. */
export function readOutputItem(item: JsonObject): { callId: string; result: ToolResult } | undefined {
  if (typeof item.type !== "string" || !/_call_output$|^tool_search_output$/.test(item.type)) {
    return undefined;
  }
  const failed = item.status === "failed" || item.status === "incomplete";
  return { callId: text(item.call_id), result: { content: outputContent(item.output ?? item.tools), isError: failed } };
}

function splitItem(type: string, item: JsonObject): Pick<ServerToolItem, "input" | "result"> {
  const isDone = item.status === undefined || item.status === "completed" || item.status === "failed";
  const failed = item.status === "failed";
  switch (type) {
    case "web_search_call": {
      const action = isJsonObject(item.action) ? item.action : {};
      const { sources, ...input } = action;
      const links = Array.isArray(sources) ? sources.filter(isJsonObject) : [];
      const content = links.flatMap((link): ToolContent[] =>
        text(link.url) === ""
          ? []
          : [{ type: "resource_link", uri: text(link.url), name: text(link.title) || text(link.url) }],
      );
      return isDone ? { input, result: done(content, failed) } : { input };
    }
    case "file_search_call": {
      const found = Array.isArray(item.results) ? item.results.filter(isJsonObject) : [];
      const content = found.map(
        (hit): ToolContent => ({ type: "text", text: [text(hit.filename), text(hit.text)].join("\n").trim() }),
      );
      const input = { queries: item.queries ?? [] };
      return isDone ? { input, result: done(content, failed) } : { input };
    }
    case "code_interpreter_call": {
      const outputs = Array.isArray(item.outputs) ? item.outputs.filter(isJsonObject) : [];
      const content = outputs.map(
        (output): ToolContent =>
          output.type === "image" && text(output.url) !== ""
            ? { type: "resource_link", uri: text(output.url), name: "image" }
            : { type: "text", text: text(output.logs) },
      );
      const input = { code: item.code ?? "" };
      return isDone ? { input, result: done(content, failed) } : { input };
    }
    case "image_generation_call": {
      const { result } = item;
      const content: ToolContent[] =
        typeof result === "string" && result !== "" ? [{ type: "image", data: result, mimeType: imageType(item) }] : [];
      const input = text(item.revised_prompt) === "" ? {} : { prompt: text(item.revised_prompt) };
      return isDone ? { input, result: done(content, failed) } : { input };
    }
    default:
      return { input: item.input ?? item.arguments ?? fieldsOf(item) };
  }
}

function mcpResult(item: JsonObject): { result?: ToolResult } {
  if (item.error !== undefined && item.error !== null) {
    return { result: textResult(wordsOf(item.error), true) };
  }
  if (typeof item.output === "string") {
    return { result: textResult(item.output, item.status === "failed") };
  }
  return item.status === "failed" ? { result: textResult("", true) } : {};
}

function fieldsOf(item: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(item).filter(([key]) => !housekeeping.has(key)));
}

function outputContent(output: JsonValue | undefined): ToolContent[] {
  if (typeof output === "string") {
    return [{ type: "text", text: output }];
  }
  const parts = Array.isArray(output) ? output : output === undefined || output === null ? [] : [output];
  return parts.filter(isJsonObject).map((part): ToolContent => {
    if (typeof part.text === "string") {
      return { type: "text", text: part.text };
    }
    const image = /^data:([^;,]+);base64,(.*)$/s.exec(text(part.image_url));
    if (image?.[1] !== undefined && image[2] !== undefined) {
      return { type: "image", mimeType: image[1], data: image[2] };
    }
    if (typeof part.stdout === "string" || typeof part.stderr === "string") {
      return { type: "text", text: [text(part.stdout), text(part.stderr)].filter((line) => line !== "").join("\n") };
    }
    return { type: "unknown", originalType: text(part.type) || "unknown", value: part };
  });
}

function done(content: ToolContent[], isError: boolean): ToolResult {
  return { content, isError };
}

function textResult(words: string, isError: boolean): ToolResult {
  return { content: words === "" ? [] : [{ type: "text", text: words }], isError };
}

function wordsOf(error: JsonValue | undefined): string {
  return isJsonObject(error) ? text(error.message) || JSON.stringify(error) : text(error);
}

function imageType(item: JsonObject): string {
  return `image/${text(item.output_format) || "png"}`;
}

function text(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
