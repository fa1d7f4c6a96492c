import { applyChunk, createVersion } from "../../../shared/apply-chunk.ts";
import type { Chunk, NoticeChunk, TurnEndReason } from "../../../shared/chunk.ts";
import type { ToolBlock, Version } from "../../../shared/conversation.ts";
import type { JsonValue } from "../../../shared/json.ts";
import { mergeChunks } from "../../../shared/merge-deltas.ts";
import { freshRound } from "../create-loop.ts";
import type { Middleware, Round } from "../middleware.ts";
import { isOwnCall, versionMessages } from "../to-model-messages.ts";

/** The same call this often in a turn: the person is warned, then the turn stops (design, section 7). */
const warnAt = 3;
const stopAt = 5;
/** Rounds in a row with nothing but invalid calls. */
const failedRoundsAllowed = 3;

/** The last hook: ends the turn and says why, or goes on with the next round, which has the results in its history. */
export const continueTurn: Middleware = {
  name: "continue-turn",
  async *process(chunks, round, run) {
    let reply = createVersion("", round.turn.model.client.provider, round.turn.model.model, 0);
    // Deltas in a row are folded together: a reply may have hundreds of thousands.
    let pending: Chunk | undefined;
    for await (const chunk of chunks) {
      if (chunk.type === "turn_end") {
        // A hook further in has gone on by itself and ended the turn.
        yield chunk;
        return;
      }
      const joined = pending === undefined ? undefined : mergeChunks(pending, chunk);
      if (pending !== undefined && joined === undefined) {
        reply = applyChunk(reply, pending, 0);
      }
      pending = joined ?? chunk;
      yield chunk;
    }
    if (pending !== undefined) {
      reply = applyChunk(reply, pending, 0);
    }
    const counts = countCalls(reply, round);
    const failedRounds = calls(reply).every((call) => call.invalid !== undefined) ? round.failedRounds + 1 : 0;
    const reason = endOf(reply, round, counts, failedRounds);
    yield* warnings(reply, round, counts, reason);
    if (reason !== undefined) {
      yield { type: "turn_end", turnId: round.turn.turnId, reason };
      return;
    }
    yield* run(nextRound(reply, round, counts, failedRounds));
  },
};

function calls(reply: Version): ToolBlock[] {
  return reply.blocks.filter(isOwnCall);
}

function endOf(
  reply: Version,
  round: Round,
  counts: ReadonlyMap<string, number>,
  failedRounds: number,
): TurnEndReason | undefined {
  const { turn, depth } = round;
  if (turn.signal.aborted) {
    return "stopped";
  }
  if (reply.rounds.at(-1)?.complete !== true) {
    return "error";
  }
  if (calls(reply).length === 0) {
    return "done";
  }
  if (Math.max(...counts.values()) >= stopAt) {
    return "loop_detected";
  }
  if (failedRounds >= failedRoundsAllowed) {
    return "tool_errors";
  }
  // The queued message follows these results, and the model reads both in the next turn, which counts its own rounds.
  if (turn.hasQueuedMessage()) {
    return "done";
  }
  return depth + 1 - turn.firstDepth >= turn.maxRounds ? "max_rounds" : undefined;
}

function nextRound(reply: Version, round: Round, callCounts: ReadonlyMap<string, number>, failedRounds: number): Round {
  const { turn, depth, textFormat } = round;
  const made = calls(reply);
  return freshRound({
    turn,
    depth: depth + 1,
    toolMode: round.toolMode,
    ...(textFormat === undefined ? {} : { textFormat }),
    history: [...round.history, ...versionMessages(reply, turn.resultCharacters)],
    tools: [],
    failedRounds,
    callCounts,
    told: round.told,
    madeCall: round.madeCall || made.some((call) => marksCallsAsKnown(call)),
  });
}

/** A model that calls in its own way writes `json` fences only as examples (design, section 6). */
export function marksCallsAsKnown(call: ToolBlock): boolean {
  return call.via === "native" || (call.via === "text" && call.format !== "json_fence");
}

function countCalls(reply: Version, round: Round): Map<string, number> {
  const counts = new Map(round.callCounts);
  for (const call of calls(reply)) {
    const key = `${call.toolName} ${canonical(call.input ?? call.inputText)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** The same text for the same value, whatever the order of its keys. */
function canonical(value: JsonValue): string {
  return JSON.stringify(value, (_, item: JsonValue) =>
    typeof item === "object" && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

function* warnings(
  reply: Version,
  round: Round,
  counts: ReadonlyMap<string, number>,
  reason: TurnEndReason | undefined,
): Iterable<Chunk> {
  const [key, count] = [...counts].reduce((most, item) => (item[1] > most[1] ? item : most), ["", 0]);
  if ((round.callCounts.get(key) ?? 0) < warnAt && count >= warnAt && count < stopAt) {
    yield loopNotice(key.slice(0, key.indexOf(" ")), count);
  }
  const silent = reply.blocks.every(({ type }) => type === "notice" || type === "reasoning" || type === "discarded");
  if (reason === "done" && silent) {
    yield {
      type: "notice",
      code: "empty_reply",
      message: "The model returned an empty reply. Send the message again, or choose another model.",
      key: "notice.emptyReply",
      action: { id: "retry" },
    };
  }
}

function loopNotice(name: string, count: number): NoticeChunk {
  return {
    type: "notice",
    code: "loop_warning",
    message: `The model has made the same call of ${name} ${count} times. At ${stopAt} the turn stops by itself.`,
    key: "notice.loopWarning",
    params: { call: name, n: count, max: stopAt },
  };
}
