import assert from "node:assert/strict";
import { event, openAiChunk, openAiReply } from "../support/model-replies.ts";
import {
  errorReply,
  inPieces,
  type ScriptStep,
  sseReply,
  startTestModelServer,
  type WireReply,
} from "../support/test-model-server.ts";
import { ask, summarise, wireClient } from "../support/wire-client.ts";

const done = "data: [DONE]\n\n";
const stop = event(openAiChunk({}, "stop"));
const say = (content: string) => event(openAiChunk({ content }));
const call = (piece: object) => event(openAiChunk({ tool_calls: [piece as never] }));

interface Case {
  name: string;
  replies: ScriptStep | readonly ScriptStep[];
  expected: string;
}

/** What servers really send, and what has to come of it. Numbers in names are the quirks of the decision record. */
const cases: Case[] = [
  {
    name: "a plain reply",
    replies: openAiReply({ text: "Hello there, 世界 🎉" }),
    expected: "Hello there, 世界 🎉 stop",
  },
  {
    name: "reasoning, text and two calls",
    replies: openAiReply({
      reasoning: "hm",
      text: "ok",
      calls: [
        { id: "a", name: "f", input: { x: 1 } },
        { id: "b", name: "g", input: { y: "é" } },
      ],
    }),
    expected: '~hm ok f{"x":1} g{"y":"é"} tool_calls',
  },
  {
    name: "byte by byte (38)",
    replies: inPieces(openAiReply({ text: "héllo 🎉 日本", calls: [{ name: "g", input: { y: "🎉" } }] }), 1),
    expected: 'héllo 🎉 日本 g{"y":"🎉"} tool_calls',
  },
  {
    name: "a character cut between two deltas",
    replies: sseReply([
      event(openAiChunk({ content: "a\ud83c" })),
      event(openAiChunk({ content: "\udf89b" })),
      stop,
      done,
    ]),
    expected: "a🎉b stop",
  },
  { name: "no [DONE] (25)", replies: sseReply([say("hi"), stop]), expected: "hi stop" },
  { name: "[DONE] without a finish reason (25)", replies: sseReply([say("hi"), done]), expected: "hi stop" },
  {
    name: "no end at all, text was shown (25)",
    replies: sseReply([say("hi")]),
    expected: "hi [error error.cut] error?",
  },
  {
    name: "no end at all inside a call (25)",
    replies: sseReply([call({ index: 0, id: "a", function: { name: "f", arguments: '{"x":1}' } })]),
    expected: "f!truncated [error error.cut] error?",
  },
  {
    name: "a reset before anything was shown is tried again",
    replies: [sseReply([event(openAiChunk({ role: "assistant" }))], "cut"), openAiReply({ text: "hi" })],
    expected: "[notice retrying] hi stop",
  },
  { name: "a reset in the middle", replies: sseReply([say("hi")], "cut"), expected: "hi [error error.cut] error?" },
  {
    name: "an empty answer is tried again",
    replies: [sseReply([]), openAiReply({ text: "hi" })],
    expected: "[notice retrying] hi stop",
  },
  {
    name: "the last event without a blank line (36)",
    replies: sseReply([say("hi"), stop.trimEnd()]),
    expected: "hi stop",
  },
  {
    name: "CRLF (36)",
    replies: sseReply([`${say("hi")}${stop}${done}`.replaceAll("\n", "\r\n")]),
    expected: "hi stop",
  },
  {
    name: "CR only (36)",
    replies: sseReply([`${say("hi")}${stop}${done}`.replaceAll("\n", "\r")]),
    expected: "hi stop",
  },
  {
    name: "CRLF cut between CR and LF (36)",
    replies: inPieces(sseReply([`${say("hi")}${stop}${done}`.replaceAll("\n", "\r\n")]), 3),
    expected: "hi stop",
  },
  {
    name: "no space behind data: (36)",
    replies: sseReply([say("hi").replace("data: ", "data:"), done]),
    expected: "hi stop",
  },
  { name: "a space behind [DONE] (36)", replies: sseReply([say("hi"), "data: [DONE] \n\n"]), expected: "hi stop" },
  {
    name: "events with one line end (36)",
    replies: sseReply([say("a").replace("\n\n", "\n"), say("b").replace("\n\n", "\n"), stop]),
    expected: "ab stop",
  },
  {
    name: "comments, also sent as data (37)",
    replies: sseReply([": OPENROUTER PROCESSING\n\n", "data: : OPENROUTER PROCESSING\n\n", say("hi"), stop]),
    expected: "hi stop",
  },
  { name: "a byte order mark (36)", replies: sseReply([`\ufeff${say("hi")}`, stop]), expected: "hi stop" },
  {
    name: "choices empty or missing, null data (28, 29)",
    replies: sseReply([
      event({ choices: [], prompt_filter_results: [{}] }),
      event({ usage: { total_tokens: 1 } }),
      "data: null\n\n",
      "data: \n\n",
      "data:\n\n",
      event({ choices: [{ index: 0, finish_reason: null }] }),
      say("hi"),
      stop,
      done,
    ]),
    expected: "hi stop",
  },
  {
    name: "a broken event between texts (41)",
    replies: sseReply([say("hi"), 'data: {"id":"c1","choi\n\n', say("!"), stop, done]),
    expected: "hi! [notice reply_damaged] stop",
  },
  {
    name: "a broken event in a reply with a call (41)",
    replies: sseReply([
      call({ index: 0, id: "a", function: { name: "f", arguments: '{"x":1}' } }),
      'data: {"id":"c1","choi\n\n',
      stop,
      done,
    ]),
    expected: "f!truncated [error error.damaged] error?",
  },
  {
    name: "an error in the stream (39)",
    replies: sseReply([say("hi"), event({ error: { message: "boom", type: "server_error", code: 502 } }), done]),
    expected: "hi [error error.server] error?",
  },
  {
    name: "an error in the stream before anything was shown (39)",
    replies: [sseReply([event({ error: { message: "boom", code: 502 } })]), openAiReply({ text: "hi" })],
    expected: "[notice retrying] hi stop",
  },
  {
    name: "an error as text (39)",
    replies: sseReply([event({ error: "boom" })]),
    expected: "[error error.provider] error?",
  },
  {
    name: "an error as a field (40)",
    replies: sseReply([say("hi"), 'error: {"message":"llama style"}\n\n', done]),
    expected: "hi [error error.provider] error?",
  },
  {
    name: "an error event with text (40)",
    replies: sseReply([say("hi"), "event: error\ndata: upstream died\n\n"]),
    expected: "hi [error error.provider] error?",
  },
  {
    name: "an error beside the finish reason (39)",
    replies: sseReply([event({ ...openAiChunk({ content: "" }, "error"), error: { message: "gone" } }), done]),
    expected: "[error error.provider] error?",
  },
  {
    name: "a whole reply in place of a stream (35)",
    replies: errorReply(200, {
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: "whole",
            tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: '{"x":1}' } }],
          },
          finish_reason: "tool_calls",
        },
      ],
    }),
    expected: 'whole f{"x":1} tool_calls',
  },
  {
    name: "an error in place of a stream, status 200",
    replies: errorReply(200, { error: { message: "The model `x` does not exist", code: "model_not_found" } }),
    expected: "[error error.model] error?",
  },
  {
    name: "a page in place of a stream (42)",
    replies: errorReply(200, "<html><head><title>Sign in</title></head><body></body></html>"),
    expected: "[error error.notAnApi] error?",
  },
  {
    name: "usage in every chunk (32), and an empty finish reason in the middle (24)",
    replies: sseReply([
      event(openAiChunk({ content: "a" }, "", { usage: { prompt_tokens: 5, completion_tokens: 1 } })),
      event(openAiChunk({ content: "b" }, "stop", { usage: { prompt_tokens: 5, completion_tokens: 2 } })),
      done,
    ]),
    expected: "ab stop",
  },
  {
    name: "the whole text once more at the end (33)",
    replies: sseReply([
      say("this is the answer, twice"),
      event(openAiChunk({ content: "this is the answer, twice" }, "stop")),
    ]),
    expected: "this is the answer, twice stop",
  },
  { name: "short repetitions stay (33)", replies: sseReply([say("6"), say("6"), stop]), expected: "66 stop" },
  {
    name: "text in one choice, calls in another (34)",
    replies: sseReply([
      say("ok"),
      event({
        choices: [
          {
            index: 1,
            delta: { tool_calls: [{ index: 0, id: "a", function: { name: "f", arguments: "{}" } }] },
            finish_reason: "tool_calls",
          },
        ],
      }),
      done,
    ]),
    expected: "ok f{} tool_calls",
  },
  {
    name: "calls with finish reason stop (22)",
    replies: sseReply([call({ index: 0, id: "a", function: { name: "f", arguments: '{"x":1}' } }), stop, done]),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "finish reason tool_calls without a call is tried again (23)",
    replies: [sseReply([event(openAiChunk({}, "tool_calls")), done]), openAiReply({ text: "hi" })],
    expected: "[notice retrying] hi stop",
  },
  {
    name: "tool_calls null and empty beside text (30)",
    replies: sseReply([
      event(openAiChunk({ content: "a", tool_calls: null })),
      event(openAiChunk({ content: "b", tool_calls: [] })),
      stop,
    ]),
    expected: "ab stop",
  },
  {
    name: "index inside of function (4)",
    replies: sseReply([
      event(
        openAiChunk({
          tool_calls: [
            { id: "a", function: { index: 0, name: "f", arguments: "{}" } },
            { id: "b", function: { index: 1, name: "g", arguments: "{}" } },
          ],
        }),
      ),
      stop,
    ]),
    expected: "f{} g{} tool_calls",
  },
  {
    name: "the old function_call",
    replies: sseReply([
      event(openAiChunk({ function_call: { name: "f", arguments: '{"x":' } })),
      event(openAiChunk({ function_call: { arguments: "1}" } }, "function_call")),
    ]),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "content and reasoning as parts (31)",
    replies: sseReply([
      event(
        openAiChunk({
          content: [
            { type: "thinking", thinking: [{ type: "text", text: "hm" }] },
            { type: "text", text: "ok" },
          ],
        }),
      ),
      stop,
    ]),
    expected: "~hm ok stop",
  },
  {
    name: "reasoning under two names at once",
    replies: sseReply([event(openAiChunk({ reasoning: "hm", reasoning_content: "hm" })), say("ok"), stop]),
    expected: "~hm ok stop",
  },
  {
    name: "the output limit inside a call (26)",
    replies: sseReply([
      call({ index: 0, id: "a", function: { name: "f", arguments: '{"x":1}' } }),
      call({ index: 1, id: "b", function: { name: "g", arguments: '{"y":"lo' } }),
      event(openAiChunk({}, "length")),
      done,
    ]),
    expected: 'f{"x":1} g!truncated length',
  },
  {
    name: "the output limit reported as stop (26)",
    replies: sseReply([
      say("hi"),
      event(openAiChunk({}, "stop", { usage: { prompt_tokens: 1, completion_tokens: 1_000 } })),
      done,
    ]),
    expected: "hi length",
  },
  {
    name: "a content filter",
    replies: sseReply([say("hi"), event(openAiChunk({}, "content_filter")), done]),
    expected: "hi [error error.contentFilter] content_filter?",
  },
  {
    name: "a refusal",
    replies: sseReply([event(openAiChunk({ refusal: "I cannot help with that." })), stop, done]),
    expected: "[error error.refusal] refusal?",
  },
  {
    name: "the socket kept open behind [DONE]",
    replies: sseReply([say("hi"), stop, done], "open"),
    expected: "hi stop",
  },
  {
    name: "401",
    replies: errorReply(401, { error: { message: "Incorrect API key provided", code: "invalid_api_key" } }),
    expected: "[error error.key] error?",
  },
  {
    name: "403",
    replies: errorReply(403, { error: { message: "no access" } }),
    expected: "[error error.forbidden] error?",
  },
  {
    name: "404 for a model",
    replies: errorReply(404, { error: { message: 'model "x" not found, try pulling it first' } }),
    expected: "[error error.model] error?",
  },
  {
    name: "404 for an address",
    replies: errorReply(404, "404 page not found"),
    expected: "[error error.endpoint] error?",
  },
  {
    name: "400 for tools (56)",
    replies: errorReply(400, { error: "registry.ollama.ai/library/x does not support tools" }),
    expected: "[error error.toolsUnsupported] error?",
  },
  {
    name: "400 for tools, vLLM's words (56)",
    replies: errorReply(400, {
      object: "error",
      message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      code: 400,
    }),
    expected: "[error error.toolsUnsupported] error?",
  },
  {
    name: "500 for tools, llama.cpp's words (56)",
    replies: errorReply(500, {
      error: { code: 500, message: "tools param requires --jinja flag", type: "server_error" },
    }),
    expected: "[error error.toolsUnsupported] error?",
  },
  {
    name: "a conversation that is too long",
    replies: errorReply(400, {
      error: { message: "This model's maximum context length is 8192 tokens", code: "context_length_exceeded" },
    }),
    expected: "[error error.context] error?",
  },
  {
    name: "a body in a list (Gemini)",
    replies: errorReply(400, [{ error: { code: 400, message: "Invalid value", status: "INVALID_ARGUMENT" } }]),
    expected: "[error error.request] error?",
  },
  {
    name: "a body of FastAPI",
    replies: errorReply(422, { detail: [{ loc: ["body", "messages"], msg: "bad" }] }),
    expected: "[error error.request] error?",
  },
  {
    name: "429 is tried again once on a local server",
    replies: [
      errorReply(429, { error: { message: "slow down" } }, { "retry-after": "1" }),
      openAiReply({ text: "hi" }),
    ],
    expected: "[notice retrying] hi stop",
  },
  {
    name: "429 that lasts",
    replies: errorReply(429, { error: { message: "slow down" } }, { "retry-after": "1" }),
    expected: "[notice retrying] [error error.rateLimit] error?",
  },
  {
    name: "429 with a wait of an hour is not waited for",
    replies: errorReply(429, { error: { message: "slow down" } }, { "retry-after": "3600" }),
    expected: "[error error.rateLimit] error?",
  },
  {
    name: "429 without quota (43)",
    replies: errorReply(429, { error: { message: "You exceeded your current quota", code: "insufficient_quota" } }),
    expected: "[error error.quota] error?",
  },
  {
    name: "502 with a page (42)",
    replies: [errorReply(502, "<html><h1>502 Bad Gateway</h1></html>"), openAiReply({ text: "hi" })],
    expected: "[notice retrying] hi stop",
  },
  {
    name: "500 for a mistake of ours is not sent again (56)",
    replies: errorReply(500, { error: { message: "Invalid messages: expected an object", type: "server_error" } }),
    expected: "[error error.server] error?",
  },
];

describe("Chat Completions over the real SDK", () => {
  for (const { name, replies, expected } of cases) {
    it(`reads ${name}`, async () => {
      const openai: readonly ScriptStep[] = Array.isArray(replies) ? replies : [replies as ScriptStep];
      const server = await startTestModelServer({ openai });
      try {
        const chunks = await ask(wireClient("openai-chat", server.openAiUrl));
        assert.equal(summarise(chunks), expected);
        assert.equal(chunks.filter((chunk) => chunk.type === "round_end").length, 1);
      } finally {
        await server.close();
      }
    });
  }

  it("shows what arrived before the stream ends", async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const reply: WireReply = sseReply([say("first "), gate, say("second"), stop, done]);
    const server = await startTestModelServer({ openai: [reply] });
    try {
      const client = wireClient("openai-chat", server.openAiUrl);
      const seen: string[] = [];
      const controller = new AbortController();
      for await (const chunk of client.stream({ ...requestOf(), tools: [] }, controller.signal)) {
        if (chunk.type === "text_delta") {
          seen.push(chunk.text);
          release();
        }
      }
      assert.deepEqual(seen, ["first ", "second"]);
    } finally {
      await server.close();
    }
  });
});

function requestOf() {
  return {
    model: "test-model",
    system: "",
    messages: [{ role: "user" as const, content: [{ type: "text" as const, text: "Hello" }] }],
    tools: [],
    toolMode: "native" as const,
    maxOutputTokens: 100,
  };
}
