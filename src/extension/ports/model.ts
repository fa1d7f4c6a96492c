import type { Chunk, ToolMode } from "../../shared/chunk.ts";
import type { JsonObject, JsonSchema, JsonValue } from "../../shared/json.ts";
import type { ToolContent } from "../../shared/tool-result.ts";

/** A tool as a model is told about it. `name` is the exposed, unique, legal name. */
export interface OfferedTool {
  name: string;
  title?: string;
  description?: string;
  inputSchema: JsonSchema;
}

export type UserContent = { type: "text"; text: string } | { type: "image"; data: string; mimeType: string };

export type AssistantContent =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  | {
      type: "tool_call";
      toolCallId: string;
      toolName: string;
      input: JsonObject;
      /** Arguments that could not be read, as the model wrote them; `input` is empty then. */
      raw?: string;
    };

/** The result of one call, in call order. `content` is what the model may see: already bounded in size. */
export interface ToolResultMessage {
  toolCallId: string;
  toolName: string;
  content: ToolContent[];
  isError: boolean;
}

/**
 * History as every adapter gets it. It is always sendable: each `tool_call` of an assistant message has exactly one
 * entry in the `tool` message right behind it. In text and guided mode it holds neither `tool_call` nor `tool`
 * messages: the format has rendered them to text.
 */
export type ModelMessage =
  | { role: "user"; content: UserContent[] }
  | {
      role: "assistant";
      content: AssistantContent[];
      /** Raw parts of this very reply; an adapter uses them only when provider and model are its own. */
      raw?: { provider: string; model: string; blocks: JsonValue[] };
    }
  | { role: "tool"; results: ToolResultMessage[] };

/** One request to a model. */
export interface ModelRequest {
  /** The model's name as the provider knows it. */
  model: string;
  system: string;
  messages: ModelMessage[];
  /** Empty in text and guided mode: there the tools are part of `system`. */
  tools: OfferedTool[];
  toolMode: ToolMode;
  /** The tools of the round in every mode, for clients that are no real model. Adapters do not send them. */
  offered?: OfferedTool[];
  /** Id of the text format that `system` teaches, in text and guided mode. */
  textFormat?: string;
  /** 0-2; absent leaves it to the provider. */
  temperature?: number;
  /** Tokens. A request always carries an output limit (design, section 6). */
  maxOutputTokens: number;
  /** Strings at which the server should end the reply. */
  stop?: string[];
  /** In guided mode: the JSON Schema that the server must hold the reply to. */
  responseSchema?: JsonSchema;
  /** How long a model that can reason should do so; absent leaves it to the provider. */
  reasoningEffort?: ReasoningEffort;
}

export const reasoningEfforts = ["none", "minimal", "low", "medium", "high", "xhigh"] as const;
export type ReasoningEffort = (typeof reasoningEfforts)[number];

/** What a server says about one of its models without being asked to answer anything. Absent: it does not say. */
export interface ModelFacts {
  /** Takes tools in the API's own fields. */
  native?: boolean;
  /** Constrains a reply by a JSON Schema. */
  guided?: boolean;
  vision?: boolean;
  /** Tokens. */
  contextWindow?: number;
}

/**
 * A model behind some API. `stream` never throws and never rejects for failures of the model or the network: it yields
 * `error` and ends. Its last chunk is always `round_end`; `complete` says whether the reply's end was seen. It yields
 * text, reasoning, native calls (`mcp_tool_created`, `_input_delta`, then `_in_progress` or `_invalid`), `usage`,
 * `notice`, `error` and `round_end`, and neither `round_begin` nor any turn chunk: those are the loop's.
 */
export interface ModelClient {
  /** The configured provider's id; with the model's name it decides who may get raw blocks back. */
  readonly provider: string;
  /** Set when whatever is behind the client runs the calls itself: nothing of its replies is ever run here. */
  readonly toolsRunBy?: "backend";
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<Chunk>;
  /** Ends the pauses before further tries of all requests that run: the person knows that the server is back. */
  retryNow?(): void;
  /** Asks the server what it says about a model. Never rejects: what it does not answer is absent. */
  describe?(model: string, signal: AbortSignal): Promise<ModelFacts>;
  /** Whether `responseSchema` is sent; otherwise guided mode cannot be used with this client. */
  readonly sendsSchemas?: boolean;
  /** Tools that the provider takes in one request at most; absent: no limit is known. */
  readonly maxTools?: number;
}

/** `key` of the `error` chunk that says that the server refuses tools in the API's own fields. */
export const toolsUnsupportedKey = "error.toolsUnsupported";

/** `key` of the `error` chunk that says that the server refuses to hold a reply to a JSON Schema. */
export const guidedUnsupportedKey = "error.guidedUnsupported";

/** `key` of the `error` chunk for a request that the provider did not accept; `params.detail` has its words. */
export const requestRefusedKey = "error.request";
