import type { Chunk, RoundEndChunk } from "../../../shared/chunk.ts";
import type { Middleware, Round } from "../middleware.ts";
import { TailRepetition } from "../tail-repetition.ts";

/** Calls of one reply that run at most, and how often the same call may stand in it. */
const maxCalls = 64;
const maxSameCalls = 2;

/**
 * Makes an end of a degenerate reply: the third identical call, the 65th call, a tail that repeats itself. A request
 * that we ended ourselves, here or because the extractor said so, counts as complete: the calls before the cut run.
 */
export const guard: Middleware = {
  name: "guard",
  async *process(chunks, round) {
    const state = new ReplyState();
    for await (const chunk of chunks) {
      if (state.over) {
        if (chunk.type === "round_end") {
          // What was dropped here stands in the raw blocks still; nobody may get it back.
          const { providerBlocks: _, ...end } = endOf(chunk, round);
          yield end;
        } else if (chunk.type === "usage") {
          yield chunk;
        }
        continue;
      }
      switch (chunk.type) {
        case "round_end":
          yield endOf(chunk, round);
          break;
        case "error":
          // Ending a request on purpose may look like a lost connection to a client.
          if (!wasCut(round)) {
            yield chunk;
          }
          break;
        default:
          yield* state.take(chunk);
          if (state.over) {
            round.cut.abort();
          }
      }
    }
  },
};

function wasCut(round: Round): boolean {
  return round.cut.signal.aborted && !round.turn.signal.aborted;
}

function endOf(chunk: RoundEndChunk, round: Round): RoundEndChunk {
  return wasCut(round) && !chunk.complete ? { type: "round_end", finishReason: "cut", complete: true } : chunk;
}

class ReplyState {
  over = false;
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  readonly #tail = new TailRepetition();
  #complete = 0;

  *take(chunk: Chunk): Iterable<Chunk> {
    switch (chunk.type) {
      case "text_delta":
      case "reasoning_delta":
        yield chunk;
        yield* this.#watch(chunk.text);
        break;
      case "mcp_tool_created":
        // What a provider runs itself has run already: nothing is to be ended.
        if (chunk.via !== "provider") {
          this.#names.set(chunk.toolCallId, chunk.toolName);
        }
        yield chunk;
        break;
      case "mcp_tool_input_delta":
        yield chunk;
        if (this.#tail.push(chunk.delta)) {
          yield* this.#refuse(chunk.toolCallId, "", "repeated_text");
        }
        break;
      case "mcp_tool_in_progress": {
        const name = this.#names.get(chunk.toolCallId);
        if (name === undefined || chunk.via === "provider") {
          yield chunk;
          break;
        }
        const raw = JSON.stringify(chunk.input);
        const key = `${name} ${raw}`;
        const count = (this.#counts.get(key) ?? 0) + 1;
        this.#counts.set(key, count);
        this.#complete++;
        if (count > maxSameCalls) {
          yield* this.#refuse(chunk.toolCallId, raw, "repeated_call");
        } else if (this.#complete > maxCalls) {
          yield* this.#refuse(chunk.toolCallId, raw, "too_many_calls");
        } else {
          yield chunk;
        }
        break;
      }
      default:
        yield chunk;
    }
  }

  *#watch(text: string): Iterable<Chunk> {
    if (this.#tail.push(text)) {
      this.over = true;
      yield notices.repeated_text;
    }
  }

  *#refuse(toolCallId: string, raw: string, why: keyof typeof notices): Iterable<Chunk> {
    this.over = true;
    const toolName = this.#names.get(toolCallId) ?? "";
    yield { type: "mcp_tool_invalid", toolCallId, toolName, reason: "limit", raw, message: refusals[why] };
    yield notices[why];
  }
}

const refusals = {
  repeated_call: "The same call stands in this reply already. It was not run again.",
  too_many_calls: `A reply may hold ${maxCalls} calls. This one was not run.`,
  repeated_text: "The arguments repeat themselves without end. The call was not run.",
};

const notices = {
  repeated_call: {
    type: "notice",
    code: "repeated_call",
    message: "The model wrote the same call three times in one reply. The reply was ended there.",
    key: "notice.repeatedCall",
  },
  too_many_calls: {
    type: "notice",
    code: "too_many_calls",
    message: `The model wrote more than ${maxCalls} calls in one reply. The reply was ended there.`,
    key: "notice.tooManyCalls",
    params: { n: maxCalls },
  },
  repeated_text: {
    type: "notice",
    code: "repeated_text",
    message: "The model repeated the same text again and again. The reply was ended there.",
    key: "notice.repeatedText",
  },
} as const satisfies Record<string, Chunk>;
