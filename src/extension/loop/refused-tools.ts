import type { ToolDefinition } from "../ports/tool.ts";

/** A refused tool is known by its definition: once the server changes that, the tool is tried again. */
export function refusedToolKey(tool: ToolDefinition): string {
  return `${tool.name} ${tool.definitionHash}`;
}

/** `tools[17].function.parameters`, `tools.17.custom.input_schema`, `function_declarations[17].parameters`. */
const toolIndex = /\b(?:tools|functions|function_declarations)(?:\[(\d+)\]|\.(\d+)\b)/g;

/**
 * The tool that a provider's refusal is about: named by its name, or by its place in the request. The last place counts
 * (Gemini writes `tools[0].function_declarations[17]`). Tools are as the request had them, in its order.
 */
export function namedTool(words: string, tools: readonly ToolDefinition[]): ToolDefinition | undefined {
  const named = tools.filter((tool) => isNamed(words, tool.name));
  // The longest: `mcp__fs__read` stands inside `mcp__fs__read_file`, and is only then not meant.
  const [longest] = named.sort((a, b) => b.name.length - a.name.length);
  if (longest !== undefined) {
    return longest;
  }
  const place = [...words.matchAll(toolIndex)].at(-1);
  const index = place === undefined ? undefined : (place[1] ?? place[2]);
  return index === undefined ? undefined : tools[Number(index)];
}

function isNamed(words: string, name: string): boolean {
  for (let at = words.indexOf(name); at >= 0; at = words.indexOf(name, at + 1)) {
    if (!/[\w-]/.test(words[at - 1] ?? " ") && !/[\w-]/.test(words[at + name.length] ?? " ")) {
      return true;
    }
  }
  return false;
}

/** "Expected an array with maximum length 128", "Cannot have more than 128 tools": how many tools a provider takes. */
export function toolLimit(words: string, sent: number): number | undefined {
  if (!/\b(tools|functions)\b/i.test(words)) {
    return undefined;
  }
  const limit = /(?:maximum (?:length|number)|more than|at most|up to|maximum of|max(?:imum)?)\D{0,30}(\d+)/i.exec(
    words,
  )?.[1];
  const count = limit === undefined ? Number.NaN : Number(limit);
  return count > 0 && count < sent ? count : undefined;
}
