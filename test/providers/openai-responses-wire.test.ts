import type { JsonObject } from "../../src/shared/json.ts";
import { event, namedEvent } from "../support/model-replies.ts";
import { responseObject, responsesEvents, responsesReply } from "../support/responses-replies.ts";
import { errorReply, inPieces, sseReply, type WirePart } from "../support/test-model-server.ts";
import { describeWireCases } from "../support/wire-cases.ts";

const send = (type: string, fields: JsonObject = {}) => namedEvent({ type, ...fields });
const created = send("response.created", { response: responseObject("in_progress", []) });
const added = (output_index: number, item: JsonObject) => send("response.output_item.added", { output_index, item });
const done = (output_index: number, item: JsonObject) => send("response.output_item.done", { output_index, item });
const args = (output_index: number, item_id: string, delta: string) =>
  send("response.function_call_arguments.delta", { output_index, item_id, delta });
const text = (delta: string, place: JsonObject = { output_index: 0, item_id: "m" }) =>
  send("response.output_text.delta", { ...place, delta });
const end = (output: JsonObject[] = [], more: JsonObject = {}) =>
  send("response.completed", { response: { ...responseObject("completed", output), ...more } });
const incomplete = (reason: string, more: JsonObject = {}) =>
  send("response.incomplete", {
    response: { ...responseObject("incomplete", []), incomplete_details: { reason }, ...more },
  });
const call = (id: string, name: string, text: unknown, call_id = `call_${id}`): JsonObject => ({
  type: "function_call",
  id,
  call_id,
  name,
  arguments: text as string,
});
const message = (words: string, id = "m"): JsonObject => ({
  type: "message",
  id,
  role: "assistant",
  content: [{ type: "output_text", text: words, annotations: [] }],
});
const stream = (...parts: WirePart[]) => sseReply([created, ...parts]);

const full = {
  reasoning: "hm",
  text: "ok, 世界",
  calls: [
    { id: "c1", name: "f", input: { x: 1 } },
    { id: "c2", name: "g", input: { y: "é🎉" } },
  ],
};
const fullLine = '~hm ok, 世界 f{"x":1} g{"y":"é🎉"} tool_calls';
const fullEvents = responsesEvents(full).map(namedEvent);

// Numbers in names are the quirks of docs/decisions/quirks.md.
describeWireCases("OpenAI Responses over the real SDK: replies", "openai-responses", [
  { name: "a full reply", replies: responsesReply(full), expected: fullLine },
  { name: "byte by byte (38)", replies: inPieces(responsesReply(full), 1), expected: fullLine },
  { name: "events without names", replies: sseReply(responsesEvents(full).map(event)), expected: fullLine },
  {
    name: "CR line ends, comments and a byte order mark (36, 37)",
    replies: sseReply(["\uFEFF: OPENROUTER PROCESSING\r\r", ...fullEvents.map((part) => part.replaceAll("\n", "\r"))]),
    expected: fullLine,
  },
  {
    name: "one line end between events, empty and null data (29, 36)",
    replies: sseReply([
      "data:\n\ndata: null\n\n",
      ...responsesEvents(full).map((value) => `data: ${JSON.stringify(value)}\n`),
    ]),
    expected: fullLine,
  },
  { name: "[DONE] behind the end", replies: sseReply([...fullEvents, "data: [DONE]\n\n"]), expected: fullLine },
  {
    name: "[DONE] in place of the end (25)",
    replies: sseReply([...fullEvents.slice(0, -1), "data: [DONE]\n\n"]),
    expected: "~hm ok, 世界 f!truncated g!truncated [error error.cut] error?",
  },
  { name: "no end in text (25)", replies: stream(text("hi")), expected: "hi [error error.cut] error?" },
  {
    name: "no end behind a whole call (25)",
    replies: stream(added(0, call("a", "f", "")), done(0, call("a", "f", '{"x":1}'))),
    expected: "f!truncated [error error.cut] error?",
  },
  {
    name: "unknown events and items",
    replies: stream(
      send("response.future.delta", { delta: "x" }),
      added(0, { type: "future_item", id: "u" }),
      done(0, { type: "future_item", id: "u", x: 1 }),
      text("hi", { output_index: 1, item_id: "m" }),
      end(),
    ),
    expected: "hi stop",
  },
  {
    name: "an event without a type (28)",
    replies: stream('data: {"x":1}\n\n', text("hi"), end()),
    expected: "hi stop",
  },
  { name: "deltas of an item that never began", replies: stream(text("hi"), end()), expected: "hi stop" },
  {
    name: "text in the finished item alone (33)",
    replies: stream(added(0, message("")), done(0, message("hi")), end([message("hi")])),
    expected: "hi stop",
  },
  { name: "text at the very end alone (33)", replies: stream(end([message("hi")])), expected: "hi stop" },
  {
    name: "text in deltas, item and end (33)",
    replies: stream(added(0, message("")), text("h"), text("i"), done(0, message("hi")), end([message("hi")])),
    expected: "hi stop",
  },
  {
    name: "text that repeats itself (33)",
    replies: stream(text("6"), text("6"), done(0, message("66")), end()),
    expected: "66 stop",
  },
  {
    name: "two messages (34)",
    replies: stream(text("one "), done(0, message("one ")), text("two", { output_index: 1, item_id: "n" }), end()),
    expected: "one two stop",
  },
  {
    name: "a message without content (31)",
    replies: stream(done(0, { type: "message", id: "m" }), text("hi"), end()),
    expected: "stop",
  },
  {
    name: "reasoning as summary and as text: one of them",
    replies: stream(
      added(0, { type: "reasoning", id: "r", summary: [] }),
      send("response.reasoning_summary_text.delta", { output_index: 0, item_id: "r", summary_index: 0, delta: "a" }),
      send("response.reasoning_text.delta", { output_index: 0, item_id: "r", content_index: 0, delta: "b" }),
      send("response.reasoning_summary_text.delta", { output_index: 0, item_id: "r", summary_index: 1, delta: "c" }),
      end(),
    ),
    expected: "~a\n\nc stop",
  },
  {
    name: "reasoning in the finished item alone",
    replies: stream(
      done(0, { type: "reasoning", id: "r", summary: [], content: [{ type: "reasoning_text", text: "hm" }] }),
      text("ok", { output_index: 1, item_id: "m" }),
      end(),
    ),
    expected: "~hm ok stop",
  },
  {
    name: "a steered reply, which goes on",
    replies: stream(
      text("one "),
      incomplete("steered"),
      send("response.created", { response: responseObject("in_progress", []) }),
      text("two", { output_index: 0, item_id: "n" }),
      done(0, message("two", "n")),
      end([message("two", "n")]),
    ),
    expected: "one two stop",
  },
  {
    name: "the output limit in a call",
    replies: stream(
      done(0, call("a", "f", '{"x":1}')),
      added(1, call("b", "g", "")),
      args(1, "b", '{"y":"lo'),
      done(1, { ...call("b", "g", '{"y":"lo'), status: "incomplete" }),
      incomplete("max_output_tokens"),
    ),
    expected: 'f{"x":1} g!truncated length',
  },
  {
    name: "the output limit, told as completed (26)",
    replies: stream(text("hi"), end([], { usage: { input_tokens: 1, output_tokens: 1_000 } })),
    expected: "hi length",
  },
  {
    name: "a content filter",
    replies: stream(text("hi"), incomplete("content_filter")),
    expected: "hi [error error.contentFilter] content_filter?",
  },
  {
    name: "a refusal",
    replies: stream(
      send("response.refusal.delta", { output_index: 0, item_id: "m", delta: "Not that." }),
      done(0, { type: "message", id: "m", content: [{ type: "refusal", refusal: "Not that." }] }),
      end(),
    ),
    expected: "[error error.refusal] refusal?",
  },
  {
    name: "a refusal in the finished item alone",
    replies: stream(done(0, { type: "message", id: "m", content: [{ type: "refusal", refusal: "No." }] }), end()),
    expected: "[error error.refusal] refusal?",
  },
  {
    name: "a whole response in place of a stream (35)",
    replies: errorReply(200, responseObject("completed", [message("whole"), call("a", "f", '{"x":1}')])),
    expected: 'whole f{"x":1} tool_calls',
  },
  {
    name: "a whole response that only waits in a queue (35)",
    replies: errorReply(200, responseObject("queued", [])),
    expected: "[error error.provider] error?",
  },
  {
    name: "a whole response that was cancelled (35)",
    replies: errorReply(200, responseObject("cancelled", [message("hi")])),
    expected: "[error error.provider] error?",
  },
  {
    name: "a whole response that still says that it is in progress (35)",
    replies: errorReply(200, responseObject("in_progress", [message("hi")])),
    expected: "hi stop",
  },
  {
    name: "a whole response that is incomplete (35)",
    replies: errorReply(200, {
      ...responseObject("incomplete", [message("hal")]),
      incomplete_details: { reason: "max_output_tokens" },
    }),
    expected: "hal length",
  },
  {
    name: "a page in place of a stream (42)",
    replies: errorReply(200, "<html>Login</html>"),
    expected: "[error error.notAnApi] error?",
  },
]);

describeWireCases("OpenAI Responses over the real SDK: calls", "openai-responses", [
  {
    name: "two calls, interleaved",
    replies: stream(
      added(0, call("a", "f", "")),
      added(1, call("b", "g", "")),
      args(0, "a", '{"x":'),
      args(1, "b", '{"y":'),
      args(0, "a", "1}"),
      args(1, "b", '"z"}'),
      done(0, call("a", "f", '{"x":1}')),
      done(1, call("b", "g", '{"y":"z"}')),
      end(),
    ),
    expected: 'f{"x":1} g{"y":"z"} tool_calls',
  },
  {
    name: "no output_index (1)",
    replies: stream(
      send("response.output_item.added", { item: call("a", "f", "") }),
      send("response.function_call_arguments.delta", { item_id: "a", delta: '{"x":1}' }),
      send("response.output_item.done", { item: call("a", "f", '{"x":1}') }),
      send("response.output_item.added", { item: call("b", "g", "") }),
      send("response.output_item.done", { item: call("b", "g", "{}") }),
      end(),
    ),
    expected: 'f{"x":1} g{} tool_calls',
  },
  {
    name: "output_index always 0 (2)",
    replies: stream(
      added(0, call("a", "f", "")),
      added(0, call("b", "f", "")),
      args(0, "a", '{"x":1}'),
      args(0, "b", '{"x":2}'),
      done(0, call("a", "f", '{"x":1}')),
      done(0, call("b", "f", '{"x":2}')),
      end(),
    ),
    expected: 'f{"x":1} f{"x":2} tool_calls',
  },
  {
    name: "indexes from 5 (3)",
    replies: stream(added(5, call("a", "f", "")), args(5, "a", '{"x":1}'), done(5, call("a", "f", '{"x":1}')), end()),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "deltas with an empty id (5)",
    replies: stream(added(0, call("a", "f", "")), args(0, "", '{"x":1}'), done(0, call("a", "f", '{"x":1}')), end()),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "no ids at all (6)",
    replies: stream(
      added(0, call("", "f", "", "")),
      args(0, "", '{"x":1}'),
      done(0, call("", "f", '{"x":1}', "")),
      done(1, call("", "g", "{}", "")),
      end(),
    ),
    expected: 'f{"x":1} g{} tool_calls',
  },
  {
    name: "an item announced twice (7)",
    replies: stream(added(0, call("a", "f", "")), added(0, call("a", "f", "")), done(0, call("a", "f", "{}")), end()),
    expected: "f{} tool_calls",
  },
  {
    name: "another item id in every event (9)",
    replies: stream(
      added(0, call("a1", "f", "", "c")),
      args(0, "a2", '{"x":'),
      args(0, "a3", "1}"),
      done(0, call("a4", "f", '{"x":1}', "c")),
      end([call("a5", "f", '{"x":1}', "c")]),
    ),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "the name in every event (10)",
    replies: stream(
      added(0, call("a", "f", "")),
      send("response.function_call_arguments.delta", { output_index: 0, item_id: "a", name: "f", delta: '{"x":1}' }),
      done(0, call("a", "f", '{"x":1}')),
      end(),
    ),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "empty and null pieces (30)",
    replies: stream(
      text("hi"),
      added(1, call("a", "f", "")),
      args(1, "a", ""),
      send("response.function_call_arguments.delta", { output_index: 1, item_id: "a", delta: null }),
      args(1, "a", '{"x":1}'),
      done(1, call("a", "f", '{"x":1}')),
      send("response.output_text.delta", { output_index: 0, item_id: "m", delta: null }),
      end(),
    ),
    expected: 'hi f{"x":1} tool_calls',
  },
  {
    name: "a name in the finished item alone (11)",
    replies: stream(added(0, call("a", "", "")), args(0, "a", '{"x":1}'), done(0, call("a", "f", '{"x":1}')), end()),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "arguments as an object (12)",
    replies: stream(done(0, call("a", "f", { x: 1 })), end()),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "empty arguments (13)",
    replies: stream(added(0, call("a", "f", "")), done(0, call("a", "f", "")), end()),
    expected: "f{} tool_calls",
  },
  {
    name: "null arguments (14)",
    replies: stream(added(0, call("a", "f", null)), done(0, call("a", "f", null)), end()),
    expected: "f{} tool_calls",
  },
  {
    name: "deltas that were lost: the finished item counts (15)",
    replies: stream(added(0, call("a", "f", "")), args(0, "a", '{"x'), done(0, call("a", "f", '{"x":12}')), end()),
    expected: 'f{"x":12} tool_calls',
  },
  {
    name: "deltas that say something else: the finished item counts (15)",
    replies: stream(added(0, call("a", "f", "")), args(0, "a", '{"y":1}'), done(0, call("a", "f", '{"x":2}')), end()),
    expected: 'f{"x":2} tool_calls',
  },
  {
    name: "a whole call in its first event (16)",
    replies: stream(added(0, call("a", "f", '{"x":1}')), done(0, call("a", "f", '{"x":1}')), end()),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "a call at the very end alone (16)",
    replies: stream(end([call("a", "f", '{"x":1}')])),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "a second call at the very end alone (15)",
    replies: stream(done(0, call("a", "f", '{"x":1}')), end([call("a", "f", '{"x":1}'), call("b", "g", "{}")])),
    expected: 'f{"x":1} g{} tool_calls',
  },
  {
    name: "the finished item twice, and once more at the end (17)",
    replies: stream(
      done(0, call("a", "f", '{"x":1}')),
      done(0, call("a", "f", '{"x":1}')),
      end([call("a", "f", '{"x":1}')]),
    ),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "no finished item, and whole arguments (16)",
    replies: stream(added(0, call("a", "f", "")), args(0, "a", '{"x":1}'), end()),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "arguments encoded twice (18)",
    replies: stream(done(0, call("a", "f", JSON.stringify('{"x":1}'))), end()),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "cut arguments (19)",
    replies: stream(done(0, call("a", "f", '{"x":')), end()),
    expected: "f!truncated tool_calls",
  },
  {
    name: "a bundle of parallel calls (20)",
    replies: stream(
      done(
        0,
        call("a", "multi_tool_use.parallel", '{"tool_uses":[{"recipient_name":"functions.f","parameters":{"x":1}}]}'),
      ),
      end(),
    ),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "control tokens in a name (21)",
    replies: stream(done(0, call("a", "f<|channel|>commentary", "{}")), end()),
    expected: "f{} tool_calls",
  },
  {
    name: "an unreadable event before a call (41)",
    replies: stream("data: {broken\n\n", done(0, call("a", "f", '{"x":1}')), end()),
    expected: "f!truncated [error error.damaged] error?",
  },
]);

describeWireCases("OpenAI Responses over the real SDK: failures", "openai-responses", [
  {
    name: "a failed response, and tries again (39)",
    replies: [
      stream(
        send("response.failed", {
          response: { ...responseObject("failed", []), error: { code: "server_error", message: "Boom" } },
        }),
      ),
      responsesReply({ text: "hi" }),
    ],
    expected: "[notice retrying] hi stop",
  },
  {
    name: "a failed response behind text (39)",
    replies: stream(
      text("hi"),
      send("response.failed", {
        response: { ...responseObject("failed", []), error: { code: "server_error", message: "Boom" } },
      }),
    ),
    expected: "hi [error error.server] error?",
  },
  {
    name: "a failed response without a word (39)",
    replies: stream(text("hi"), send("response.failed", { response: responseObject("failed", []) })),
    expected: "hi [error error.provider] error?",
  },
  {
    name: "a failed response behind a whole call (39)",
    replies: stream(
      done(0, call("a", "f", '{"x":1}')),
      send("response.failed", {
        response: { ...responseObject("failed", []), error: { code: "server_error", message: "Boom" } },
      }),
    ),
    expected: "f!truncated [error error.server] error?",
  },
  {
    name: "an error event (39)",
    replies: stream(text("hi"), send("error", { code: "rate_limit_exceeded", message: "slow down", param: null })),
    expected: "hi [error error.rateLimit] error?",
  },
  {
    name: "an error object without a type (39)",
    replies: stream(text("hi"), 'data: {"error":{"message":"context_length_exceeded"}}\n\n'),
    expected: "hi [error error.context] error?",
  },
  {
    name: "an error as text (40)",
    replies: stream(text("hi"), "event: error\ndata: it broke\n\n"),
    expected: "hi [error error.provider] error?",
  },
  {
    name: "500 for a call that the server could not read, and tries again (27)",
    replies: [errorReply(500, { error: { message: "error parsing tool call" } }), responsesReply({ text: "hi" })],
    expected: "[notice retrying] hi stop",
  },
  {
    name: "502 with a page, and tries again (42)",
    replies: [errorReply(502, "<html><h1>502 Bad Gateway</h1></html>"), responsesReply({ text: "hi" })],
    expected: "[notice retrying] hi stop",
  },
  {
    name: "429 with a wait, and tries again (43)",
    replies: [errorReply(429, { error: { message: "slow" } }, { "retry-after": "1" }), responsesReply({ text: "hi" })],
    expected: "[notice retrying] hi stop",
  },
  {
    name: "429 without quota (43)",
    replies: errorReply(429, { error: { message: "You exceeded your current quota", code: "insufficient_quota" } }),
    expected: "[error error.quota] error?",
  },
  {
    name: "400 for tools (56)",
    replies: errorReply(400, { error: { message: "This model does not support tools" } }),
    expected: "[error error.toolsUnsupported] error?",
  },
  {
    name: "500 for a mistake of ours, sent once (56)",
    replies: errorReply(500, { error: { message: "Invalid input: expected an object", type: "server_error" } }),
    expected: "[error error.server] error?",
  },
  {
    name: "a server without this API",
    replies: errorReply(404, "404 page not found"),
    expected: "[error error.endpoint] error?",
  },
]);

describeWireCases("OpenAI Responses over the real SDK: what the provider runs", "openai-responses", [
  {
    name: "a web search",
    replies: stream(
      added(0, { type: "web_search_call", id: "w", status: "in_progress" }),
      send("response.web_search_call.searching", { output_index: 0, item_id: "w" }),
      done(0, {
        type: "web_search_call",
        id: "w",
        status: "completed",
        action: { type: "search", query: "x", sources: [{ type: "url", url: "https://example.com" }] },
      }),
      text("found", { output_index: 1, item_id: "m" }),
      end(),
    ),
    expected:
      'web_search{"type":"search","query":"x"} web_search=[{"type":"resource_link","uri":"https://example.com","name":"https://example.com"}] found stop',
  },
  {
    name: "code and its output",
    replies: stream(
      done(0, {
        type: "code_interpreter_call",
        id: "k",
        status: "completed",
        code: "1+1",
        outputs: [{ type: "logs", logs: "2" }],
      }),
      end(),
    ),
    expected: 'code_interpreter{"code":"1+1"} code_interpreter=[{"type":"text","text":"2"}] stop',
  },
  {
    name: "a call of an MCP server, with arguments as they stream",
    replies: stream(
      added(0, { type: "mcp_call", id: "p", name: "roll", server_label: "dice", arguments: "" }),
      send("response.mcp_call_arguments.delta", { output_index: 0, item_id: "p", delta: '{"n":' }),
      send("response.mcp_call_arguments.delta", { output_index: 0, item_id: "p", delta: "2}" }),
      done(0, {
        type: "mcp_call",
        id: "p",
        name: "roll",
        server_label: "dice",
        arguments: '{"n":2}',
        output: "7",
        status: "completed",
      }),
      end(),
    ),
    expected: 'roll{"n":2} roll=[{"type":"text","text":"7"}] stop',
  },
  {
    name: "a shell call whose output is another item",
    replies: stream(
      done(0, { type: "shell_call", id: "s", call_id: "s1", action: { commands: ["ls"] }, status: "completed" }),
      done(1, { type: "shell_call_output", id: "o", call_id: "s1", output: [{ stdout: "a.txt", stderr: "" }] }),
      end(),
    ),
    expected: 'shell{"action":{"commands":["ls"]}} shell=[{"type":"text","text":"a.txt"}] stop',
  },
  {
    name: "a call without a result",
    replies: stream(
      done(0, { type: "computer_call", id: "c", call_id: "c1", action: { type: "click" }, status: "completed" }),
      end(),
    ),
    expected: 'computer{"action":{"type":"click"}} computer!INTERRUPTED stop',
  },
  {
    name: "a search that was cut off",
    replies: stream(added(0, { type: "web_search_call", id: "w", status: "in_progress" })),
    expected: "web_search{} web_search!INTERRUPTED [error error.cut] error?",
  },
]);
