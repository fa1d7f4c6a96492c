import assert from "node:assert/strict";
import fc from "fast-check";
import { MessageReader } from "../../src/extension/mcp/message-reader.ts";
import { toToolResult } from "../../src/extension/mcp/tool-output.ts";

const readAll = (parts: readonly string[], limit = 1_000_000) => {
  const reader = new MessageReader(limit);
  const results = [...parts.map((part) => reader.push(part)), reader.end()];
  return { messages: results.flatMap(({ messages }) => messages), noise: results.flatMap(({ noise }) => noise) };
};
const request = { jsonrpc: "2.0", id: 1, method: "x", params: { text: 'a {"b": 1} \u2028 ü' } };

describe("MessageReader", () => {
  it("separates messages from what else a server writes", () => {
    const text = [
      "Server listening…",
      "",
      `\uFEFFready ${JSON.stringify(request)}`,
      "\u001b[32m{ not json }\u001b[0m\r",
      `[${JSON.stringify(request)},${JSON.stringify(request)}]`,
      '{"level":"info","msg":"a JSON log line"}',
      JSON.stringify(request),
    ].join("\n");
    const { messages, noise } = readAll([text]);
    assert.deepEqual(messages, [request, request, request, request]);
    assert.deepEqual(noise, [
      "Server listening…",
      "ready",
      "\u001b[32m{ not json }\u001b[0m",
      '{"level":"info","msg":"a JSON log line"}',
    ]);
  });

  it("keeps the digits of structured content that a number cannot hold", () => {
    const line = (id: number, structured: string) =>
      `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":${structured}}}\n`;
    const { messages } = readAll([line(1, '{"a": 1.10}'), line(2, '{"a": 1.5}')]);
    const [first, second] = messages.map(({ result }) => toToolResult(result));
    assert.deepEqual(first, { content: [{ type: "text", text: '{"a":1.10}' }], isError: false });
    assert.deepEqual(second, { content: [], structuredContent: { a: 1.5 }, isError: false });
  });

  it("reads the same however the text is cut", () => {
    const text = `noise\n\uFEFF${JSON.stringify(request)}\r\nglued${JSON.stringify(request)}\n\n${JSON.stringify(request)}`;
    const whole = readAll([text]);
    assert.equal(whole.messages.length, 3);
    fc.assert(
      fc.property(fc.array(fc.nat(text.length)), (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), text.length];
        const parts = places.slice(1).map((end, index) => text.slice(places[index], end));
        assert.deepEqual(readAll(parts), whole);
      }),
    );
  });

  it("makes answers that break JSON-RPC into ones that end their request", () => {
    const answer = (rest: object) => readAll([JSON.stringify({ jsonrpc: "2.0", id: 5, ...rest })]).messages[0];
    assert.deepEqual(answer({ result: "done" }), {
      jsonrpc: "2.0",
      id: 5,
      error: { code: -32603, message: "The server's result is not an object." },
    });
    assert.deepEqual(answer({ result: { a: 1, _meta: null } }), { jsonrpc: "2.0", id: 5, result: { a: 1 } });
    assert.deepEqual(answer({ error: "no" }), { jsonrpc: "2.0", id: 5, error: { code: -32603, message: '"no"' } });
    assert.deepEqual(answer({ error: { code: 1.5, message: "m", data: 1 } }), {
      jsonrpc: "2.0",
      id: 5,
      error: { code: -32603, message: "m", data: 1 },
    });
  });

  it("refuses a line above the limit instead of waiting for its end", () => {
    assert.throws(() => readAll(["x".repeat(60), "x".repeat(60)], 100), RangeError);
    assert.doesNotThrow(() => readAll(["x".repeat(60), "\n", "x".repeat(60)], 100));
  });
});
