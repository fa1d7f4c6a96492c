import type { ToolDefinition } from "../ports/tool.ts";

/** Characters that make a token, about; tokenizers differ, and the sum is what matters. */
const charactersPerToken = 4;

const known = new WeakMap<ToolDefinition, number>();

/** Tokens that a tool takes in every request: an estimate from its name, description and input schema. */
export function toolTokens(tool: ToolDefinition): number {
  const counted = known.get(tool);
  if (counted !== undefined) {
    return counted;
  }
  const { name, description, inputSchema } = tool;
  const tokens = Math.ceil(JSON.stringify({ name, description, inputSchema }).length / charactersPerToken);
  known.set(tool, tokens);
  return tokens;
}
