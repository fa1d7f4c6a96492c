import type { Chunk, NoticeChunk } from "../../../shared/chunk.ts";
import type { Clock } from "../../ports/clock.ts";
import { guidedUnsupportedKey, toolsUnsupportedKey } from "../../ports/model.ts";
import { freshRound } from "../create-loop.ts";
import { isTextCall } from "../is-text-call.ts";
import type { Middleware, Round, Run } from "../middleware.ts";
import type { Verdicts } from "../verdicts.ts";
import { guidedRefused, modeWithoutNative } from "./choose-mode.ts";

/** Errors after which the same request is worth asking without native tools. */
const nativeFailures: ReadonlySet<string | undefined> = new Set([toolsUnsupportedKey, "error.noCall"]);

/**
 * Leaves a mode that does not work. Native, unless the user set it: the server refuses tools (then the same request is
 * made again), or the calls come back as text (then too, where `hold-leaks` has discarded the reply for guided mode; else they
 * run, and the next round is in text mode). Guided: the server refuses the schema, and the same request is made again in
 * text mode. What was found is remembered for the base URL and model, and a notice says why.
 */
export function switchMode(verdicts: Verdicts, clock: Clock): Middleware {
  return {
    name: "switch-mode",
    process(chunks, round, run) {
      if (round.replay !== undefined) {
        return chunks;
      }
      if (round.toolMode === "guided") {
        return leaveGuided(chunks, round, run, verdicts);
      }
      const mayLeave = round.toolMode === "native" && round.turn.model.toolMode === "auto" && round.tools.length > 0;
      return mayLeave ? leaveNative(chunks, round, run, verdicts, clock) : chunks;
    },
  };
}

async function* leaveNative(
  chunks: AsyncIterable<Chunk>,
  round: Round,
  run: Run,
  verdicts: Verdicts,
  clock: Clock,
): AsyncGenerator<Chunk> {
  const { model } = round.turn;
  let refused = false;
  let callsNatively = false;
  let leaked = false;
  let discarded = false;
  for await (const chunk of chunks) {
    refused ||= chunk.type === "error" && nativeFailures.has(chunk.key);
    if (refused) {
      continue;
    }
    callsNatively ||= chunk.type === "mcp_tool_created" && chunk.via === "native";
    leaked ||= isTextCall(chunk);
    discarded ||= chunk.type === "text_discarded" && chunk.reason === "leaked_call";
    yield chunk;
  }
  const known = verdicts.of(model).toolMode;
  if (callsNatively) {
    if (known === undefined) {
      verdicts.learn(model, { toolMode: "native" });
    }
    return;
  }
  // A model that was seen to call natively leaks a call now and then: it runs, and nothing has to change.
  if (!refused && !discarded && !(leaked && known !== "native")) {
    return;
  }
  const toolMode = await modeWithoutNative(round, verdicts, clock);
  if (verdicts.of(model).toolMode !== toolMode) {
    verdicts.learn(model, { toolMode });
  }
  yield notices[toolMode][refused ? "refused" : "leaked"];
  if (refused) {
    yield* run(freshRound({ ...round, toolMode }));
  } else if (discarded) {
    // What was discarded was a reply and cost tokens: it stays a round of its own, which the history leaves out.
    yield* run(freshRound({ ...round, toolMode, depth: round.depth + 1 }));
  }
}

async function* leaveGuided(
  chunks: AsyncIterable<Chunk>,
  round: Round,
  run: Run,
  verdicts: Verdicts,
): AsyncGenerator<Chunk> {
  const { model } = round.turn;
  let refused = false;
  for await (const chunk of chunks) {
    refused ||= chunk.type === "error" && chunk.key === guidedUnsupportedKey;
    if (!refused) {
      yield chunk;
    }
  }
  if (refused) {
    verdicts.learn(model, { guided: false, ...(model.toolMode === "auto" ? { toolMode: "text" } : {}) });
    yield guidedRefused;
    yield* run(freshRound({ ...round, toolMode: "text" }));
  }
}

const notices = {
  text: {
    refused: {
      type: "notice",
      code: "text_mode",
      message: "Switched to text mode: this model's server does not support tools.",
      key: "notice.textMode",
    },
    leaked: {
      type: "notice",
      code: "text_mode_leaked",
      message: "Switched to text mode: this model writes its tool calls as text.",
      key: "notice.textModeLeaked",
    },
  },
  guided: {
    refused: {
      type: "notice",
      code: "guided_mode",
      message: "Switched to guided mode: this model's server does not support tools, but can hold replies to a schema.",
      key: "notice.guidedMode",
    },
    leaked: {
      type: "notice",
      code: "guided_mode_leaked",
      message:
        "Switched to guided mode and asked again: this model writes its tool calls as text, and its server can hold them to a schema.",
      key: "notice.guidedModeLeaked",
    },
  },
} as const satisfies Record<string, Record<string, NoticeChunk>>;
