import type { Conversation, ToolBlock } from "../../shared/conversation.ts";
import type { JsonObject } from "../../shared/json.ts";
import { McpError } from "../../shared/mcp-error.ts";
import type { ToolResult } from "../../shared/tool-result.ts";
import { readToolOutputName, resultText } from "../loop/result-content.ts";
import type { ToolCallOptions, ToolDefinition, ToolSource } from "../ports/tool.ts";

const definition: ToolDefinition = {
  name: readToolOutputName,
  toolName: readToolOutputName,
  title: "Read Tool Output",
  description: "Read on in a tool result of this conversation that was too long to be shown whole",
  inputSchema: {
    type: "object",
    properties: {
      tool_call_id: { type: "string", description: "id that the cut result names" },
      offset: { type: "integer", minimum: 0, description: "first character to read" },
      length: { type: "integer", minimum: 1, description: "how many characters" },
    },
    required: ["tool_call_id", "offset"],
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  launchHash: "built-in",
  definitionHash: "built-in",
  builtIn: true,
};

/**
 * Adds the built-in `read_tool_output` to a source, from the moment that a result of the conversation was longer than
 * `limit` characters: small models do better with fewer tools.
 */
export function withToolOutput(source: ToolSource, conversation: () => Conversation, limit: () => number): ToolSource {
  const cutResults = () => toolBlocks(conversation()).some((block) => textOf(block).length > limit());
  return {
    list: () => (cutResults() ? [...source.list(), definition] : source.list()),
    call: (name, input, options) =>
      name === readToolOutputName
        ? Promise.resolve(readOutput(conversation(), input, limit()))
        : source.call(name, input, options satisfies ToolCallOptions),
    onDidChange: (listener) => source.onDidChange(listener),
  };
}

function readOutput(conversation: Conversation, input: JsonObject, limit: number): ToolResult {
  const id = String(input.tool_call_id);
  const block = toolBlocks(conversation).find((item) => item.toolCallId === id);
  if (block?.result === undefined) {
    throw new McpError("RESOURCE_NOT_FOUND", `No result in this conversation has the id "${id}".`);
  }
  const text = textOf(block);
  const offset = Number(input.offset);
  // The page and the line about it stay below the limit, so that a page is never cut itself.
  const length = Math.min(Number(input.length ?? limit), Math.max(1, limit - 200));
  const page = text.slice(offset, offset + length);
  const end = offset + page.length;
  const note =
    end < text.length
      ? `[Characters ${offset} to ${end} of ${text.length}. The next page starts at offset ${end}.]`
      : `[Characters ${offset} to ${end} of ${text.length}: the end.]`;
  return { content: [{ type: "text", text: `${page}\n${note}` }], isError: false };
}

function textOf(block: ToolBlock): string {
  return block.result === undefined ? "" : resultText(block.result);
}

function toolBlocks(conversation: Conversation): ToolBlock[] {
  return conversation.messages.flatMap((message) =>
    message.role === "assistant"
      ? message.versions.flatMap((version) =>
          version.blocks.filter((block): block is ToolBlock => block.type === "tool"),
        )
      : [],
  );
}
