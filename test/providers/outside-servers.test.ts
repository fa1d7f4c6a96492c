import assert from "node:assert/strict";
import { LLMock } from "@copilotkit/aimock";
import type { JsonObject } from "../../src/shared/json.ts";
import { type AnthropicGateway, startAnthropicGateway } from "../support/anthropic-gateway.ts";
import { event, openAiChunk, openAiReply } from "../support/model-replies.ts";
import { type ScriptStep, sseReply, startTestModelServer } from "../support/test-model-server.ts";
import { ask, historyWithCall, summarise, wireClient } from "../support/wire-client.ts";
import { wireKinds } from "../support/wires.ts";

describe("the fake of others (aimock)", () => {
  let mock: LLMock;
  before(async () => {
    mock = new LLMock({ port: 0, host: "127.0.0.1", chunkSize: 3 });
    mock.onToolResult("call_1", { content: "It is done." });
    mock.onMessage("Hello", { content: "I call f.", toolCalls: [{ id: "call_9", name: "f", arguments: '{"x":1}' }] });
    mock.onMessage("Think", { content: "Thought.", reasoning: "Let me see." });
    const calls = [{ id: "call_8", name: "f", arguments: '{"x":1}' }];
    mock.onMessage("Break", { content: "I call f for you.", toolCalls: calls }, { truncateAfterChunks: 4 });
    mock.onMessage("Fail", { error: { message: "The model is down", type: "server_error" }, status: 400 });
    await mock.start();
  });
  after(() => mock.stop());

  for (const kind of wireKinds) {
    const client = () => wireClient(kind, kind === "anthropic" ? mock.baseUrl : `${mock.baseUrl}/v1`);
    const user = (text: string) => ({
      messages: [{ role: "user" as const, content: [{ type: "text" as const, text }] }],
    });

    it(`calls a tool (${kind})`, async () => {
      assert.equal(summarise(await ask(client())), 'I call f. f{"x":1} tool_calls');
    });

    it(`answers with the result (${kind})`, async () => {
      assert.equal(summarise(await ask(client(), { messages: historyWithCall() })), "It is done. stop");
    });

    it(`reasons (${kind})`, async () => {
      assert.equal(summarise(await ask(client(), user("Think"))), "~Let me see. Thought. stop");
    });

    it(`tells an error in the server's words (${kind})`, async () => {
      const chunks = await ask(client(), user("Fail"));
      assert.equal(summarise(chunks), "[error error.request] error?");
      const failure = chunks.find((chunk) => chunk.type === "error");
      assert.match(failure?.type === "error" ? failure.message : "", /The model is down/);
    });

    it(`runs nothing of a reply that breaks off in its middle (${kind})`, async () => {
      const chunks = await ask(client(), user("Break"));
      assert.match(summarise(chunks), /error\.(cut|unreachable)\] error\?$/);
      assert.ok(!chunks.some((chunk) => chunk.type === "mcp_tool_in_progress"));
    });

    const chaos = {
      dropRate: /error\.server/,
      malformedRate: /error\.(request|server|provider|notAnApi|cut)/,
      disconnectRate: /error\.(unreachable|cut)/,
      rateLimitRate: /error\.rateLimit/,
    };
    for (const [fault, expected] of Object.entries(chaos)) {
      it(`survives its chaos: ${fault} (${kind})`, async () => {
        mock.setChaos({ [fault]: 1 });
        try {
          const line = summarise(await ask(client()));
          assert.match(line, expected);
          assert.match(line, /error\?$/);
        } finally {
          mock.clearChaos();
        }
      });
    }
  }
});

describe("a converter of others (@musistudio/llms) between the Anthropic adapter and quirks", () => {
  const call = (piece: JsonObject) => event(openAiChunk({ tool_calls: [piece] }));
  const finish = (reason: string) => [event(openAiChunk({}, reason)), "data: [DONE]\n\n"];
  const cases: readonly (readonly [string, ScriptStep, string])[] = [
    ["text", openAiReply({ text: "Hello there" }), "Hello there stop"],
    ["a call", openAiReply({ text: "ok", calls: [{ id: "a", name: "f", input: { x: 1 } }] }), 'ok f{"x":1} tool_calls'],
    [
      "two calls with index 0, which it runs together",
      sseReply([
        call({ index: 0, id: "a", type: "function", function: { name: "f", arguments: '{"x":1}' } }),
        call({ index: 0, id: "b", type: "function", function: { name: "f", arguments: '{"x":2}' } }),
        ...finish("tool_calls"),
      ]),
      'f{"x":1} f{"x":2} tool_calls',
    ],
    [
      "arguments as an object, which it passes on as one",
      sseReply([
        call({ index: 0, id: "a", type: "function", function: { name: "f", arguments: { x: 1 } } }),
        ...finish("tool_calls"),
      ]),
      'f{"x":1} tool_calls',
    ],
    [
      "a call with finish reason stop, which it calls end_turn",
      sseReply([
        call({ index: 0, id: "a", type: "function", function: { name: "f", arguments: '{"x":1}' } }),
        ...finish("stop"),
      ]),
      'f{"x":1} tool_calls',
    ],
    [
      "interleaved calls, whose deltas it sends behind the block's end",
      sseReply([
        call({ index: 0, id: "a", type: "function", function: { name: "f", arguments: '{"x":' } }),
        call({ index: 1, id: "b", type: "function", function: { name: "g", arguments: '{"y":' } }),
        call({ index: 0, function: { arguments: "1}" } }),
        call({ index: 1, function: { arguments: '"z"}' } }),
        ...finish("tool_calls"),
      ]),
      'f{"x":1} g{"y":"z"} tool_calls',
    ],
    [
      "a call without an id or an index",
      sseReply([call({ function: { name: "f", arguments: '{"x":1}' } }), ...finish("tool_calls")]),
      'f{"x":1} tool_calls',
    ],
    [
      "empty arguments",
      sseReply([
        call({ index: 0, id: "a", type: "function", function: { name: "f", arguments: "" } }),
        ...finish("tool_calls"),
      ]),
      "f{} tool_calls",
    ],
    [
      "the output limit inside a call",
      sseReply([
        call({ index: 0, id: "a", type: "function", function: { name: "f", arguments: '{"x":' } }),
        ...finish("length"),
      ]),
      "f!truncated length",
    ],
    ["reasoning, which it leaves out or marks", openAiReply({ reasoning: "hm", text: "ok" }), "ok stop"],
  ];
  for (const [name, reply, expected] of cases) {
    it(`reads ${name}`, async () => {
      const upstream = await startTestModelServer({ openai: [reply] });
      let gateway: AnthropicGateway | undefined;
      try {
        gateway = await startAnthropicGateway(upstream.openAiUrl);
        const chunks = await ask(wireClient("anthropic", gateway.url), { model: gateway.model });
        assert.equal(summarise(chunks), expected);
      } finally {
        await gateway?.close();
        await upstream.close();
      }
    });
  }

  it("runs no call whose arguments the upstream never finished", async () => {
    const cut = sseReply([call({ index: 0, id: "a", type: "function", function: { name: "f", arguments: '{"x":' } })]);
    const upstream = await startTestModelServer({ openai: [cut] });
    const gateway = await startAnthropicGateway(upstream.openAiUrl);
    try {
      const chunks = await ask(wireClient("anthropic", gateway.url), { model: gateway.model });
      assert.match(summarise(chunks), /^f!truncated/);
    } finally {
      await gateway.close();
      await upstream.close();
    }
  });
});
