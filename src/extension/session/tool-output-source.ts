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
  const cutResults = () => toolBlocks(conversation()).some((block) => lengthOf(block) > limit());
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
  const block = toolBlocks(conversation).findLast((item) => item.toolCallId === id);
  if (block?.result === undefined) {
    throw new McpError("RESOURCE_NOT_FOUND", `No result in this conversation has the id "${id}".`);
  }
  const text = resultText(block.result);
  const offset = wholeAt(text, Number(input.offset));
  // The page and the line about it stay below the limit, so that a page is never cut itself.
  const length = Math.min(Number(input.length ?? limit), Math.max(1, limit - 200));
  const whole = wholeAt(text, offset + length);
  // A page that would hold half a character holds all of it, so that reading on always gets on.
  const end = whole > offset ? whole : Math.min(offset + 2, text.length);
  const page = text.slice(offset, end);
  const note =
    end < text.length
      ? `[Characters ${offset} to ${end} of ${text.length}. The next page starts at offset ${end}.]`
      : `[Characters ${offset} to ${end} of ${text.length}: the end.]`;
  return { content: [{ type: "text", text: `${page}\n${note}` }], isError: false };
}

/** The place itself, or the one before it where a surrogate pair would be cut in two. */
function wholeAt(text: string, index: number): number {
  const place = Math.min(index, text.length);
  const isInside = text.codePointAt(place - 1) !== text.charCodeAt(place - 1) && place > 0 && place < text.length;
  return isInside ? place - 1 : place;
}

/** Results never change, so their lengths are found once: the tools are listed again and again, and a chat may have thousands. */
const lengths = new WeakMap<ToolResult, number>();

function lengthOf({ result }: ToolBlock): number {
  if (result === undefined) {
    return 0;
  }
  const length = lengths.get(result) ?? resultText(result).length;
  lengths.set(result, length);
  return length;
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
