import type { Chunk, RoundEndChunk } from "../../../shared/chunk.ts";
import type { Clock } from "../../ports/clock.ts";
import { isTextCall } from "../is-text-call.ts";
import type { Middleware, Round } from "../middleware.ts";
import type { Verdicts } from "../verdicts.ts";
import { modeWithoutNative } from "./choose-mode.ts";

/**
 * Keeps the calls of a native reply back that stand in its text, as long as nobody knows whether this model calls
 * natively, and the server may be able to hold a reply to a schema: a leaked call is now and then the wrong one, and in
 * guided mode the same request gets a better one (`switch-mode` makes it again). Then the reply is discarded as a whole.
 * Everything goes on as it came when a native call in the same reply shows that the model can, when the reply was lost,
 * and when guided mode turns out not to be there: text mode is no better than a call that was written unasked.
 */
export function holdLeaks(verdicts: Verdicts, clock: Clock): Middleware {
  return {
    name: "hold-leaks",
    process: (chunks, round) =>
      isOnTrial(round, verdicts)
        ? withoutLeaks(chunks, round, async () => (await modeWithoutNative(round, verdicts, clock)) === "guided")
        : chunks,
  };
}

/** Whether a leak would show that native mode is wrong for the model of this round, and there may be a better one. */
function isOnTrial(round: Round, verdicts: Verdicts): boolean {
  const { model } = round.turn;
  const { toolMode, guided, facts } = verdicts.of(model);
  return (
    round.toolMode === "native" &&
    model.toolMode === "auto" &&
    round.tools.length > 0 &&
    round.replay === undefined &&
    toolMode !== "native" &&
    model.client.sendsSchemas === true &&
    (guided ?? facts?.guided) !== false
  );
}

async function* withoutLeaks(
  chunks: AsyncIterable<Chunk>,
  round: Round,
  isGuidedThere: () => Promise<boolean>,
): AsyncGenerator<Chunk> {
  /** From the first leaked call on; absent before it. */
  let held: Chunk[] | undefined;
  let characters = 0;
  let callsNatively = false;
  for await (const chunk of chunks) {
    if (callsNatively || chunk.type === "held" || chunk.type === "usage") {
      yield chunk;
    } else if (chunk.type === "mcp_tool_created" && chunk.via !== "text") {
      callsNatively = true;
      yield* held ?? [];
      yield chunk;
    } else if (chunk.type === "round_end") {
      if (held !== undefined && chunk.complete && (await isGuidedThere())) {
        yield* discarded(chunk, round);
      } else {
        yield* held ?? [];
        yield chunk;
      }
    } else if (held === undefined && !isTextCall(chunk)) {
      yield chunk;
    } else {
      held ??= [];
      held.push(chunk);
      if (chunk.type === "mcp_tool_input_delta") {
        characters += chunk.delta.length;
        yield { type: "held", characters };
      }
    }
  }
}

/** The reply's raw blocks go with it: nobody may get it back. */
function* discarded({ providerBlocks: _, ...end }: RoundEndChunk, round: Round): Iterable<Chunk> {
  yield { type: "text_discarded", raw: round.calls.replyText, reason: "leaked_call" };
  yield end;
}
