import type { Chunk, FinishReason, NoticeChunk } from "../../shared/chunk.ts";
import type { JsonValue } from "../../shared/json.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import { classifyFailure, type FailureKind, type ProviderFailure } from "./classify-failure.ts";
import { type FailureContext, toErrorChunk } from "./provider-error.ts";
import { retryDelayMs } from "./retry.ts";
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

export interface ReplySource {
  createReader(): ReplyReader;
  /** Sends the request. Rejects with whatever went wrong; so may the events. */
  open(signal: AbortSignal): Promise<OpenReply>;
  /** Learns from a failure; true when the request has changed and is worth sending at once. */
  adjust(failure: ProviderFailure): boolean;
  context(): Omit<FailureContext, "characters">;
  retries: number;
  clock: Clock;
  log: Log;
}

const maxAdjustments = 6;

/**
 * One reply of a model, whatever happens to it: sends, reads, learns and tries again until something was shown, and ends
 * with exactly one `round_end`. Never throws for failures of model or network.
 */
export async function* streamReply(source: ReplySource, signal: AbortSignal): AsyncGenerator<Chunk> {
  let retriesLeft = source.retries;
  let adjustmentsLeft = maxAdjustments;
  for (;;) {
    const attempt = yield* readOnce(source, signal);
    if (attempt.type === "finished") {
      yield* attempt.close.chunks;
      yield toRoundEnd(attempt.close);
      return;
    }
    const { failure, close } = attempt;
    if (attempt.shown === 0 && adjustmentsLeft > 0 && source.adjust(failure)) {
      adjustmentsLeft -= 1;
      source.log.info(`${source.context().label}: the request was changed after "${failure.text}"`);
      continue;
    }
    const delay =
      attempt.shown === 0 && retriesLeft > 0 ? retryDelayMs(failure, source.retries - retriesLeft) : undefined;
    if (delay !== undefined) {
      const attemptNumber = source.retries - retriesLeft + 1;
      retriesLeft -= 1;
      yield retryNotice(failure, source, delay, attemptNumber);
      try {
        await source.clock.sleep(delay, signal);
        continue;
      } catch {
        yield { type: "round_end", finishReason: "abort", complete: false };
        return;
      }
    }
    yield* close.chunks;
    yield toErrorChunk(failure, { ...source.context(), characters: attempt.shown });
    yield toRoundEnd({ ...close, complete: false });
    return;
  }
}

type Attempt =
  | { type: "finished"; close: ReplyClose }
  | { type: "failed"; failure: ProviderFailure; close: ReplyClose; shown: number };

async function* readOnce(source: ReplySource, signal: AbortSignal): AsyncGenerator<Chunk, Attempt> {
  const { attempt, requestId } = yield* readReply(source, signal);
  if (attempt.type === "finished" || requestId === undefined) {
    return attempt;
  }
  return { ...attempt, failure: { requestId, ...attempt.failure } };
}

async function* readReply(
  source: ReplySource,
  signal: AbortSignal,
): AsyncGenerator<Chunk, { attempt: Attempt; requestId?: string | undefined }> {
  const reader = source.createReader();
  let shown = 0;
  let failure: ProviderFailure | undefined;
  let reply: OpenReply | undefined;
  try {
    signal.throwIfAborted();
    reply = await source.open(signal);
    for await (const event of reply.events) {
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
  const lost = (why: ProviderFailure) => {
    const close: ReplyClose = { ...reader.close("lost"), finishReason: "error" };
    return { attempt: { type: "failed" as const, failure: why, close, shown }, requestId };
  };
  const isWhole = reader.sawEnd || reply?.sawDone() === true;
  if (failure !== undefined && !(isWhole && failure.kind === "cut")) {
    return lost(failure);
  }
  if (!isWhole) {
    const cut: ProviderFailure = { kind: "cut", text: "", retryable: true };
    return lost(cut);
  }
  return { attempt: judgeWhole(reader, reply?.dropped() ?? 0, shown), requestId };
}

/** The end was seen. A reply with a hole runs no call: what is missing may have been in the arguments. */
function judgeWhole(reader: ReplyReader, dropped: number, shown: number): Attempt {
  const close = reader.close("ended");
  const hasCalls = close.chunks.some(isCallToRun);
  if (close.failure !== undefined) {
    return { type: "failed", failure: { ...close.failure, retryable: close.failure.kind === "no_call" }, close, shown };
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
  return { type: "failed", failure, close: { ...close, chunks, finishReason: "error" }, shown };
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

function retryNotice(failure: ProviderFailure, source: ReplySource, delayMs: number, attempt: number): NoticeChunk {
  const { label, address } = source.context();
  const seconds = Math.ceil(delayMs / 1000);
  const params = { seconds, attempt, of: source.retries, provider: label, address };
  const again = `Trying again in ${seconds} s (${attempt} of ${source.retries}).`;
  if (failure.status !== undefined) {
    return {
      type: "notice",
      code: "retrying",
      message: `${label} answered with status ${failure.status}. ${again}`,
      key: "notice.retryingStatus",
      params: { ...params, status: failure.status },
    };
  }
  return {
    type: "notice",
    code: "retrying",
    message: `No answer from ${address}. ${again}`,
    key: "notice.retrying",
    params,
  };
}
