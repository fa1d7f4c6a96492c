import assert from "node:assert/strict";
import type { JsonObject } from "../../src/shared/json.ts";
import { anthropicEvents, anthropicReply, event, namedEvent } from "../support/model-replies.ts";
import { errorReply, inPieces, sseReply, startTestModelServer } from "../support/test-model-server.ts";
import { describeWireCases } from "../support/wire-cases.ts";
import { ask, wireClient } from "../support/wire-client.ts";

const start = namedEvent({ type: "message_start", message: { id: "m", content: [], usage: { input_tokens: 3 } } });
const open = (index: number, block: JsonObject) =>
  namedEvent({ type: "content_block_start", index, content_block: block });
const delta = (index: number, value: JsonObject) => namedEvent({ type: "content_block_delta", index, delta: value });
const closeBlock = (index: number) => namedEvent({ type: "content_block_stop", index });
const end = (reason: string, more: JsonObject = {}) =>
  namedEvent({ type: "message_delta", delta: { stop_reason: reason, ...more }, usage: { output_tokens: 9 } });
const stop = namedEvent({ type: "message_stop" });
const text = (index: number, piece: string) => delta(index, { type: "text_delta", text: piece });
const json = (index: number, piece: unknown) =>
  delta(index, { type: "input_json_delta", partial_json: piece as string });
const use = (index: number, id = "t1", name = "f") => open(index, { type: "tool_use", id, name, input: {} });

const full = {
  reasoning: "hm",
  text: "ok, 世界",
  calls: [
    { id: "t1", name: "f", input: { x: 1 } },
    { id: "t2", name: "g", input: { y: "é🎉" } },
  ],
};
const fullLine = '~hm ok, 世界 f{"x":1} g{"y":"é🎉"} tool_calls';

// Numbers in names are the quirks of docs/decisions/providers.md.
describeWireCases("Anthropic Messages over the real SDK", "anthropic", [
  { name: "a full reply", replies: anthropicReply(full), expected: fullLine },
  { name: "byte by byte (38)", replies: inPieces(anthropicReply(full), 1), expected: fullLine },
  { name: "events without names", replies: sseReply(anthropicEvents(full).map(event)), expected: fullLine },
  {
    name: "pings and unknown events, blocks and deltas",
    replies: sseReply([
      start,
      'event: ping\ndata: {"type":"ping"}\n\n',
      namedEvent({ type: "future_event", x: 1 }),
      open(0, { type: "future_block", a: 1 }),
      delta(0, { type: "future_delta", b: 2 }),
      closeBlock(0),
      open(1, { type: "text", text: "" }),
      text(1, "hi"),
      end("end_turn"),
      stop,
    ]),
    expected: "hi stop",
  },
  {
    name: "[DONE] behind the end, with an event name",
    replies: sseReply([start, text(0, "hi"), end("end_turn"), stop, "event: done\ndata: [DONE]\n\n"]),
    expected: "hi stop",
  },
  { name: "no message_stop", replies: sseReply([start, text(0, "hi"), end("end_turn")]), expected: "hi stop" },
  {
    name: "the last event without a blank line",
    replies: sseReply([start, text(0, "hi"), end("end_turn").trimEnd()]),
    expected: "hi stop",
  },
  { name: "no end in text", replies: sseReply([start, text(0, "hi")]), expected: "hi [error error.cut] error?" },
  {
    name: "no end in a call",
    replies: sseReply([start, use(0), json(0, '{"x":1}'), closeBlock(0)]),
    expected: "f!truncated [error error.cut] error?",
  },
  {
    name: "an overload in the stream, before anything was shown",
    replies: [
      sseReply([start, namedEvent({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } })]),
      anthropicReply({ text: "hi" }),
    ],
    expected: "[notice retrying] hi stop",
  },
  {
    name: "an error of a converter (49)",
    replies: sseReply([
      start,
      text(0, "hi"),
      namedEvent({ type: "error", message: { type: "api_error", message: "up" } }),
    ]),
    expected: "hi [error error.server] error?",
  },
  {
    name: "529",
    replies: [
      errorReply(529, { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }),
      anthropicReply({ text: "hi" }),
    ],
    expected: "[notice retrying] hi stop",
  },
  {
    name: "no arguments at all",
    replies: sseReply([start, use(0), closeBlock(0), end("tool_use"), stop]),
    expected: "f{} tool_calls",
  },
  {
    name: "arguments in the block's start",
    replies: sseReply([
      start,
      open(0, { type: "tool_use", id: "t", name: "f", input: { x: 1 } }),
      closeBlock(0),
      end("tool_use"),
      stop,
    ]),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "no input in the block's start (49)",
    replies: sseReply([
      start,
      open(0, { type: "tool_use", id: "t", name: "f" }),
      json(0, '{"x":1}'),
      end("tool_use"),
      stop,
    ]),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "arguments as an object (49)",
    replies: sseReply([start, use(0), json(0, { x: 1 }), closeBlock(0), end("tool_use"), stop]),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "a delta behind the block's end (49)",
    replies: sseReply([start, use(0), json(0, '{"x":'), closeBlock(0), json(0, "1}"), end("tool_use"), stop]),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "a text block that stays open while a call begins (49)",
    replies: sseReply([
      start,
      open(0, { type: "text", text: "" }),
      text(0, "hi"),
      use(1),
      json(1, '{"x":1}'),
      closeBlock(0),
      closeBlock(1),
      end("tool_use"),
      stop,
    ]),
    expected: 'hi f{"x":1} tool_calls',
  },
  {
    name: "two calls in one block (49)",
    replies: sseReply([start, use(0), json(0, '{"x":1}'), json(0, '{"x":2}'), closeBlock(0), end("tool_use"), stop]),
    expected: 'f{"x":1} f{"x":2} tool_calls',
  },
  {
    name: "calls with end_turn (49)",
    replies: sseReply([start, use(0), json(0, '{"x":1}'), closeBlock(0), end("end_turn"), stop]),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "thinking in a text block (49)",
    replies: sseReply([
      start,
      open(0, { type: "text", text: "" }),
      delta(0, { type: "thinking_delta", thinking: "hm" }),
      text(0, "ok"),
      end("end_turn"),
      stop,
    ]),
    expected: "~hm ok stop",
  },
  {
    name: "an empty input delta in a text block (30)",
    replies: sseReply([start, open(0, { type: "text", text: "" }), json(0, ""), text(0, "ok"), end("end_turn"), stop]),
    expected: "ok stop",
  },
  { name: "no message_start", replies: sseReply([text(0, "hi"), end("end_turn"), stop]), expected: "hi stop" },
  {
    name: "the output limit in a call",
    replies: sseReply([
      start,
      use(0),
      json(0, '{"x":1}'),
      use(1, "t2", "g"),
      json(1, '{"y":"lo'),
      end("max_tokens"),
      stop,
    ]),
    expected: 'f{"x":1} g!truncated length',
  },
  {
    name: "a refusal with its explanation",
    replies: sseReply([start, end("refusal", { stop_details: { explanation: "Not that." } }), stop]),
    expected: "[error error.refusal] refusal?",
  },
  {
    name: "a whole message in place of a stream (35)",
    replies: errorReply(200, {
      id: "m",
      type: "message",
      role: "assistant",
      content: [
        { type: "text", text: "whole" },
        { type: "tool_use", id: "t", name: "f", input: { x: 1 } },
      ],
      stop_reason: "tool_use",
      usage: { input_tokens: 1, output_tokens: 1 },
    }),
    expected: 'whole f{"x":1} tool_calls',
  },
  {
    name: "an error in place of a stream, status 200",
    replies: errorReply(200, { type: "error", error: { type: "invalid_request_error", message: "bad" } }),
    expected: "[error error.request] error?",
  },
  {
    name: "a page in place of a stream",
    replies: errorReply(200, "<html>Login</html>"),
    expected: "[error error.notAnApi] error?",
  },
  {
    name: "404 with a page",
    replies: errorReply(404, "<html>404 page not found</html>"),
    expected: "[error error.endpoint] error?",
  },
  {
    name: "404 for a model",
    replies: errorReply(404, {
      type: "error",
      error: { type: "not_found_error", message: "model: claude-x not found" },
    }),
    expected: "[error error.model] error?",
  },
  {
    name: "a prompt that is too long",
    replies: errorReply(400, {
      type: "error",
      error: { type: "invalid_request_error", message: "prompt is too long: 250000 tokens > 200000 maximum" },
    }),
    expected: "[error error.context] error?",
  },
  {
    name: "a call that the provider runs itself",
    replies: sseReply([
      start,
      open(0, { type: "server_tool_use", id: "s1", name: "web_search", input: {} }),
      json(0, '{"query":"x"}'),
      closeBlock(0),
      open(1, {
        type: "web_search_tool_result",
        tool_use_id: "s1",
        content: [{ type: "web_search_result", url: "https://example.com", title: "Example", encrypted_content: "…" }],
      }),
      closeBlock(1),
      open(2, { type: "text", text: "" }),
      text(2, "found"),
      end("end_turn"),
      stop,
    ]),
    expected:
      'web_search{"query":"x"} web_search=[{"type":"resource_link","uri":"https://example.com","name":"Example"}] found stop',
  },
]);

describe("a reply of Anthropic Messages", () => {
  it("counts the usage that comes last (32)", async () => {
    const counts = [1, 5, 9].map((output_tokens) =>
      namedEvent({
        type: "message_delta",
        delta: { stop_reason: "end_turn" },
        usage: { input_tokens: 3, output_tokens },
      }),
    );
    const server = await startTestModelServer({ anthropic: [sseReply([start, text(0, "hi"), ...counts, stop])] });
    try {
      const chunks = await ask(wireClient("anthropic", server.anthropicUrl));
      const usage = chunks.filter((chunk) => chunk.type === "usage");
      assert.deepEqual(usage, [{ type: "usage", input: 3, output: 9 }]);
    } finally {
      await server.close();
    }
  });

  it("keeps the raw blocks of the reply, with its signature", async () => {
    const server = await startTestModelServer({
      anthropic: [anthropicReply({ reasoning: "hm", text: "ok", calls: [{ id: "t1", name: "f", input: { x: 1 } }] })],
    });
    try {
      const chunks = await ask(wireClient("anthropic", server.anthropicUrl));
      const last = chunks.at(-1);
      assert.deepEqual(last?.type === "round_end" ? last.providerBlocks : undefined, [
        { type: "thinking", thinking: "hm", signature: "sig-test" },
        { type: "text", text: "ok" },
        { type: "tool_use", id: "t1", name: "f", input: { x: 1 } },
      ]);
    } finally {
      await server.close();
    }
  });
});
