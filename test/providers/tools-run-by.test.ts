import assert from "node:assert/strict";
import { silentLog } from "../../src/extension/ports/log.ts";
import type { ModelClient } from "../../src/extension/ports/model.ts";
import { createModelClient } from "../../src/extension/providers/create-model-client.ts";
import { readProviders } from "../../src/extension/providers/provider-config.ts";
import { isJsonObject, type JsonObject } from "../../src/shared/json.ts";
import { ask, createTestChat, lastVersion, textOf, toolBlocks } from "../support/chat.ts";
import { event, namedEvent, openAiChunk } from "../support/model-replies.ts";
import { responseObject } from "../support/responses-replies.ts";
import { assertSendable } from "../support/sendable.ts";
import {
  type ScriptStep,
  sseReply,
  startTestModelServer,
  type TestModelServer,
  type WireReply,
} from "../support/test-model-server.ts";
import { impatientClock } from "../support/wire-client.ts";
import { type WireKind, wireKinds, wires } from "../support/wires.ts";

/** A reply with a call of `f`, its result if there is one, and text behind it, as a gateway that runs calls sends it. */
type GatewayReply = (options: { result?: string; args?: string; id?: string }) => WireReply;

const replies: Record<WireKind, GatewayReply> = {
  "openai-chat": ({ result, args = '{"x":1}', id = "c1" }) =>
    sseReply([
      event(openAiChunk({ content: "I look. " })),
      event(
        openAiChunk({ tool_calls: [{ index: 0, id, type: "function", function: { name: "f", arguments: args } }] }),
      ),
      ...(result === undefined ? [] : [event(openAiChunk({ role: "tool", tool_call_id: id, content: result }))]),
      event(openAiChunk({ role: "assistant", content: "Done." })),
      event(openAiChunk({}, "stop")),
      "data: [DONE]\n\n",
    ]),
  "openai-responses": ({ result, args = '{"x":1}', id = "c1" }) => {
    const send = (type: string, fields: JsonObject) => namedEvent({ type, ...fields });
    const item = (output_index: number, value: JsonObject) =>
      send("response.output_item.done", { output_index, item: value });
    const message = (words: string, place: string): JsonObject => ({
      type: "message",
      id: place,
      role: "assistant",
      content: [{ type: "output_text", text: words, annotations: [] }],
    });
    return sseReply([
      item(0, message("I look. ", "m0")),
      item(1, { type: "function_call", id: "fc", call_id: id, name: "f", arguments: args }),
      ...(result === undefined
        ? []
        : [item(2, { type: "function_call_output", id: "fo", call_id: id, output: result })]),
      item(3, message("Done.", "m3")),
      send("response.completed", { response: responseObject("completed", []) }),
    ]);
  },
  anthropic: ({ result, args = '{"x":1}', id = "c1" }) => {
    let index = -1;
    const block = (content_block: JsonObject, ...deltas: JsonObject[]) => {
      index += 1;
      return [
        namedEvent({ type: "content_block_start", index, content_block }),
        ...deltas.map((delta) => namedEvent({ type: "content_block_delta", index, delta })),
        namedEvent({ type: "content_block_stop", index }),
      ];
    };
    return sseReply([
      namedEvent({ type: "message_start", message: { id: "m", content: [], usage: { input_tokens: 1 } } }),
      ...block({ type: "text", text: "" }, { type: "text_delta", text: "I look. " }),
      ...block({ type: "tool_use", id, name: "f", input: {} }, { type: "input_json_delta", partial_json: args }),
      ...(result === undefined ? [] : block({ type: "tool_result", tool_use_id: id, content: result })),
      ...block({ type: "text", text: "" }, { type: "text_delta", text: "Done." }),
      namedEvent({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } }),
      namedEvent({ type: "message_stop" }),
    ]);
  },
};

const f = { name: "f", builtIn: true, inputSchema: { type: "object" }, run: () => "ours" };

function clientFor(kind: WireKind, server: TestModelServer, toolsRunBy: "client" | "backend"): ModelClient {
  const entry = { id: "gateway", kind, baseUrl: wires[kind].baseUrl(server), toolsRunBy, models: ["m"] };
  const { providers, problems } = readProviders([entry]);
  assert.deepEqual(problems, []);
  const [provider] = providers;
  assert.ok(provider !== undefined);
  let count = 0;
  const newId = () => `new${++count}`;
  return createModelClient(provider, { key: async () => "sk-test", clock: impatientClock, log: silentLog, newId });
}

/** One turn, and another one, so that history is sent too. */
async function chatWith(kind: WireKind, toolsRunBy: "client" | "backend", steps: readonly ScriptStep[]) {
  const server = await startTestModelServer(wires[kind].script([...steps, wires[kind].reply({ text: "Later." })]));
  try {
    const client = clientFor(kind, server, toolsRunBy);
    const chat = createTestChat({ tools: [f], model: { client, model: "m", toolMode: "native" } });
    await ask(chat.session, "Do f.");
    const version = lastVersion(chat.session.conversation);
    await ask(chat.session, "And now?");
    // The loop asks local servers for the model's abilities too.
    const requests = server.requests.filter(({ body }) => "stream" in body);
    for (const { body } of requests) {
      assertSendable(kind, body);
    }
    return { version, tools: chat.tools, requests };
  } finally {
    await server.close();
  }
}

for (const kind of wireKinds) {
  const reply = replies[kind];

  describe(`who runs the calls (${kind})`, () => {
    it("backend: shows call and result, offers nothing, runs nothing and ends the turn", async () => {
      const { version, tools, requests } = await chatWith(kind, "backend", [reply({ result: "theirs" })]);
      const [block] = toolBlocks(version);
      assert.equal(tools.calls.length, 0);
      assert.equal(version.endReason, "done");
      assert.equal(block?.via, "provider");
      assert.equal(block?.state, "output-available");
      assert.deepEqual(block?.input, { x: 1 });
      assert.deepEqual(block?.result?.content, [{ type: "text", text: "theirs" }]);
      assert.equal(textOf(version.blocks), "I look. |Done.");
      assert.equal(requests.length, 2);
      assert.ok(requests.every(({ body }) => !("tools" in body)));
    });

    it("backend: marks a call without a result", async () => {
      const { version, tools, requests } = await chatWith(kind, "backend", [reply({})]);
      const [block] = toolBlocks(version);
      assert.equal(tools.calls.length, 0);
      assert.equal(version.endReason, "done");
      assert.equal(block?.state, "output-error");
      assert.equal(block?.error?.code, "INTERRUPTED");
      assert.match(block?.error?.message ?? "", /sent no result/);
      assert.equal(requests.length, 2);
    });

    it("backend: shows arguments that are no object as they came", async () => {
      const { version } = await chatWith(kind, "backend", [reply({ result: "theirs", args: "[1" })]);
      assert.deepEqual(toolBlocks(version)[0]?.input, { arguments: "[1" });
    });

    it("backend: reads no text as a call", async () => {
      const text = '<tool_use>\n{"name":"f","arguments":{"x":1}}\n</tool_use>';
      const { version, tools } = await chatWith(kind, "backend", [wires[kind].reply({ text })]);
      assert.equal(tools.calls.length, 0);
      assert.equal(toolBlocks(version).length, 0);
      assert.equal(textOf(version.blocks), text);
    });

    it("backend: a lost reply says that the result is missing", async () => {
      const whole = reply({ result: "theirs" });
      const resultAt = whole.parts.findIndex((part) => typeof part === "string" && part.includes("theirs"));
      const cut: WireReply = { ...whole, parts: whole.parts.slice(0, resultAt), finish: "cut" };
      const { version, tools } = await chatWith(kind, "backend", [cut]);
      assert.equal(tools.calls.length, 0);
      assert.equal(version.endReason, "error");
      assert.equal(toolBlocks(version)[0]?.error?.code, "INTERRUPTED");
    });

    it("client: does not run a call whose result is in the same reply", async () => {
      const { version, tools, requests } = await chatWith(kind, "client", [reply({ result: "theirs" })]);
      const [block] = toolBlocks(version);
      assert.equal(tools.calls.length, 0);
      assert.equal(version.endReason, "done");
      assert.equal(block?.via, "provider");
      assert.deepEqual(block?.result?.content, [{ type: "text", text: "theirs" }]);
      assert.equal(requests.length, 2);
    });

    it("client: runs a call without a result", async () => {
      const { version, tools, requests } = await chatWith(kind, "client", [reply({})]);
      assert.deepEqual(tools.calls, [{ name: "f", input: { x: 1 } }]);
      assert.equal(toolBlocks(version)[0]?.via, "native");
      assert.equal(requests.length, 3);
    });
  });
}

describe("calls that Anthropic runs itself", () => {
  const search = { type: "server_tool_use", id: "s1", name: "web_search", input: { query: "x" } };
  const found = {
    type: "web_search_tool_result",
    tool_use_id: "s1",
    content: [
      { type: "web_search_result", url: "https://example.com", title: "Example", encrypted_content: "c2VjcmV0" },
    ],
  };
  const mcpCall = { type: "mcp_tool_use", id: "m1", name: "echo", server_name: "theirs", input: {} };
  const mcpResult = {
    type: "mcp_tool_result",
    tool_use_id: "m1",
    is_error: false,
    content: [{ type: "text", text: "e" }],
  };
  const said = { type: "text", text: "Here." };

  /** What the next request says that the model wrote. */
  async function sentBack(blocks: readonly JsonObject[], finish?: WireReply["finish"]) {
    const end = [
      namedEvent({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } }),
      namedEvent({ type: "message_stop" }),
    ];
    const reply = sseReply([
      ...blocks.flatMap((content_block, index) => [
        namedEvent({ type: "content_block_start", index, content_block }),
        namedEvent({ type: "content_block_stop", index }),
      ]),
      ...(finish === undefined ? end : []),
    ]);
    const { requests, tools } = await chatWith("anthropic", "client", [
      finish === undefined ? reply : { ...reply, finish },
    ]);
    assert.equal(tools.calls.length, 0);
    const messages = requests.at(-1)?.body.messages;
    assert.ok(Array.isArray(messages));
    return messages.filter(isJsonObject).find(({ role }) => role === "assistant")?.content;
  }

  it("go back unchanged with their results", async () => {
    const blocks = [search, found, mcpCall, mcpResult, said];
    assert.deepEqual(await sentBack(blocks), blocks);
  });

  it("stay out of the next request without a result, and results without a call", async () => {
    assert.deepEqual(await sentBack([said, search]), [said]);
    assert.deepEqual(await sentBack([search, found, said, mcpCall], "cut"), [said]);
    assert.deepEqual(await sentBack([found, said]), [said]);
  });
});

describe("the setting toolsRunBy", () => {
  it("refuses other words and stays with us", () => {
    const { providers, problems } = readProviders([{ id: "x", kind: "anthropic", toolsRunBy: "nobody" }]);
    assert.equal(providers[0]?.toolsRunBy, undefined);
    assert.match(problems[0]?.message ?? "", /toolsRunBy must be one of client, backend/);
  });
});
