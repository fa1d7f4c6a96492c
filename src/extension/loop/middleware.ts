import type { ApprovalFacts, ApprovalScope, ApprovalTarget, Chunk, NoticeChunk, ToolMode } from "../../shared/chunk.ts";
import type { JsonObject } from "../../shared/json.ts";
import type { GuardMode } from "../extractor/reply-guard.ts";
import type { ModelMessage, ModelRequest } from "../ports/model.ts";
import type { ResolvedModel } from "../ports/resolved-model.ts";
import type { ToolDefinition, ToolSource } from "../ports/tool.ts";
import type { CallLedger } from "./call-ledger.ts";

/** What stays the same from a user message to `turn_end`. */
export interface Turn {
  readonly turnId: string;
  readonly model: ResolvedModel;
  /** Aborts when the person stops the turn. */
  readonly signal: AbortSignal;
  readonly tools: ToolSource;
  /** Depth of the first round; above 0 when a turn was continued. */
  readonly firstDepth: number;
  /** Rounds before the person is asked whether to go on. */
  readonly maxRounds: number;
  readonly systemPrompt: string;
  readonly guard: GuardMode;
  readonly acceptFenced: boolean;
  /** The user's words, which the line behind the results repeats in text mode. */
  readonly userText: string;
  /** Characters of one result that the model gets to see. */
  readonly resultCharacters: number;
  /** Aborts when the turn or this one call is cancelled. */
  callSignal(toolCallId: string): AbortSignal;
  /** True when a queued message wants to join before the next round. */
  hasQueuedMessage(): boolean;
}

/**
 * One model request, its reply and the runs of its calls. A hook gets a round and makes a new one; nothing that
 * belongs to a round is kept anywhere else.
 */
export interface Round {
  readonly turn: Turn;
  /** 0-based over the whole version. */
  readonly depth: number;
  readonly toolMode: ToolMode;
  readonly textFormat?: string;
  /** Everything before this round, neutral of provider and mode. */
  readonly history: readonly ModelMessage[];
  /** The tools that are offered in this round. */
  readonly tools: readonly ToolDefinition[];
  readonly request: ModelRequest;
  readonly calls: CallLedger;
  /** Ends the model request where the guard wants it to end. */
  readonly cut: AbortController;
  /** Rounds in a row, before this one, in which every call was invalid. */
  readonly failedRounds: number;
  /** How often each call (name and input) was made in this turn before. */
  readonly callCounts: ReadonlyMap<string, number>;
  /** Plays these chunks in place of a model request: a call that the person starts ("Run as tool call"). */
  readonly replay?: readonly Chunk[];
  /** A native call or a call in a taught format was made before: `json` fences are examples from then on. */
  readonly madeCall: boolean;
  /** What the person has to know about this request; shown at its start. */
  readonly notices: readonly NoticeChunk[];
  /** Codes of the notices that this turn has shown: each is said once. */
  readonly told: ReadonlySet<string>;
}

/** The round with a notice for the person, unless the turn has said it already. */
export function withNotice(round: Round, notice: NoticeChunk): Round {
  return round.told.has(notice.code)
    ? round
    : { ...round, notices: [...round.notices, notice], told: new Set([...round.told, notice.code]) };
}

/** Runs a round and, recursively, all that follow. */
export type Run = (round: Round) => AsyncIterable<Chunk>;

/**
 * Two optional hooks: how we ask and how we read stay together. `prepare` shapes the request before it is sent;
 * `process` wraps the stream, and must forward every chunk that it does not replace. A hook keeps no state outside the
 * call: two turns at once share nothing.
 */
export interface Middleware {
  readonly name: string;
  prepare?(round: Round): Round | Promise<Round>;
  process?(chunks: AsyncIterable<Chunk>, round: Round, run: Run): AsyncIterable<Chunk>;
}

export interface ApprovalDecision {
  decision: "approved" | "denied";
  scope: ApprovalScope;
  target: ApprovalTarget;
  editedInput?: JsonObject;
  /** For a denial: what the model reads. */
  reason?: string;
}

/** An approval whose edited arguments do not fit the tool's schema: it decided nothing. */
export interface UnfitEdit {
  unfit: JsonObject;
  problems: string[];
}

/** Who decides whether a call may run. */
export interface Approver {
  /** Whether a stored permission covers the call; otherwise what the person has to know. */
  check(tool: ToolDefinition): { granted: true } | { granted: false; facts: ApprovalFacts };
  /**
   * Waits for the person. Edited arguments in a decision fit the tool's schema, in the form in which they will run.
   * Rejects when the signal aborts.
   */
  wait(toolCallId: string, tool: ToolDefinition, signal: AbortSignal): Promise<ApprovalDecision | UnfitEdit>;
}
