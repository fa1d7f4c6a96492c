import type { Chunk, RoundEndChunk } from "../../../shared/chunk.ts";
import type { Middleware, Round } from "../middleware.ts";
import type { Verdicts } from "../verdicts.ts";

/**
 * Keeps the calls of a native reply back that stand in its text, as long as nobody knows whether this model calls
 * natively: such a call is often the wrong one, and in a mode that suits the model the same request gets a better one
 * (`switch-mode` makes it again). A native call in the same reply shows that the model can; then, and when the reply was
 * lost, everything goes on as it came. Else the reply is discarded as a whole.
 */
export function holdLeaks(verdicts: Verdicts): Middleware {
  return {
    name: "hold-leaks",
    process: (chunks, round) => (isOnTrial(round, verdicts) ? withoutLeaks(chunks, round) : chunks),
  };
}

/** Whether a leak would show that native mode is wrong for the model of this round. */
export function isOnTrial(round: Round, verdicts: Verdicts): boolean {
  const { model } = round.turn;
  return (
    round.toolMode === "native" &&
    model.toolMode === "auto" &&
    round.tools.length > 0 &&
    round.replay === undefined &&
    verdicts.of(model).toolMode !== "native"
  );
}

async function* withoutLeaks(chunks: AsyncIterable<Chunk>, round: Round): AsyncGenerator<Chunk> {
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
      if (held === undefined || !chunk.complete) {
        yield* held ?? [];
        yield chunk;
      } else {
        yield* discarded(chunk, round);
      }
    } else if (held === undefined && !beginsLeak(chunk)) {
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

/** A call that cannot even be named is invalid from the start; among those only text has given it an id. */
function beginsLeak(chunk: Chunk): boolean {
  return (
    chunk.type === "mcp_tool_created" ||
    (chunk.type === "mcp_tool_invalid" && chunk.toolCallId !== undefined && chunk.toolCallId !== "")
  );
}

/** The reply's raw blocks go with it: nobody may get it back. */
function* discarded({ providerBlocks: _, ...end }: RoundEndChunk, round: Round): Iterable<Chunk> {
  yield { type: "text_discarded", raw: round.calls.replyText, reason: "leaked_call" };
  yield end;
}
