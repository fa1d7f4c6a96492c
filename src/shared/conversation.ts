import type {
  ApprovalFacts,
  ApprovalScope,
  ApprovalTarget,
  CallVia,
  ErrorChunk,
  FinishReason,
  InvalidReason,
  NoticeChunk,
  TextDiscardedChunk,
  ToolMode,
  TurnEndReason,
} from "./chunk.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import type { Localizable } from "./localizable.ts";
import type { ErrorCode } from "./mcp-error.ts";
import type { ToolResult } from "./tool-result.ts";

/** The seven states of a tool block (design, section 4). "Running" is `startedAt` without `endedAt`. */
export type ToolState =
  | "input-streaming"
  | "input-available"
  | "approval-requested"
  | "approval-responded"
  | "output-available"
  | "output-error"
  | "output-denied";

/** Ids of blocks are unique within their version and stay the same for its life. `round` is the 0-based round. */
interface BlockPlace {
  id: string;
  round: number;
}

export interface TextBlock extends BlockPlace {
  type: "text";
  text: string;
}

export interface ReasoningBlock extends BlockPlace {
  type: "reasoning";
  text: string;
  /** ms since the epoch */
  startedAt: number;
  /** Absent while the reasoning may still grow. */
  endedAt?: number;
}

export interface ToolBlock extends BlockPlace {
  type: "tool";
  toolCallId: string;
  toolName: string;
  serverName?: string;
  title?: string;
  via: CallVia;
  format?: string;
  state: ToolState;
  /** The arguments as they stream: a prefix of one JSON object text. */
  inputText: string;
  /** The arguments that run: parsed, or as edited by the person. */
  input?: JsonObject;
  repaired?: boolean;
  invalid?: { reason: InvalidReason; raw: string; message: string };
  approval?: ToolApproval;
  /** Sent to the server; ms since the epoch. */
  startedAt?: number;
  endedAt?: number;
  progress?: { progress: number; total?: number; message?: string };
  result?: ToolResult;
  error?: { code: ErrorCode } & Localizable;
}

export interface ToolApproval {
  facts: ApprovalFacts;
  decision?: "approved" | "denied";
  scope?: ApprovalScope;
  target?: ApprovalTarget;
  reason?: string;
  /** Set when the person changed the arguments: what the model had written. */
  originalInput?: JsonObject;
}

export interface DiscardedBlock extends BlockPlace {
  type: "discarded";
  raw: string;
  reason: TextDiscardedChunk["reason"];
}

export interface SuspectBlock extends BlockPlace {
  type: "suspect";
  raw: string;
  where: "fence" | "reasoning" | "prose";
  call?: { name: string; input: JsonObject };
}

export interface NoticeBlock extends BlockPlace {
  type: "notice";
  notice: NoticeChunk;
}

export interface ErrorBlock extends BlockPlace {
  type: "error";
  error: ErrorChunk;
}

export type Block = TextBlock | ReasoningBlock | ToolBlock | DiscardedBlock | SuspectBlock | NoticeBlock | ErrorBlock;

/** Tokens of one round. */
export interface RoundUsage {
  input: number;
  output: number;
  cached?: number;
  reasoning?: number;
}

/** One model request within a version. */
export interface RoundState {
  round: number;
  provider: string;
  model: string;
  toolMode: ToolMode;
  textFormat?: string;
  /** ms since the epoch */
  startedAt: number;
  finishReason?: FinishReason;
  complete?: boolean;
  providerBlocks?: JsonValue[];
  usage?: RoundUsage;
}

/** One answer to a user message. Regenerating adds another version. */
export interface Version {
  versionId: string;
  provider: string;
  model: string;
  blocks: readonly Block[];
  rounds: readonly RoundState[];
  /** Set by `turn_begin`. */
  turnId?: string;
  /** ms since the epoch; 0 when unknown */
  startedAt: number;
  endedAt?: number;
  /** Absent while the turn runs. */
  endReason?: TurnEndReason;
}

export type UserPart =
  | { type: "text"; text: string }
  | { type: "image"; data: string; mimeType: string; name?: string }
  | {
      type: "resource";
      uri: string;
      name: string;
      serverName?: string;
      mimeType?: string;
      text?: string;
      blob?: string;
    }
  | { type: "file"; uri: string; name: string; text: string; range?: { from: number; to: number } };

/** `parentId` is the version that the message answers, or null at the start of the conversation. */
export interface UserMessage {
  role: "user";
  messageId: string;
  parentId: string | null;
  parts: readonly UserPart[];
  /** ms since the epoch */
  createdAt: number;
}

/** `parentId` is the user message that is answered. */
export interface AssistantMessage {
  role: "assistant";
  messageId: string;
  parentId: string;
  versions: readonly Version[];
  selectedVersionId: string;
}

export type Message = UserMessage | AssistantMessage;

/** The folded state of a session: what `applySessionEvent` makes of its events. Never changed in place. */
export interface Conversation {
  sessionId: string;
  /** ms since the epoch */
  createdAt: number;
  title?: string;
  /** All messages of the tree in the order of their creation. */
  messages: readonly Message[];
  /** For each parent (a version id, or "" for the start) the user message that is shown. */
  selectedChildren: Readonly<Record<string, string>>;
  compaction?: { upTo: string; summary: string };
  /** Events of unknown types (from a newer Toolweave) that were skipped. */
  skippedEvents: number;
}
