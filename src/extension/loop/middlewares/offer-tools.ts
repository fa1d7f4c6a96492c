import type { NoticeChunk } from "../../../shared/chunk.ts";
import type { OfferedTool } from "../../ports/model.ts";
import type { ToolDefinition } from "../../ports/tool.ts";
import { type Middleware, type Round, withNotice } from "../middleware.ts";
import { refusedToolKey } from "../refused-tools.ts";
import type { Verdicts } from "../verdicts.ts";

/**
 * Takes the tools that exist now into the round. They are sorted by name, so that the request's prefix stays the same
 * from round to round and prompt caches hold. In the API's own fields go neither tools that the provider has refused
 * nor more than it takes: built-in tools and those this conversation has used come first, then the order of names.
 */
export function offerTools(verdicts: Verdicts): Middleware {
  return {
    name: "offer-tools",
    prepare(round) {
      if (round.turn.model.client.toolsRunBy === "backend") {
        // Without tools no text is read as a call either.
        return withTools(round, []);
      }
      const all = [...round.turn.tools.list()].sort((a, b) => (a.name < b.name ? -1 : 1));
      if (round.toolMode !== "native") {
        return withTools(round, all);
      }
      const { model } = round.turn;
      const { refusedTools = {}, maxTools = model.client.maxTools } = verdicts.of(model);
      const accepted = all.filter((tool) => !Object.hasOwn(refusedTools, refusedToolKey(tool)));
      if (maxTools === undefined || accepted.length <= maxTools) {
        return withTools(round, accepted);
      }
      const offered = withTools(round, firstTools(accepted, maxTools, round));
      return withNotice(offered, tooManyTools(accepted.length, maxTools));
    },
  };
}

function withTools(round: Round, tools: readonly ToolDefinition[]): Round {
  const offered = tools.map(toOfferedTool);
  return {
    ...round,
    tools,
    request: { ...round.request, tools: round.toolMode === "native" ? offered : [], offered },
  };
}

function firstTools(tools: readonly ToolDefinition[], limit: number, round: Round): ToolDefinition[] {
  const used = new Set(
    round.history.flatMap((message) =>
      message.role === "assistant"
        ? message.content.flatMap((part) => (part.type === "tool_call" ? [part.toolName] : []))
        : [],
    ),
  );
  const isFirst = (tool: ToolDefinition) => tool.builtIn === true || used.has(tool.name);
  const chosen = new Set([...tools.filter(isFirst), ...tools.filter((tool) => !isFirst(tool))].slice(0, limit));
  return tools.filter((tool) => chosen.has(tool));
}

function toOfferedTool(tool: ToolDefinition): OfferedTool {
  const { name, title, description, inputSchema } = tool;
  return {
    name,
    inputSchema,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  };
}

function tooManyTools(n: number, max: number): NoticeChunk {
  return {
    type: "notice",
    code: "too_many_tools",
    message: `There are ${n} tools, and this provider takes ${max} in one request: the rest was left out. Switch off servers or tools that this chat does not need.`,
    key: "notice.tooManyTools",
    params: { n, max },
  };
}
