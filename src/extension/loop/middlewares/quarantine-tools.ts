import type { Chunk, NoticeChunk } from "../../../shared/chunk.ts";
import { requestRefusedKey } from "../../ports/model.ts";
import { freshRound } from "../create-loop.ts";
import type { Middleware, Round } from "../middleware.ts";
import { namedTool, refusedToolKey, toolLimit } from "../refused-tools.ts";
import type { Verdicts } from "../verdicts.ts";

/** Tools that one turn leaves out at most before the refusal is shown: then something else is wrong. */
const maxRefusals = 16;
const refusedCode = "tool_refused";

/**
 * One tool that a provider does not accept must not make every request fail. A refusal that names a tool takes that tool
 * out of the requests to this base URL and model, tells the person why, and makes the same request again without it. A
 * refusal that names how many tools there may be does the same with that number.
 */
export function quarantineTools(verdicts: Verdicts): Middleware {
  return {
    name: "quarantine-tools",
    async *process(chunks, round, run) {
      if (round.toolMode !== "native" || round.tools.length === 0 || round.replay !== undefined) {
        yield* chunks;
        return;
      }
      let notice: NoticeChunk | undefined;
      for await (const chunk of chunks) {
        notice ??= chunk.type === "error" ? learnRefusal(chunk, round, verdicts) : undefined;
        if (notice === undefined) {
          yield chunk;
        }
      }
      if (notice !== undefined) {
        yield notice;
        const told = new Set([...round.told, `${refusedCode} ${round.told.size}`]);
        yield* run(freshRound({ ...round, told }));
      }
    },
  };
}

function learnRefusal(
  error: Extract<Chunk, { type: "error" }>,
  round: Round,
  verdicts: Verdicts,
): NoticeChunk | undefined {
  const refusals = [...round.told].filter((code) => code.startsWith(refusedCode)).length;
  if (error.key !== requestRefusedKey || refusals >= maxRefusals) {
    return undefined;
  }
  const { model } = round.turn;
  const words = String(error.params?.detail ?? error.message);
  const max = toolLimit(words, round.tools.length);
  if (max !== undefined) {
    verdicts.learn(model, { maxTools: max });
    return {
      type: "notice",
      code: "tool_limit",
      message: `The provider takes at most ${max} tools in one request. The request is made again with as many.`,
      key: "notice.toolLimit",
      params: { max },
    };
  }
  const tool = namedTool(words, round.tools);
  if (tool === undefined) {
    return undefined;
  }
  const { refusedTools } = verdicts.of(model);
  verdicts.learn(model, { refusedTools: { ...refusedTools, [refusedToolKey(tool)]: words } });
  const name = tool.title ?? tool.toolName;
  return {
    type: "notice",
    code: refusedCode,
    message: `The provider does not accept the tool ${name}, so it is left out for this model. The provider says: ${words}`,
    key: "notice.toolRefused",
    params: { tool: name, detail: words },
  };
}
