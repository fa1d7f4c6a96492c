// Two small tools over stdio, so that a small model on a processor has little to read.
import { createInterface } from "node:readline";

const tools = [
  {
    name: "add_numbers",
    description: "Adds two numbers.",
    inputSchema: {
      type: "object",
      properties: { a: { type: "number" }, b: { type: "number" } },
      required: ["a", "b"],
      additionalProperties: false,
    },
    run: (/** @type {{ a: number, b: number }} */ { a, b }) => String(a + b),
  },
  {
    name: "get_stock",
    description: "Tells how many pieces of an article are in stock.",
    inputSchema: {
      type: "object",
      properties: { article: { type: "string", description: "Name of the article" } },
      required: ["article"],
      additionalProperties: false,
    },
    run: (/** @type {{ article: string }} */ { article }) => `There are 318 pieces of ${article} in stock.`,
  },
];

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const result = answer(method, params);
  const reply = result === undefined ? { error: { code: -32601, message: `There is no ${method}.` } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...reply })}\n`);
}

/**
 * @param {string} method
 * @param {any} params
 */
function answer(method, params) {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "small-tools", version: "1.0.0" },
      };
    case "ping":
      return {};
    case "tools/list":
      return { tools: tools.map(({ run: _, ...tool }) => tool) };
    case "tools/call": {
      const tool = tools.find(({ name }) => name === params.name);
      return { content: [{ type: "text", text: tool?.run(params.arguments) ?? "There is no such tool." }] };
    }
    default:
      return undefined;
  }
}
