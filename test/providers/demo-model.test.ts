import assert from "node:assert/strict";
import { textFormats } from "../../src/extension/formats/formats.ts";
import type { Clock } from "../../src/extension/ports/clock.ts";
import type { ModelMessage, ModelRequest, OfferedTool } from "../../src/extension/ports/model.ts";
import { createDemoClient } from "../../src/extension/providers/demo-model.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import type { JsonObject } from "../../src/shared/json.ts";
import { collect, outline } from "../support/collect.ts";

const instant: Clock = {
  now: () => 0,
  sleep: async (_ms, signal) => signal.throwIfAborted(),
};

function tool(name: string, properties: JsonObject, required = Object.keys(properties)): OfferedTool {
  return { name, inputSchema: { type: "object", properties, required } };
}

/** As the two servers of the example workspace declare them. */
const tools = [
  tool("mcp__everything__echo", { message: { type: "string" } }),
  tool("mcp__everything__get-sum", { a: { type: "number" }, b: { type: "number" } }),
  tool("mcp__everything__get-tiny-image", {}),
  tool(
    "mcp__everything__trigger-long-running-operation",
    { duration: { type: "number" }, steps: { type: "number" } },
    [],
  ),
  tool("mcp__filesystem__read_text_file", { path: { type: "string" }, head: { type: "number" } }, ["path"]),
  tool("mcp__filesystem__list_directory", { path: { type: "string" } }),
  tool("mcp__filesystem__list_allowed_directories", {}),
];

function request(text: string, changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: "demo",
    system: "",
    messages: [{ role: "user", content: [{ type: "text", text }] }],
    tools,
    toolMode: "native",
    offered: tools,
    maxOutputTokens: 1_000,
    ...changes,
  };
}

async function run(asked: ModelRequest): Promise<Chunk[]> {
  let count = 0;
  const newId = () => {
    count += 1;
    return `id${count}`;
  };
  return collect(
    createDemoClient({ provider: "demo", clock: instant, newId }).stream(asked, new AbortController().signal),
  );
}

function textOf(chunks: readonly Chunk[]): string {
  return chunks.map((chunk) => (chunk.type === "text_delta" ? chunk.text : "")).join("");
}

/** `name(arguments)` of each call that could run. */
function callsOf(chunks: readonly Chunk[]): string[] {
  const names = new Map(
    chunks.flatMap((chunk) => (chunk.type === "mcp_tool_created" ? [[chunk.toolCallId, chunk.toolName]] : [])),
  );
  return chunks.flatMap((chunk) =>
    chunk.type === "mcp_tool_in_progress" ? [`${names.get(chunk.toolCallId)}(${JSON.stringify(chunk.input)})`] : [],
  );
}

/** The history after one more round of native calls. */
function withResults(
  messages: ModelMessage[],
  chunks: readonly Chunk[],
  results: readonly string[],
  isError = false,
): ModelMessage[] {
  const calls = chunks.flatMap((chunk) => (chunk.type === "mcp_tool_created" ? [chunk] : []));
  return [
    ...messages,
    {
      role: "assistant",
      content: calls.map(({ toolCallId, toolName }) => ({ type: "tool_call", toolCallId, toolName, input: {} })),
    },
    {
      role: "tool",
      results: calls.map(({ toolCallId, toolName }, index) => ({
        toolCallId,
        toolName,
        content: [{ type: "text", text: results[index] ?? "" }],
        isError,
      })),
    },
  ];
}

describe("createDemoClient", () => {
  const calls: readonly (readonly [string, string[]])[] = [
    ["What is 17 + 25? Use the tool.", ['mcp__everything__get-sum({"a":17,"b":25})']],
    ["17 + 25 等于多少？请使用工具。", ['mcp__everything__get-sum({"a":17,"b":25})']],
    ["Echo hello there", ['mcp__everything__echo({"message":"hello there"})']],
    ["回显：你好", ['mcp__everything__echo({"message":"你好"})']],
    ["Show me an image", ["mcp__everything__get-tiny-image({})"]],
    ["List the files", ["mcp__filesystem__list_allowed_directories({})"]],
    ["Read the file /tmp/notes.md", ['mcp__filesystem__read_text_file({"path":"/tmp/notes.md"})']],
    [
      "Call several tools at once",
      [
        'mcp__everything__get-sum({"a":17,"b":25})',
        'mcp__everything__echo({"message":"one"})',
        'mcp__everything__echo({"message":"two"})',
      ],
    ],
    ["Call an unknown tool", ['tool_that_does_not_exist({"value":1})']],
    ["What is 6 times 7?", []],
    ["Hello", []],
  ];
  for (const [text, expected] of calls) {
    it(`calls ${expected.length === 0 ? "nothing" : expected.join(", ")} for "${text}"`, async () => {
      const chunks = await run(request(text));
      assert.deepEqual(callsOf(chunks), expected);
      assert.equal(chunks.at(-1)?.type, "round_end");
    });
  }

  it("streams text, call and arguments in pieces, and the same again for the same message", async () => {
    const chunks = await run(request("What is 17 + 25? Use the tool."));
    assert.deepEqual(outline(chunks), [
      "text_delta",
      "mcp_tool_created",
      "mcp_tool_input_delta",
      "mcp_tool_in_progress",
      "usage",
      "round_end",
    ]);
    assert.ok(chunks.filter((chunk) => chunk.type === "mcp_tool_input_delta").length > 2);
    assert.deepEqual(await run(request("What is 17 + 25? Use the tool.")), chunks);
  });

  it("answers with the result of the tool", async () => {
    const first = request("What is 17 + 25? Use the tool.");
    const chunks = await run(first);
    const messages = withResults(first.messages, chunks, ["The sum of 17 and 25 is 42."]);
    assert.equal(textOf(await run({ ...first, messages })), "17 + 25 = **42**");
  });

  it("tells the error of a tool", async () => {
    const first = request("Echo hello");
    const messages = withResults(first.messages, await run(first), ["it is broken"], true);
    assert.match(textOf(await run({ ...first, messages })), /reported an error[\s\S]*it is broken/);
  });

  it("asks for the allowed folder first, then lists it, then answers", async () => {
    const first = request("List the files");
    const second = {
      ...first,
      messages: withResults(first.messages, await run(first), ["Allowed directories:\n/data/demo"]),
    };
    const chunks = await run(second);
    assert.deepEqual(callsOf(chunks), ['mcp__filesystem__list_directory({"path":"/data/demo"})']);
    const third = { ...second, messages: withResults(second.messages, chunks, ["[FILE] notes.md"]) };
    assert.match(textOf(await run(third)), /notes\.md/);
  });

  for (const id of ["tool_use", "tool_fence", "direct_tag", "hermes"]) {
    it(`writes calls in ${id} and reads the results back from text`, async () => {
      const format = textFormats.get(id);
      assert.ok(format);
      const first = request("What is 17 + 25? Use the tool.", { toolMode: "text", textFormat: id, tools: [] });
      const text = textOf(await run(first));
      const call = { name: "mcp__everything__get-sum", input: { a: 17, b: 25 } };
      assert.ok(text.endsWith(format.renderCalls([call], tools)), text);
      const results = format.renderResults(
        [{ name: call.name, text: "The sum is 42.", isError: false }],
        "What is 17 + 25?",
      );
      const messages: ModelMessage[] = [
        ...first.messages,
        { role: "assistant", content: [{ type: "text", text }] },
        { role: "user", content: [{ type: "text", text: results }] },
      ];
      assert.equal(textOf(await run({ ...first, messages })), "17 + 25 = **42**");
    });
  }

  it("makes up a result behind the call in text mode", async () => {
    const text = textOf(await run(request("Invent a result", { toolMode: "text", textFormat: "tool_use", tools: [] })));
    assert.match(text, /<\/tool_use>\s+<tool_use_result>[\s\S]*1234567[\s\S]*made up/);
  });

  it("sends arguments that are no JSON when asked to", async () => {
    const chunks = await run(request("Send broken arguments"));
    assert.ok(chunks.some((chunk) => chunk.type === "mcp_tool_invalid" && chunk.reason === "invalid_json"));
    assert.deepEqual(callsOf(chunks), []);
  });

  it("fails with an error when asked to", async () => {
    const chunks = await run(request("Fail with an error"));
    assert.deepEqual(chunks.at(-1), { type: "round_end", finishReason: "error", complete: false });
    assert.ok(chunks.some((chunk) => chunk.type === "error" && chunk.key === "error.demo"));
  });

  it("reasons before it answers when asked to think", async () => {
    assert.deepEqual(outline(await run(request("Think about it"))), [
      "reasoning_delta",
      "text_delta",
      "usage",
      "round_end",
    ]);
  });

  it("writes a text of as many lines as asked for", async () => {
    const lines = textOf(await run(request("Write a long text of 5000 lines"))).split("\n").length;
    assert.ok(lines >= 5_000 && lines < 5_100, String(lines));
  });

  it("says which tool is missing", async () => {
    assert.match(textOf(await run(request("What time is it?"))), /tell the time/);
    assert.match(textOf(await run(request("现在几点？"))), /报时/);
  });

  it("ends at once when it is stopped", async () => {
    const controller = new AbortController();
    const chunks: Chunk[] = [];
    const client = createDemoClient({ provider: "demo", clock: instant, newId: () => "id" });
    for await (const chunk of client.stream(request("Write a long text"), controller.signal)) {
      chunks.push(chunk);
      controller.abort();
    }
    assert.deepEqual(outline(chunks), ["text_delta", "round_end"]);
    assert.deepEqual(chunks.at(-1), { type: "round_end", finishReason: "abort", complete: false });
  });
});
