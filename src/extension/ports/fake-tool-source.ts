import type { JsonObject } from "../../shared/json.ts";
import { McpError } from "../../shared/mcp-error.ts";
import type { ToolResult } from "../../shared/tool-result.ts";
import type { ToolCallOptions, ToolDefinition, ToolSource } from "./tool.ts";

export type FakeTool = Partial<ToolDefinition> & {
  name: string;
  run(input: JsonObject, options: ToolCallOptions): ToolResult | string | Promise<ToolResult | string>;
};

/** A tool source for tests: tools are functions; a string they return becomes a text result. */
export class FakeToolSource implements ToolSource {
  readonly calls: { name: string; input: JsonObject }[] = [];
  readonly #tools = new Map<string, FakeTool>();
  readonly #listeners = new Set<() => void>();

  constructor(tools: readonly FakeTool[] = []) {
    for (const tool of tools) {
      this.#tools.set(tool.name, tool);
    }
  }

  list(): ToolDefinition[] {
    return [...this.#tools.values()].map(({ run: _, ...tool }) => ({
      toolName: tool.name,
      inputSchema: { type: "object" },
      launchHash: "launch",
      definitionHash: `definition of ${tool.name}`,
      ...tool,
    }));
  }

  async call(name: string, input: JsonObject, options: ToolCallOptions): Promise<ToolResult> {
    this.calls.push({ name, input });
    const tool = this.#tools.get(name);
    if (tool === undefined) {
      throw new McpError("TOOL_NOT_FOUND", `There is no tool "${name}".`);
    }
    const result = await tool.run(input, options);
    return typeof result === "string" ? { content: [{ type: "text", text: result }], isError: false } : result;
  }

  onDidChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  add(tool: FakeTool): void {
    this.#tools.set(tool.name, tool);
    for (const listener of this.#listeners) {
      listener();
    }
  }
}
