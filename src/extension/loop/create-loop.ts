import type { Chunk, ErrorChunk, TurnEndReason } from "../../shared/chunk.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { ModelRequest } from "../ports/model.ts";
import { CallLedger } from "./call-ledger.ts";
import type { Middleware, Round, Run, Turn } from "./middleware.ts";
import { OpenCalls } from "./open-calls.ts";
import { pump } from "./pump.ts";

/** The first round of a turn, before any hook has shaped it. */
export function firstRound(
  turn: Turn,
  start: Pick<Round, "history" | "toolMode" | "madeCall" | "textFormat" | "replay">,
): Round {
  return freshRound({
    turn,
    depth: turn.firstDepth,
    failedRounds: 0,
    callCounts: new Map(),
    told: new Set(),
    tools: [],
    ...start,
  });
}

/** A round with its own ledger, cut and bare request, made from what is known before it starts. */
export function freshRound(start: Omit<Round, "request" | "calls" | "cut" | "notices">): Round {
  return { ...start, request: bareRequest(start), calls: new CallLedger(), cut: new AbortController(), notices: [] };
}

function bareRequest(round: Pick<Round, "turn" | "history" | "toolMode">): ModelRequest {
  const { model, temperature, maxOutputTokens, reasoningEffort } = round.turn.model;
  return {
    model,
    system: "",
    messages: [...round.history],
    tools: [],
    toolMode: round.toolMode,
    maxOutputTokens,
    ...(temperature === undefined ? {} : { temperature }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
  };
}

/**
 * Builds the loop: `prepare` hooks in order, one model request, `process` hooks in order around its stream. The last
 * hook recurses through the `run` that it is given.
 */
export function createLoop(middlewares: readonly Middleware[]): Run {
  const run: Run = async function* (start) {
    let round = start;
    for (const middleware of middlewares) {
      round = (await middleware.prepare?.(round)) ?? round;
    }
    let chunks = pump(requestOf(round));
    for (const middleware of middlewares) {
      chunks = middleware.process?.(chunks, round, run) ?? chunks;
    }
    yield* chunks;
  };
  return run;
}

async function* requestOf(round: Round): AsyncIterable<Chunk> {
  const { turn, depth, toolMode, textFormat } = round;
  yield {
    type: "round_begin",
    round: depth,
    provider: turn.model.client.provider,
    model: turn.model.model,
    toolMode,
    ...(textFormat === undefined ? {} : { textFormat }),
  };
  yield* round.notices;
  if (round.replay !== undefined) {
    yield* round.replay;
    yield { type: "round_end", finishReason: "stop", complete: true };
    return;
  }
  for await (const chunk of turn.model.client.stream(round.request, AbortSignal.any([turn.signal, round.cut.signal]))) {
    yield chunk;
    if (chunk.type === "round_end") {
      return;
    }
  }
  // A client that keeps the contract never comes here. What it sent is kept, and its calls do not run.
  yield {
    type: "error",
    code: "MODEL_ERROR",
    message: "The model's reply has no end. Send the message again.",
    key: "error.replyWithoutEnd",
    action: { id: "retry" },
  };
  yield { type: "round_end", finishReason: "error", complete: false };
}

/**
 * Runs a whole turn: `turn_begin` first, exactly one `turn_end`, last, also when a hook has a bug (then an `error`
 * chunk says so and `onFault` gets the cause). A call that has no result by then gets an error first.
 */
export async function* runTurn(run: Run, round: Round, onFault: (cause: unknown) => void): AsyncIterable<Chunk> {
  const { turnId, signal } = round.turn;
  const open = new OpenCalls();
  let reason: TurnEndReason | undefined;
  yield { type: "turn_begin", turnId };
  try {
    for await (const chunk of run(round)) {
      if (chunk.type === "turn_end") {
        reason = chunk.reason;
        break;
      }
      open.watch(chunk);
      yield chunk;
    }
  } catch (cause) {
    if (!signal.aborted || cause !== signal.reason) {
      onFault(cause);
      yield faultChunk(cause);
      reason = "error";
    }
  }
  yield* open.close(signal.aborted);
  yield { type: "turn_end", turnId, reason: reason ?? (signal.aborted ? "stopped" : "error") };
}

/** What the person reads about a bug of ours. */
export function faultChunk(cause: unknown): ErrorChunk {
  const detail = messageOf(cause);
  return {
    type: "error",
    code: "UNKNOWN_ERROR",
    message: `Toolweave has a fault: ${detail}. Your message is kept; the log has the details.`,
    key: "error.fault",
    params: { detail },
    action: { id: "show_log" },
  };
}
