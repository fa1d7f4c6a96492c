import type { OfferedTool } from "../../ports/model.ts";
import type { ToolDefinition } from "../../ports/tool.ts";
import type { Middleware } from "../middleware.ts";

/**
 * Takes the tools that exist now into the round. They are sorted by name, so that the request's prefix stays the same
 * from round to round and prompt caches hold.
 */
export const offerTools: Middleware = {
  name: "offer-tools",
  prepare(round) {
    const tools = [...round.turn.tools.list()].sort((a, b) => (a.name < b.name ? -1 : 1));
    const offered = tools.map(toOfferedTool);
    return {
      ...round,
      tools,
      request: { ...round.request, tools: round.toolMode === "native" ? offered : [], offered },
    };
  },
};

function toOfferedTool(tool: ToolDefinition): OfferedTool {
  const { name, title, description, inputSchema } = tool;
  return {
    name,
    inputSchema,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  };
}
