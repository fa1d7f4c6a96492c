import type { Chunk, NoticeChunk } from "../../../shared/chunk.ts";
import type { Clock } from "../../ports/clock.ts";
import { toolsUnsupportedKey } from "../../ports/model.ts";
import type { ModelMemory } from "../../ports/model-memory.ts";
import { freshRound } from "../create-loop.ts";
import type { Middleware, Round } from "../middleware.ts";
import { defaultTextFormat } from "./speak-format.ts";

/**
 * Leaves native mode when it does not work for a model whose mode was not set by the user: the server refuses tools
 * (then the same request is made again in text mode), or the calls come back as text (then the next round is in text
 * mode). The verdict is remembered for the base URL and model, and a notice says why.
 */
export function switchMode(memory: ModelMemory, clock: Clock): Middleware {
  return {
    name: "switch-mode",
    async *process(chunks, round, run) {
      if (!mayLeaveNative(round)) {
        yield* chunks;
        return;
      }
      let refused = false;
      const via = new Set<string>();
      for await (const chunk of chunks) {
        refused ||= chunk.type === "error" && chunk.key === toolsUnsupportedKey;
        if (refused) {
          continue;
        }
        if (chunk.type === "mcp_tool_created") {
          via.add(chunk.via);
        }
        yield chunk;
      }
      const leaked = via.has("text") && !via.has("native");
      if (refused || leaked) {
        const { memoryKey } = round.turn.model;
        memory.set(memoryKey, { ...memory.get(memoryKey), toolMode: "text", learnedAt: clock.now() });
        yield refused ? refusedNotice : leakedNotice;
      }
      if (refused) {
        yield* run(freshRound({ ...round, toolMode: "text", textFormat: round.textFormat ?? defaultTextFormat }));
      }
    },
  };
}

/** Only `auto` may change; what the user set stays. */
export function mayLeaveNative(round: Round): boolean {
  return round.toolMode === "native" && round.turn.model.toolMode === "auto" && round.replay === undefined;
}

const refusedNotice: NoticeChunk & Chunk = {
  type: "notice",
  code: "text_mode",
  message: "Switched to text mode: this model's server does not support tools.",
  key: "notice.textMode",
};

const leakedNotice: NoticeChunk & Chunk = {
  type: "notice",
  code: "text_mode_leaked",
  message: "Switched to text mode: this model writes its tool calls as text.",
  key: "notice.textModeLeaked",
};
