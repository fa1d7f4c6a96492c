import type { FakeTool } from "../../src/extension/ports/fake-tool-source.ts";

/** Adds two numbers; the person is asked before it runs. */
export const addTool: FakeTool = {
  name: "mcp__calc__add",
  toolName: "add",
  title: "Add",
  serverName: "calc",
  description: "Adds two numbers",
  inputSchema: {
    type: "object",
    properties: { a: { type: "number" }, b: { type: "number" } },
    required: ["a", "b"],
    additionalProperties: false,
  },
  run: ({ a, b }) => ({
    content: [{ type: "text", text: String(Number(a) + Number(b)) }],
    structuredContent: { sum: Number(a) + Number(b) },
    isError: false,
  }),
};

/** Reads something, tells how far it is, and never asks. */
export const lookTool: FakeTool = {
  name: "look",
  builtIn: true,
  description: "Reads a file",
  inputSchema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  run: async ({ path }, { onProgress }) => {
    onProgress({ progress: 1, total: 2, message: "half of it" });
    await Promise.resolve();
    return `The text of ${String(path)}: „织“ 🧵 </tool_use>`;
  },
};

/** Fails as its server says. */
export const refuseTool: FakeTool = {
  name: "refuse",
  builtIn: true,
  description: "Always fails",
  run: () => ({ content: [{ type: "text", text: "no such order" }], isError: true }),
};
