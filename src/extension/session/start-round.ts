import type { Chunk } from "../../shared/chunk.ts";
import type { Conversation, SuspectBlock, Version } from "../../shared/conversation.ts";
import { selectedPath, selectedVersion } from "../../shared/selected-path.ts";
import { firstRound } from "../loop/create-loop.ts";
import type { Round, Turn } from "../loop/middleware.ts";
import { marksCallsAsKnown } from "../loop/middlewares/continue-turn.ts";
import { maxResultCharacters } from "../loop/result-content.ts";
import { toModelMessages } from "../loop/to-model-messages.ts";
import type { ModelMessage } from "../ports/model.ts";
import type { ModelVerdict } from "../ports/model-memory.ts";
import type { ResolvedModel } from "../ports/resolved-model.ts";
import type { ToolSource } from "../ports/tool.ts";
import type { SessionSettings } from "./session-settings.ts";

/** Why a turn starts: a message is answered, a version goes on, or the person runs what looked like a call. */
export type TurnStart =
  | { kind: "answer"; messageId: string; parentId: string }
  | { kind: "continue"; version: Version }
  /** `always`: calls in code blocks of the model that wrote this one are meant from now on. */
  | { kind: "suspect"; version: Version; block: SuspectBlock; toolCallId: string; always: boolean };

export interface RoundStart {
  start: TurnStart;
  turnId: string;
  model: ResolvedModel;
  signal: AbortSignal;
  tools: ToolSource;
  conversation: Conversation;
  settings: SessionSettings;
  verdict: ModelVerdict | undefined;
  callSignal: Turn["callSignal"];
  hasQueuedMessage: Turn["hasQueuedMessage"];
}

/** Characters of one result that the model may see: 50,000, or 25 % of its window at 4 characters a token. */
function resultLimit(model: ResolvedModel): number {
  return Math.min(maxResultCharacters, model.contextWindow ?? maxResultCharacters);
}

/** The first round of a turn, from what the session knows. */
export function startRound(from: RoundStart): { round: Round; resultCharacters: number } {
  const { start, model, conversation, settings, verdict } = from;
  const resultCharacters = resultLimit(model);
  const rounds = start.kind === "answer" ? [] : start.version.rounds;
  const turn: Turn = {
    turnId: from.turnId,
    model,
    signal: from.signal,
    tools: from.tools,
    firstDepth: (rounds.at(-1)?.round ?? -1) + 1,
    maxRounds: settings.maxRounds,
    systemPrompt: settings.systemPrompt,
    guard: settings.guard,
    acceptFenced: settings.acceptFenced || verdict?.acceptFenced === true,
    userText: lastUserText(conversation),
    resultCharacters,
    callSignal: from.callSignal,
    hasQueuedMessage: from.hasQueuedMessage,
  };
  const toolMode = model.toolMode === "auto" ? (verdict?.toolMode ?? "native") : model.toolMode;
  const textFormat = model.textFormat ?? verdict?.textFormat;
  const history = toModelMessages(conversation, resultCharacters);
  const round = firstRound(turn, {
    history: start.kind === "continue" ? [...history, ...nudge(start.version, history)] : history,
    toolMode,
    madeCall: hasMadeCall(conversation),
    ...(textFormat === undefined ? {} : { textFormat }),
    ...(start.kind === "suspect" ? { replay: replayOf(start) } : {}),
  });
  return { round, resultCharacters };
}

/** A reply that was cut ends with the model's own words; somebody has to ask it to go on. */
function nudge(version: Version, history: readonly ModelMessage[]): ModelMessage[] {
  if (history.at(-1)?.role !== "assistant") {
    return [];
  }
  const text =
    version.endReason === "done"
      ? "Go on."
      : "The reply above was cut off. Go on exactly where it stopped, without repeating anything.";
  return [{ role: "user", content: [{ type: "text", text }] }];
}

function replayOf(start: Extract<TurnStart, { kind: "suspect" }>): Chunk[] {
  const { block, toolCallId } = start;
  const created: Chunk = { type: "mcp_tool_created", toolCallId, toolName: block.call?.name ?? "", via: "text" };
  if (block.call === undefined) {
    const message = "The text looks like a tool call, but its arguments could not be read.";
    return [created, { type: "mcp_tool_invalid", toolCallId, reason: "invalid_json", raw: block.raw, message }];
  }
  const { input } = block.call;
  return [
    created,
    { type: "mcp_tool_input_delta", toolCallId, delta: JSON.stringify(input) },
    { type: "mcp_tool_in_progress", toolCallId, input },
  ];
}

function lastUserText(conversation: Conversation): string {
  const message = selectedPath(conversation).findLast((item) => item.role === "user");
  return message?.role === "user"
    ? message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n")
    : "";
}

function hasMadeCall(conversation: Conversation): boolean {
  return selectedPath(conversation).some(
    (message) =>
      message.role === "assistant" &&
      selectedVersion(message)?.blocks.some((block) => block.type === "tool" && marksCallsAsKnown(block)),
  );
}
