import type { Chunk } from "../../shared/chunk.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import type { ToolContent } from "../../shared/tool-result.ts";
import { CallArguments } from "./call-arguments.ts";
import type { ReplyEnd } from "./tool-call-accumulator.ts";

interface ServerCall {
  toolCallId: string;
  toolName: string;
  arguments: CallArguments;
  /** How far it has come: arguments stream, are complete, the result is there. */
  state: "open" | "called" | "ended";
}

/**
 * Calls that Anthropic runs itself (`server_tool_use`, `mcp_tool_use`) and their results, as chunks with
 * `via: "provider"`: they are shown like other calls and never run here.
 */
export class AnthropicServerTools {
  readonly #taken: Set<string>;
  readonly #newId: () => string;
  readonly #byIndex = new Map<number, ServerCall>();
  readonly #byWireId = new Map<string, ServerCall>();

  constructor(takenIds: Iterable<string>, newId: () => string) {
    this.#taken = new Set(takenIds);
    this.#newId = newId;
  }

  get any(): boolean {
    return this.#byWireId.size > 0;
  }

  has(index: number): boolean {
    return this.#byIndex.get(index)?.state === "open";
  }

  start(index: number, block: JsonObject): Chunk[] {
    const { type, id, name } = block;
    if (type === "server_tool_use" || type === "mcp_tool_use") {
      const server = typeof block.server_name === "string" ? { serverName: block.server_name } : {};
      const call: ServerCall = {
        toolCallId: this.#claimId(typeof id === "string" ? id : ""),
        toolName: typeof name === "string" ? name : "unknown",
        arguments: new CallArguments(),
        state: "open",
      };
      this.#byIndex.set(index, call);
      this.#byWireId.set(typeof id === "string" ? id : call.toolCallId, call);
      const { toolCallId, toolName } = call;
      const created: Chunk = { type: "mcp_tool_created", toolCallId, toolName, ...server, via: "provider" };
      const isFilled = isJsonObject(block.input) && Object.keys(block.input).length > 0;
      return isFilled ? [created, ...this.add(index, block.input)] : [created];
    }
    const target = typeof block.tool_use_id === "string" ? this.#byWireId.get(block.tool_use_id) : undefined;
    return target === undefined || target.state === "ended" ? [] : this.#finishWith(target, block);
  }

  add(index: number, piece: JsonValue | undefined): Chunk[] {
    const call = this.#byIndex.get(index);
    const delta = call?.arguments.push(piece) ?? "";
    return call === undefined || delta === ""
      ? []
      : [{ type: "mcp_tool_input_delta", toolCallId: call.toolCallId, delta }];
  }

  stop(index: number): Chunk[] {
    const call = this.#byIndex.get(index);
    return call === undefined ? [] : this.#call(call);
  }

  /** Calls without a result at the end of the reply: the provider owes it, or will never send it. */
  end(how: ReplyEnd): Chunk[] {
    return [...this.#byWireId.values()].flatMap((call): Chunk[] => {
      if (call.state === "ended") {
        return [];
      }
      const chunks = this.#call(call);
      if (call.state !== "called") {
        return chunks;
      }
      call.state = "ended";
      const message =
        how === "ended"
          ? "The provider ran this call and sent no result."
          : "The reply ended before the provider sent the result of this call.";
      return [
        ...chunks,
        { type: "mcp_tool_call_error", toolCallId: call.toolCallId, error: { code: "INTERRUPTED", message } },
      ];
    });
  }

  #call(call: ServerCall): Chunk[] {
    if (call.state !== "open") {
      return [];
    }
    const verdict = call.arguments.judge(true);
    const { toolCallId, toolName } = call;
    if (verdict.type === "inputs") {
      call.state = "called";
      return [{ type: "mcp_tool_in_progress", toolCallId, input: verdict.inputs[0] }];
    }
    call.state = "ended";
    const message = `The arguments that the provider got for ${toolName} could not be read.`;
    return [
      { type: "mcp_tool_invalid", toolCallId, toolName, reason: "invalid_json", raw: call.arguments.raw, message },
    ];
  }

  #finishWith(call: ServerCall, block: JsonObject): Chunk[] {
    const chunks = this.#call(call);
    if (call.state !== "called") {
      return chunks;
    }
    call.state = "ended";
    const { content } = block;
    const error = isJsonObject(content) && typeof content.error_code === "string" ? content.error_code : undefined;
    const isError = block.is_error === true || error !== undefined;
    return [
      ...chunks,
      {
        type: "mcp_tool_call_response",
        toolCallId: call.toolCallId,
        result: { content: error === undefined ? toContent(content) : [{ type: "text", text: error }], isError },
      },
    ];
  }

  #claimId(wireId: string): string {
    let id = wireId;
    while (id === "" || this.#taken.has(id)) {
      id = this.#newId();
    }
    this.#taken.add(id);
    return id;
  }
}

function toContent(content: JsonValue | undefined): ToolContent[] {
  if (typeof content === "string") {
    return [{ type: "text", text: content }];
  }
  const items = Array.isArray(content) ? content : content === undefined ? [] : [content];
  return items.filter(isJsonObject).map((item): ToolContent => {
    const { type, text, url, title } = item;
    if (type === "text" && typeof text === "string") {
      return { type: "text", text };
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
