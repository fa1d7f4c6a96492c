import type { Chunk, FinishReason, NoticeChunk } from "../../shared/chunk.ts";
import type { JsonObject, JsonValue } from "../../shared/json.ts";
import type { Log } from "../ports/log.ts";
import { classifyFailure, type FailureKind, type ProviderFailure } from "./classify-failure.ts";
import { pausedNotice } from "./paused-notice.ts";
import { toErrorChunk } from "./provider-error.ts";
import type { RetryPause } from "./retry-pause.ts";
import { RetryPlan, type RetryPlanOptions } from "./retry-plan.ts";
import type { ReplyEnd } from "./tool-call-accumulator.ts";

/** How a reply closes. `failure`: its end was seen, and yet it is not good. */
export interface ReplyClose {
  chunks: Chunk[];
  finishReason: FinishReason;
  complete: boolean;
  providerBlocks?: JsonValue[];
  failure?: { kind: FailureKind; text: string };
}

/** Makes chunks of the events of one wire format. One reader reads one reply. */
export interface ReplyReader {
  read(event: unknown): Chunk[];
  /** The reply's end was seen: a finish reason, or a terminal event. */
  readonly sawEnd: boolean;
  /** Set after an end at which the provider has only paused: the reply's parts so far, for the request that goes on with it. */
  readonly paused?: JsonObject[] | undefined;
  /** What is read next goes on with the reply that was paused. */
  resume?(): void;
  /** Called once, last. `lost` and `stopped` end every call as not run. */
  close(how: Extract<ReplyEnd, "ended" | "lost" | "stopped">): ReplyClose;
}

/** One open stream: parsed events, and what the wire saw beside them. */
export interface OpenReply {
  events: AsyncIterable<unknown>;
  /** The end marker of the wire has come. */
  sawDone(): boolean;
  /** Events that could not be read. */
  dropped(): number;
  /** The id by which the provider finds the request again, when it told one. */
  requestId(): string | undefined;
}

export interface ReplySource extends RetryPlanOptions {
  createReader(): ReplyReader;
  /** Sends the request; `begun` has the parts of the reply that it goes on with. Rejects with whatever went wrong; so may the events. */
  open(signal: AbortSignal, begun: JsonObject[] | undefined): Promise<OpenReply>;
  /** Learns from a failure; true when the request has changed and is worth sending at once. */
  adjust(failure: ProviderFailure): boolean;
  /** How long to wait before a further try. */
  pause: RetryPause;
  log: Log;
}

const maxAdjustments = 6;
/** Requests in which one reply may go on, when its provider pauses it again and again. */
const maxPauses = 10;

/**
 * One reply of a model, whatever happens to it: sends, reads, learns and tries again until something was shown, goes on
 * where the provider paused, and ends with exactly one `round_end`. Never throws for failures of model or network.
 */
export async function* streamReply(source: ReplySource, signal: AbortSignal): AsyncGenerator<Chunk> {
  const plan = new RetryPlan(source);
  let adjustmentsLeft = maxAdjustments;
  let begun: Begun = { reader: source.createReader(), blocks: undefined, pauses: 0, shown: 0 };
  for (;;) {
    const attempt = yield* readOnce(source, begun, signal);
    if (attempt.type === "paused") {
      begun = attempt.begun;
      continue;
    }
    if (attempt.type === "finished") {
      yield* attempt.close.chunks;
      yield toRoundEnd(attempt.close);
      return;
    }
    const { failure, mayRepeat } = attempt;
    if (mayRepeat && adjustmentsLeft > 0 && source.adjust(failure)) {
      adjustmentsLeft -= 1;
      source.log.info(`${source.context().label}: the request was changed after "${failure.text}"`);
      begun = afresh(source, begun);
      continue;
    }
    const wait = mayRepeat ? plan.next(failure) : undefined;
    if (wait !== undefined) {
      yield* wait.notice === undefined ? [] : [wait.notice];
      try {
        await source.pause.wait(wait.delayMs, signal);
        begun = afresh(source, begun);
        continue;
      } catch {
        yield* begun.pauses === 0 ? [] : begun.reader.close("stopped").chunks;
        yield { type: "round_end", finishReason: "abort", complete: false };
        return;
      }
    }
    const close = attempt.close();
    yield* close.chunks;
    yield toErrorChunk(failure, { ...source.context(), characters: attempt.shown });
    yield toRoundEnd({ ...close, complete: false });
    return;
  }
}

/** The reply so far: what one reader has read of it, in one request or, when the provider paused it, in several. */
interface Begun {
  readonly reader: ReplyReader;
  readonly blocks: JsonObject[] | undefined;
  readonly pauses: number;
  /** Characters that were shown in the requests before. */
  readonly shown: number;
}

/** Nothing was read of what comes next, so a paused reply goes on with its reader; another one begins anew. */
function afresh(source: ReplySource, begun: Begun): Begun {
  return begun.pauses > 0 ? begun : { ...begun, reader: source.createReader() };
}

type Attempt =
  | { type: "finished"; close: ReplyClose }
  | { type: "paused"; begun: Begun }
  | { type: "failed"; failure: ProviderFailure; close(): ReplyClose; shown: number; mayRepeat: boolean };

async function* readOnce(source: ReplySource, begun: Begun, signal: AbortSignal): AsyncGenerator<Chunk, Attempt> {
  const { attempt, requestId } = yield* readReply(source, begun, signal);
  if (attempt.type !== "failed" || requestId === undefined) {
    return attempt;
  }
  return { ...attempt, failure: { requestId, ...attempt.failure } };
}

async function* readReply(
  source: ReplySource,
  begun: Begun,
  signal: AbortSignal,
): AsyncGenerator<Chunk, { attempt: Attempt; requestId?: string | undefined }> {
  const { reader, pauses } = begun;
  let { shown } = begun;
  let isUntouched = true;
  let failure: ProviderFailure | undefined;
  let reply: OpenReply | undefined;
  try {
    signal.throwIfAborted();
    reply = await source.open(signal, begun.blocks);
    for await (const event of reply.events) {
      isUntouched = false;
      for (const chunk of reader.read(event)) {
        shown += shownCharacters(chunk);
        yield chunk;
      }
      if (signal.aborted) {
        break;
      }
    }
  } catch (error) {
    failure = signal.aborted ? undefined : classifyFailure(error, source.clock.now());
  }
  if (signal.aborted) {
    return {
      attempt: { type: "finished", close: { ...reader.close("stopped"), finishReason: "abort", complete: false } },
    };
  }
  const requestId = reply?.requestId();
  const mayRepeat = pauses > 0 ? isUntouched : shown === 0;
  const lost = (why: ProviderFailure) => {
    const close = (): ReplyClose => ({ ...reader.close("lost"), finishReason: "error" });
    return { attempt: { type: "failed" as const, failure: why, close, shown, mayRepeat }, requestId };
  };
  const isWhole = reader.sawEnd || reply?.sawDone() === true;
  if (failure !== undefined && !(isWhole && failure.kind === "cut")) {
    return lost(failure);
  }
  if (!isWhole) {
    const cut: ProviderFailure = { kind: "cut", text: "", retryable: true };
    return lost(cut);
  }
  const dropped = reply?.dropped() ?? 0;
  const blocks = dropped === 0 ? reader.paused : undefined;
  if (blocks === undefined) {
    return { attempt: judgeWhole(reader, dropped, shown, mayRepeat), requestId };
  }
  if (pauses >= maxPauses) {
    const close = reader.close("ended");
    const notice = pausedNotice(source.context().label, maxPauses + 1);
    return { attempt: { type: "finished", close: { ...close, chunks: [...close.chunks, notice] } } };
  }
  reader.resume?.();
  return { attempt: { type: "paused", begun: { reader, blocks, pauses: pauses + 1, shown } } };
}

/** The end was seen. A reply with a hole runs no call: what is missing may have been in the arguments. */
function judgeWhole(reader: ReplyReader, dropped: number, shown: number, mayRepeat: boolean): Attempt {
  const close = reader.close("ended");
  const failed = (failure: ProviderFailure, end: ReplyClose): Attempt => ({
    type: "failed",
    failure,
    close: () => end,
    shown,
    mayRepeat,
  });
  const hasCalls = close.chunks.some(isCallToRun);
  if (close.failure !== undefined) {
    const { kind } = close.failure;
    return failed({ ...close.failure, retryable: kind === "no_call" || kind === "overloaded" }, close);
  }
  if (dropped === 0) {
    return { type: "finished", close };
  }
  if (!hasCalls) {
    return { type: "finished", close: { ...close, chunks: [...close.chunks, damagedNotice] } };
  }
  const chunks = close.chunks.map(
    (chunk): Chunk =>
      isCallToRun(chunk)
        ? {
            type: "mcp_tool_invalid",
            toolCallId: chunk.toolCallId,
            reason: "truncated",
            raw: JSON.stringify(chunk.input),
            message: "Part of the reply was lost on the way, so this call was not run. Send the whole call again.",
          }
        : chunk,
  );
  const failure: ProviderFailure = { kind: "damaged", text: "", retryable: true };
  return failed(failure, { ...close, chunks, finishReason: "error" });
}

function isCallToRun(chunk: Chunk): chunk is Extract<Chunk, { type: "mcp_tool_in_progress" }> {
  return chunk.type === "mcp_tool_in_progress" && chunk.via !== "provider";
}

const damagedNotice: NoticeChunk = {
  type: "notice",
  code: "reply_damaged",
  message: "A part of this reply could not be read and is missing.",
  key: "notice.damaged",
};

/** Characters of the reply that a person has seen; a call that was announced counts as one, so that nothing repeats. */
function shownCharacters(chunk: Chunk): number {
  switch (chunk.type) {
    case "text_delta":
    case "reasoning_delta":
      return chunk.text.length;
    case "mcp_tool_created":
      return 1;
    case "mcp_tool_input_delta":
      return chunk.delta.length;
    default:
      return 0;
  }
}

function toRoundEnd(close: ReplyClose): Chunk {
  const { finishReason, complete, providerBlocks } = close;
  const blocks = complete && providerBlocks !== undefined && providerBlocks.length > 0 ? { providerBlocks } : {};
  return { type: "round_end", finishReason, complete, ...blocks };
}
