import type { Chunk } from "../../shared/chunk.ts";
import type { ModelClient, ModelFacts, ModelRequest } from "./model.ts";

/** One reply of a scripted model: chunks, or a function that makes them from the request. */
export type ScriptedReply = readonly Chunk[] | ((request: ModelRequest, signal: AbortSignal) => AsyncIterable<Chunk>);

/**
 * A model client for tests: plays one reply per request, in order, and remembers the requests. A reply without
 * `round_end` gets a complete one. After an abort it ends like a real client does, with `complete: false`.
 */
export class ScriptedModel implements ModelClient {
  readonly provider: string;
  readonly requests: ModelRequest[] = [];
  sendsSchemas = false;
  maxTools = 1_000;
  /** What `describe` answers. */
  facts: ModelFacts = {};
  readonly #replies: ScriptedReply[];

  constructor(replies: readonly ScriptedReply[], provider = "scripted") {
    this.provider = provider;
    this.#replies = [...replies];
  }

  async describe(): Promise<ModelFacts> {
    return this.facts;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<Chunk> {
    this.requests.push(structuredClone(request));
    const reply = this.#replies.shift() ?? [{ type: "text_delta", text: "(the script has no more replies)" } as const];
    if (typeof reply === "function") {
      yield* reply(request, signal);
      return;
    }
    for (const chunk of reply) {
      await Promise.resolve();
      if (signal.aborted) {
        yield { type: "round_end", finishReason: "abort", complete: false };
        return;
      }
      yield chunk;
    }
    if (reply.at(-1)?.type !== "round_end") {
      yield { type: "round_end", finishReason: "stop", complete: true };
    }
  }
}
