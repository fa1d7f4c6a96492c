import type { JsonObject, JsonValue } from "./json.ts";
import type { Localizable } from "./localizable.ts";
import type { ErrorCode } from "./mcp-error.ts";
import type { ToolResult } from "./tool-result.ts";

/** How tools are offered to a model and how its calls come back (design, sections 4 and 6). */
export type ToolMode = "native" | "text" | "guided";

export type TurnEndReason =
  | "done"
  | "stopped"
  | "max_rounds"
  | "loop_detected"
  | "tool_errors"
  | "error"
  | "interrupted";

/** `stop`: the reply ended by itself; `length`: an output limit cut it; `cut`: the guard ended it; `error`, `abort`: it was lost. */
export type FinishReason = "stop" | "length" | "tool_calls" | "content_filter" | "refusal" | "cut" | "error" | "abort";

/** Where a call was found: in the API's own fields, in text, or run by the provider itself (then it is only shown). */
export type CallVia = "native" | "text" | "provider";

export type InvalidReason = "invalid_json" | "truncated" | "unknown_tool" | "schema" | "limit";

/** How long a permission holds. */
export type ApprovalScope = "once" | "session" | "workspace" | "always";

/** What a permission covers: the tool of the call, or every tool of its server. */
export type ApprovalTarget = "tool" | "server";

/** What the person has to know before a call runs. Everything a server says about itself is a claim, never a fact. */
export interface ApprovalFacts {
  /** The exact command line or URL behind the tool, never shortened. Absent for built-in tools. */
  launch?: string;
  description?: string;
  /** The server's claim (`readOnlyHint`, `destructiveHint`). */
  effect: "reads" | "writes" | "destroys" | "unknown";
  /** The server's claim (`openWorldHint`). */
  world: "open" | "closed" | "unknown";
  /** Why a stored permission does not count this time. */
  because?: "tainted" | "definition_changed" | "launch_changed";
  /** For `tainted`: the calls whose results brought foreign text into the conversation. */
  taintedBy?: { toolName: string; serverName?: string; round: number }[];
  /** When a permission for this very definition was first given, ms since the epoch. */
  acceptedAt?: number;
  /** For `definition_changed`: the definition that was accepted and the one of now. */
  previousDefinition?: { description: string; inputSchema: JsonObject };
  currentDefinition?: { description: string; inputSchema: JsonObject };
  /** The tool's input schema, so that edited arguments can be checked before they are sent. */
  inputSchema?: JsonObject;
  /** Set when the question is asked again because edited arguments do not fit the schema: nothing ran, nothing is granted. */
  refusedEdit?: RefusedEdit;
}

/** Arguments as a person edited them, and what is wrong with them. */
export interface RefusedEdit {
  input: JsonObject;
  /** The checker's own English sentences. */
  problems: string[];
  /** Which refusal of this call it is, from 1. */
  attempt: number;
}

/** What the panel can offer beside a notice or an error. The host knows how to carry each out. */
export type ActionId =
  | "set_api_key"
  | "choose_model"
  | "add_models"
  | "check_model"
  | "open_settings"
  | "open_mcp_settings"
  | "retry"
  | "continue"
  | "continue_rounds"
  | "show_log"
  | "show_server_log"
  | "restart_server"
  | "sign_in"
  | "sign_out"
  | "show_servers"
  | "diagnose_server"
  | "show_wire_log"
  | "add_server"
  | "import_servers";

export interface ChunkAction {
  id: ActionId;
  /** What the action works on: a provider id, a server name, a model id (`PROVIDER/MODEL`). */
  argument?: string;
}

export interface TurnBeginChunk {
  type: "turn_begin";
  turnId: string;
}

export interface TurnEndChunk {
  type: "turn_end";
  turnId: string;
  reason: TurnEndReason;
}

export interface RoundBeginChunk {
  type: "round_begin";
  /** 0-based depth of the loop. */
  round: number;
  provider: string;
  model: string;
  toolMode: ToolMode;
  /** Id of the text format that was taught, in text and guided mode. */
  textFormat?: string;
}

export interface RoundEndChunk {
  type: "round_end";
  finishReason: FinishReason;
  /** The reply's end was seen, or we cut it at the guard. `false` runs none of its calls (design, section 5). */
  complete: boolean;
  /** Raw parts that only the same provider and model may get back (signatures, encrypted reasoning). */
  providerBlocks?: JsonValue[];
}

export interface TextDeltaChunk {
  type: "text_delta";
  text: string;
}

export interface ReasoningDeltaChunk {
  type: "reasoning_delta";
  text: string;
}

export interface ToolCreatedChunk {
  type: "mcp_tool_created";
  toolCallId: string;
  /** The name that the model was given. */
  toolName: string;
  serverName?: string;
  /** What people read in place of the name. */
  title?: string;
  via: CallVia;
  /** Id of the text format, for `via: "text"`. */
  format?: string;
}

export interface ToolInputDeltaChunk {
  type: "mcp_tool_input_delta";
  toolCallId: string;
  /** All deltas of a call, joined, are at any time a prefix of one JSON object text. */
  delta: string;
}

export interface ToolInProgressChunk {
  type: "mcp_tool_in_progress";
  toolCallId: string;
  input: JsonObject;
  /** The arguments' text was not clean JSON and was mended without inventing a value. */
  repaired?: boolean;
  /** The call turned out to be run elsewhere, also when it had begun as one of ours: its result came in the same reply. */
  via?: "provider";
}

export interface ToolInvalidChunk {
  type: "mcp_tool_invalid";
  toolCallId?: string;
  toolName?: string;
  reason: InvalidReason;
  /** What the model wrote. */
  raw: string;
  /** The sentence that the model reads. */
  message: string;
}

export interface ToolApprovalRequestChunk {
  type: "mcp_tool_approval_request";
  toolCallId: string;
  facts: ApprovalFacts;
}

export interface ToolApprovalResponseChunk {
  type: "mcp_tool_approval_response";
  toolCallId: string;
  decision: "approved" | "denied";
  scope: ApprovalScope;
  target?: ApprovalTarget;
  editedInput?: JsonObject;
  /** For `denied`: what the model reads. */
  reason?: string;
}

export interface ToolCallBeginChunk {
  type: "mcp_tool_call_begin";
  toolCallId: string;
  /** ms since the epoch */
  startedAt: number;
}

export interface ToolCallProgressChunk {
  type: "mcp_tool_call_progress";
  toolCallId: string;
  progress: number;
  total?: number;
  message?: string;
}

export interface ToolCallResponseChunk {
  type: "mcp_tool_call_response";
  toolCallId: string;
  result: ToolResult;
}

export interface ToolCallErrorChunk {
  type: "mcp_tool_call_error";
  toolCallId: string;
  error: { code: ErrorCode } & Localizable;
}

export interface ToolCompleteChunk {
  type: "mcp_tool_complete";
  round: number;
  toolCallIds: string[];
}

export interface TextSuspectChunk {
  type: "text_suspect";
  raw: string;
  where: "fence" | "reasoning" | "prose";
  /** The call as it would run, when its arguments could be read. */
  call?: { name: string; input: JsonObject };
}

export interface TextDiscardedChunk {
  type: "text_discarded";
  raw: string;
  /**
   * `echo`: a line of our own prompt, repeated at the reply's end. `leaked_call`: the whole reply, also what was shown of
   * it, because its call stood in the text; the same request is made again.
   */
  reason: "after_call" | "fabricated_result" | "echo" | "leaked_call";
}

/** Ephemeral: text is held back because it may be a call. Never stored, never folded. */
export interface HeldChunk {
  type: "held";
  characters: number;
}

/** Tokens of one model request. The last one of a round counts; they are never added up within a round. */
export interface UsageChunk {
  type: "usage";
  input: number;
  output: number;
  cached?: number;
  reasoning?: number;
}

export type NoticeChunk = { type: "notice"; code: string; action?: ChunkAction } & Localizable;

export type ErrorChunk = { type: "error"; code: ErrorCode; action?: ChunkAction } & Localizable;

/** The one stream vocabulary: what a turn produces (design, section 4). Every chunk is JSON. */
export type Chunk =
  | TurnBeginChunk
  | TurnEndChunk
  | RoundBeginChunk
  | RoundEndChunk
  | TextDeltaChunk
  | ReasoningDeltaChunk
  | ToolCreatedChunk
  | ToolInputDeltaChunk
  | ToolInProgressChunk
  | ToolInvalidChunk
  | ToolApprovalRequestChunk
  | ToolApprovalResponseChunk
  | ToolCallBeginChunk
  | ToolCallProgressChunk
  | ToolCallResponseChunk
  | ToolCallErrorChunk
  | ToolCompleteChunk
  | TextSuspectChunk
  | TextDiscardedChunk
  | HeldChunk
  | UsageChunk
  | NoticeChunk
  | ErrorChunk;
