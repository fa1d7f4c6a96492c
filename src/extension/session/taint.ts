import type { ApprovalFacts } from "../../shared/chunk.ts";
import type { Conversation } from "../../shared/conversation.ts";
import { selectedPath, selectedVersion } from "../../shared/selected-path.ts";
import type { ToolDefinition } from "../ports/tool.ts";

type TaintedBy = NonNullable<ApprovalFacts["taintedBy"]>;

/**
 * The calls whose results brought text of the open world into what the model reads (design, section 7). A tool whose
 * server does not say otherwise counts as open: that is the default of `openWorldHint` in the MCP specification, and a
 * tool that is gone cannot vouch for itself.
 */
export function taintOf(conversation: Conversation, tools: readonly ToolDefinition[]): TaintedBy {
  const definitions = new Map(tools.map((tool) => [tool.name, tool]));
  const tainted: TaintedBy = [];
  for (const message of selectedPath(conversation)) {
    const blocks = message.role === "assistant" ? (selectedVersion(message)?.blocks ?? []) : [];
    for (const block of blocks) {
      if (block.type !== "tool" || block.result === undefined) {
        continue;
      }
      const tool = definitions.get(block.toolName);
      if (tool?.builtIn !== true && tool?.annotations?.openWorldHint !== false) {
        const { serverName } = block;
        tainted.push({
          toolName: block.title ?? block.toolName,
          round: block.round,
          ...(serverName === undefined ? {} : { serverName }),
        });
      }
    }
  }
  return tainted;
}

/** Whether a tool may write or send: everything but what its server calls read-only. */
export function mayWrite(tool: ToolDefinition): boolean {
  return tool.annotations?.readOnlyHint !== true;
}
