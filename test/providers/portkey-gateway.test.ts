import assert from "node:assert/strict";
import type { JsonObject } from "../../src/shared/json.ts";
import { anthropicReply, event, namedEvent, openAiChunk, openAiReply } from "../support/model-replies.ts";
import { type PortkeyGateway, startPortkeyGateway } from "../support/portkey-gateway.ts";
import { responsesReply } from "../support/responses-replies.ts";
import {
  errorReply,
  type ModelServerScript,
  type ScriptStep,
  sseReply,
  startTestModelServer,
} from "../support/test-model-server.ts";
import { ask, historyWithCall, summarise, wireClient } from "../support/wire-client.ts";

const full = {
  text: "ok, 世界",
  calls: [
    { id: "t1", name: "f", input: { x: 1 } },
    { id: "t2", name: "g", input: { y: "é🎉" } },
  ],
};
const fullLine = 'ok, 世界 f{"x":1} g{"y":"é🎉"} tool_calls';
const start = namedEvent({
  type: "message_start",
  message: { id: "m", role: "assistant", content: [], usage: { input_tokens: 3, output_tokens: 1 } },
});
const use = (index: number, id: string, name: string) =>
  namedEvent({ type: "content_block_start", index, content_block: { type: "tool_use", id, name, input: {} } });
const json = (index: number, partial_json: string) =>
  namedEvent({ type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json } });
const end = (stop_reason: string) =>
  namedEvent({ type: "message_delta", delta: { stop_reason }, usage: { output_tokens: 9 } }) +
  namedEvent({ type: "message_stop" });
const call = (piece: JsonObject) => event(openAiChunk({ tool_calls: [piece] }));
const chatEnd = [event(openAiChunk({}, "stop")), "data: [DONE]\n\n"];

describe("a gateway of others (@portkey-ai/gateway)", () => {
  let gateway: PortkeyGateway;
  before(async () => {
    gateway = await startPortkeyGateway();
  });
  after(() => gateway.close());

  async function through(
    kind: "openai-chat" | "openai-responses",
    provider: "anthropic" | "openai",
    script: ModelServerScript,
    changes: Parameters<typeof ask>[1] = {},
  ) {
    const upstream = await startTestModelServer(script);
    try {
      const headers = gateway.headers(provider, upstream.url);
      const chunks = await ask(wireClient(kind, gateway.url, { headers }), changes);
      return { line: summarise(chunks), chunks, requests: upstream.requests };
    } finally {
      await upstream.close();
    }
  }

  const converted: readonly (readonly [string, ScriptStep, string])[] = [
    ["text and two calls", anthropicReply(full), fullLine],
    ["thinking, which it leaves out", anthropicReply({ reasoning: "hm", text: "ok" }), "ok stop"],
    ["a call without arguments", sseReply([start, use(0, "t1", "f"), end("tool_use")]), "f{} tool_calls"],
    [
      "the output limit inside a call",
      sseReply([start, use(0, "t1", "f"), json(0, '{"x":'), end("max_tokens")]),
      "f!truncated length",
    ],
    [
      "a refused request, in the server's words",
      errorReply(400, {
        type: "error",
        error: { type: "invalid_request_error", message: "prompt is too long: 9 > 8" },
      }),
      "[error error.context] error?",
    ],
    [
      "a refused key",
      errorReply(401, { type: "error", error: { type: "authentication_error", message: "invalid x-api-key" } }),
      "[error error.key] error?",
    ],
  ];
  for (const [name, reply, expected] of converted) {
    it(`makes chat chunks of Anthropic's events: ${name}`, async () => {
      assert.equal((await through("openai-chat", "anthropic", { anthropic: [reply] })).line, expected);
    });
  }

  it("never makes a call of one that Anthropic's server did not finish", async () => {
    const cut = sseReply([start, use(0, "t1", "f"), json(0, '{"x":1}')], "cut");
    const { line, chunks } = await through("openai-chat", "anthropic", { anthropic: [cut] });
    assert.match(line, /^f!truncated \[error error\.(cut|unreachable|server)\] error\?$/);
    assert.ok(!chunks.some((chunk) => chunk.type === "mcp_tool_in_progress"));
  });

  it("takes our history to Anthropic's form, each call with its result", async () => {
    const { requests, line } = await through(
      "openai-chat",
      "anthropic",
      { anthropic: [anthropicReply({ text: "ok" })] },
      {
        messages: historyWithCall(),
      },
    );
    assert.equal(line, "ok stop");
    const body = JSON.stringify(requests[0]?.body.messages);
    assert.match(body, /"type":"tool_use"[^}]*"id":"call_1"|"id":"call_1"[^}]*/);
    assert.match(body, /"tool_use_id":"call_1"/);
  });

  const passed: readonly (readonly [string, ScriptStep, string])[] = [
    ["a full reply", openAiReply(full), fullLine],
    [
      "two calls with index 0",
      sseReply([
        call({ index: 0, id: "a", type: "function", function: { name: "f", arguments: '{"x":1}' } }),
        call({ index: 0, id: "b", type: "function", function: { name: "f", arguments: '{"x":2}' } }),
        ...chatEnd,
      ]),
      'f{"x":1} f{"x":2} tool_calls',
    ],
    [
      "arguments as an object",
      sseReply([call({ index: 0, id: "a", function: { name: "f", arguments: { x: 1 } } }), ...chatEnd]),
      'f{"x":1} tool_calls',
    ],
    ["a stream without an end", sseReply([event(openAiChunk({ content: "hi" }))]), "hi [error error.cut] error?"],
  ];
  for (const [name, reply, expected] of passed) {
    it(`passes Chat Completions on: ${name}`, async () => {
      assert.equal((await through("openai-chat", "openai", { openai: [reply] })).line, expected);
    });
  }

  it("passes the Responses API on, with what it wants back", async () => {
    const { line, chunks, requests } = await through("openai-responses", "openai", {
      responses: [responsesReply({ reasoning: "hm", ...full })],
    });
    assert.equal(line, `~hm ${fullLine}`);
    assert.equal(requests[0]?.body.store, false);
    const last = chunks.at(-1);
    assert.match(JSON.stringify(last?.type === "round_end" ? last.providerBlocks : []), /secret-test/);
  });
});
