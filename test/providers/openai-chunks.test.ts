import type { JsonObject } from "../../src/shared/json.ts";
import { event, openAiChunk, openAiReply } from "../support/model-replies.ts";
import { errorReply, sseReply } from "../support/test-model-server.ts";
import { describeWireCases } from "../support/wire-cases.ts";

const done = "data: [DONE]\n\n";
const stop = event(openAiChunk({}, "stop"));
const say = (content: string) => event(openAiChunk({ content }));
const call = (piece: JsonObject) => event(openAiChunk({ tool_calls: [piece] }));

// Numbers in names are the quirks of docs/decisions/providers.md.
describeWireCases("the chunks of Chat Completions over the real SDK", "openai-chat", [
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
]);
