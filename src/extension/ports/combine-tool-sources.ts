import { McpError } from "../../shared/mcp-error.ts";
import type { ToolDefinition, ToolSource } from "./tool.ts";

/**
 * Several sources as one. Names are unique over all: where two sources have the same, the earlier source keeps it and the
 * other's tool is not offered. A call goes to the source that lists the name at that moment.
 */
export function combineToolSources(...sources: readonly ToolSource[]): ToolSource {
  const ownerOf = (name: string) => sources.find((source) => source.list().some((tool) => tool.name === name));
  return {
    list() {
      const tools = new Map<string, ToolDefinition>();
      for (const tool of sources.flatMap((source) => source.list())) {
        if (!tools.has(tool.name)) {
          tools.set(tool.name, tool);
        }
      }
      return [...tools.values()];
    },
    async call(name, input, options) {
      const owner = ownerOf(name);
      if (owner === undefined) {
        throw new McpError("TOOL_NOT_FOUND", `There is no tool "${name}".`, {
          key: "mcp.call.unknownTool",
          params: { tool: name },
        });
      }
      return owner.call(name, input, options);
    },
    onDidChange(listener) {
      const ends = sources.map((source) => source.onDidChange(listener));
      return () => {
        for (const end of ends) {
          end();
        }
      };
    },
  };
}
