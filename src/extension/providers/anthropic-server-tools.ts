import type { Chunk } from "../../shared/chunk.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import type { ToolContent, ToolResult } from "../../shared/tool-result.ts";
import { ProviderCalls } from "./provider-calls.ts";
import type { ReplyEnd } from "./tool-call-accumulator.ts";

/** Calls that Anthropic runs itself (`server_tool_use`, `mcp_tool_use`) and their results. */
export class AnthropicServerTools {
  readonly #calls: ProviderCalls;

  constructor(takenIds: Iterable<string>, newId: () => string) {
    this.#calls = new ProviderCalls(takenIds, newId);
  }

  get any(): boolean {
    return this.#calls.any;
  }

  has(index: number): boolean {
    return this.#calls.isOpen(index);
  }

  start(index: number, block: JsonObject): Chunk[] {
    const { type, id, name } = block;
    if (type === "server_tool_use" || type === "mcp_tool_use") {
      const created = this.#calls.begin(index, {
        wireId: typeof id === "string" ? id : "",
        toolName: typeof name === "string" ? name : "unknown",
        ...(typeof block.server_name === "string" ? { serverName: block.server_name } : {}),
      });
      const isFilled = isJsonObject(block.input) && Object.keys(block.input).length > 0;
      return isFilled ? [...created, ...this.add(index, block.input)] : created;
    }
    return typeof block.tool_use_id === "string" ? this.#calls.finish(block.tool_use_id, toToolResult(block)) : [];
  }

  add(index: number, piece: JsonValue | undefined): Chunk[] {
    return this.#calls.add(index, piece);
  }

  stop(index: number): Chunk[] {
    return this.#calls.seal(index);
  }

  end(how: ReplyEnd): Chunk[] {
    return this.#calls.end(how);
  }
}

/** A result block of any kind: `tool_result`, `web_search_tool_result`, `mcp_tool_result` and the others. */
export function toToolResult(block: JsonObject): ToolResult {
  const { content } = block;
  const error = isJsonObject(content) && typeof content.error_code === "string" ? content.error_code : undefined;
  return {
    content: error === undefined ? toContent(content) : [{ type: "text", text: error }],
    isError: block.is_error === true || error !== undefined,
  };
}

function toContent(content: JsonValue | undefined): ToolContent[] {
  if (typeof content === "string") {
    return [{ type: "text", text: content }];
  }
  const items = Array.isArray(content) ? content : content === undefined ? [] : [content];
  return items.filter(isJsonObject).map((item): ToolContent => {
    const { type, text, url, title, source } = item;
    if (type === "text" && typeof text === "string") {
      return { type: "text", text };
    }
    if (type === "image" && isJsonObject(source) && typeof source.data === "string") {
      return { type: "image", data: source.data, mimeType: String(source.media_type ?? "image/png") };
    }
    if (typeof url === "string") {
      return { type: "resource_link", uri: url, name: typeof title === "string" && title !== "" ? title : url };
    }
    if (typeof item.stdout === "string") {
      const streams = [item.stdout, item.stderr].filter((part) => typeof part === "string" && part !== "");
      return { type: "text", text: streams.join("\n") };
    }
    const { encrypted_content: _, ...readable } = item;
    return { type: "unknown", originalType: typeof type === "string" ? type : "unknown", value: readable };
  });
}
