import type { JsonObject } from "../../src/shared/json.ts";
import { anthropicReply, namedEvent } from "../support/model-replies.ts";
import { errorReply, sseReply, type WirePart } from "../support/test-model-server.ts";
import { describeWireCases } from "../support/wire-cases.ts";

const start = namedEvent({ type: "message_start", message: { id: "m", content: [], usage: { input_tokens: 3 } } });
const open = (place: JsonObject, block: JsonObject) =>
  namedEvent({ type: "content_block_start", ...place, content_block: block });
const delta = (place: JsonObject, value: JsonObject) =>
  namedEvent({ type: "content_block_delta", ...place, delta: value });
const close = (place: JsonObject) => namedEvent({ type: "content_block_stop", ...place });
const text = (piece: string, place: JsonObject = { index: 0 }) => delta(place, { type: "text_delta", text: piece });
const json = (place: JsonObject, piece: unknown) =>
  delta(place, { type: "input_json_delta", partial_json: piece as string });
const use = (place: JsonObject, id: unknown = "t1", name = "f") =>
  open(place, { type: "tool_use", id: id as string, name, input: {} });
const end = (reason: string | null, usage: JsonObject = { output_tokens: 9 }) =>
  namedEvent({ type: "message_delta", delta: { stop_reason: reason }, usage });
const stop = namedEvent({ type: "message_stop" });
const stream = (...parts: WirePart[]) => sseReply([start, ...parts]);
const called = (...parts: WirePart[]) => stream(...parts, end("tool_use"), stop);
const at = (index: number) => ({ index });

// The siblings of Chat Completions' quirks; numbers are those of docs/decisions/quirks.md.
describeWireCases("Anthropic Messages over the real SDK: quirks of calls", "anthropic", [
  {
    name: "no index at all (1)",
    replies: called(
      use({}),
      json({}, '{"x":'),
      json({}, "1}"),
      close({}),
      use({}, "t2", "g"),
      json({}, '{"y":"z"}'),
      close({}),
    ),
    expected: 'f{"x":1} g{"y":"z"} tool_calls',
  },
  {
    name: "index always 0 (2)",
    replies: called(use(at(0)), json(at(0), '{"x":1}'), use(at(0), "t2"), json(at(0), '{"x":2}')),
    expected: 'f{"x":1} f{"x":2} tool_calls',
  },
  {
    name: "indexes from 5 (3)",
    replies: called(use(at(5)), json(at(5), '{"x":1}'), close(at(5))),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "empty ids (5)",
    replies: called(use(at(0), ""), json(at(0), '{"x":1}'), use(at(1), "", "g"), json(at(1), "{}")),
    expected: 'f{"x":1} g{} tool_calls',
  },
  {
    name: "no ids (6)",
    replies: called(use(at(0), undefined), json(at(0), '{"x":1}'), close(at(0))),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "a block that is opened twice (7)",
    replies: called(use(at(0)), use(at(0)), json(at(0), '{"x":1}'), close(at(0))),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "arguments as an object (12)",
    replies: called(use(at(0)), json(at(0), { x: 1 }), close(at(0))),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "empty arguments (13)",
    replies: called(use(at(0)), json(at(0), ""), close(at(0))),
    expected: "f{} tool_calls",
  },
  {
    name: "empty arguments of a lost reply (13)",
    replies: stream(use(at(0)), json(at(0), "")),
    expected: "f!truncated [error error.cut] error?",
  },
  {
    name: "null arguments (14)",
    replies: called(
      open(at(0), { type: "tool_use", id: "t", name: "f", input: null }),
      json(at(0), null),
      close(at(0)),
    ),
    expected: "f{} tool_calls",
  },
  {
    name: "the same arguments twice (14)",
    replies: called(use(at(0)), json(at(0), '{"x":1}{"x":1}'), close(at(0))),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "a second call whose arguments were lost is left to the loop's check (15)",
    replies: called(use(at(0)), json(at(0), '{"x":1}'), use(at(1), "t2", "g"), close(at(1))),
    expected: 'f{"x":1} g{} tool_calls',
  },
  {
    name: "a whole call in its first event (16)",
    replies: called(open(at(0), { type: "tool_use", id: "t", name: "f", input: { x: 1 } })),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "the whole arguments once more at the end (17)",
    replies: called(use(at(0)), json(at(0), '{"x":'), json(at(0), "1}"), json(at(0), '{"x":1}'), close(at(0))),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "arguments encoded twice (18)",
    replies: called(use(at(0)), json(at(0), JSON.stringify('{"x":1}')), close(at(0))),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "cut arguments (19)",
    replies: called(use(at(0)), json(at(0), '{"x":'), close(at(0))),
    expected: "f!truncated tool_calls",
  },
  {
    name: "a bundle of parallel calls (20)",
    replies: called(
      use(at(0), "t", "multi_tool_use.parallel"),
      json(at(0), '{"tool_uses":[{"recipient_name":"functions.f","parameters":{"x":1}}]}'),
      close(at(0)),
    ),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "control tokens in a name (21)",
    replies: called(use(at(0), "t", "f<|channel|>commentary"), close(at(0))),
    expected: "f{} tool_calls",
  },
  {
    name: "calls with end_turn (22)",
    replies: stream(use(at(0)), json(at(0), '{"x":1}'), close(at(0)), end("end_turn"), stop),
    expected: 'f{"x":1} tool_calls',
  },
  {
    name: "tool_use without a call, tried again (23)",
    replies: [called(), anthropicReply({ text: "hi" })],
    expected: "[notice retrying] hi stop",
  },
  {
    name: "tool_use without a call that lasts (23)",
    replies: called(),
    expected: "[notice retrying] [error error.noCall] error?",
  },
]);

describeWireCases("Anthropic Messages over the real SDK: quirks of ends, events and errors", "anthropic", [
  {
    name: "an empty stop reason in the middle (24)",
    replies: stream(text("one "), end(""), end(null), text("two"), end("end_turn"), stop),
    expected: "one two stop",
  },
  {
    name: "[DONE] in place of the end (25)",
    replies: stream(text("hi"), "data: [DONE]\n\n"),
    expected: "hi [error error.cut] error?",
  },
  { name: "message_stop alone (25)", replies: stream(text("hi"), stop), expected: "hi stop" },
  {
    name: "the output limit, told as end_turn (26)",
    replies: stream(text("hi"), end("end_turn", { output_tokens: 1_000 }), stop),
    expected: "hi length",
  },
  {
    name: "a 500 for a call that the server could not read, tried again (27)",
    replies: [
      errorReply(500, { type: "error", error: { type: "api_error", message: "error parsing tool call" } }),
      anthropicReply({ text: "hi" }),
    ],
    expected: "[notice retrying] hi stop",
  },
  {
    name: "events without a type, a start without a message (28)",
    replies: sseReply([
      namedEvent({ type: "message_start" }),
      'event: content_block_delta\ndata: {"x":1}\n\n',
      text("hi"),
      end("end_turn"),
      stop,
    ]),
    expected: "hi stop",
  },
  { name: "null data (29)", replies: stream("data: null\n\n", text("hi"), end("end_turn"), stop), expected: "hi stop" },
  {
    name: "empty pieces beside text (30)",
    replies: stream(json(at(0), ""), text("hi"), json(at(0), null), end("end_turn"), stop),
    expected: "hi stop",
  },
  {
    name: "blocks without text (31)",
    replies: stream(open(at(0), { type: "text" }), text("hi"), close(at(0)), end("end_turn"), stop),
    expected: "hi stop",
  },
  {
    name: "text in the block's start (31)",
    replies: stream(open(at(0), { type: "text", text: "hi" }), close(at(0)), end("end_turn"), stop),
    expected: "hi stop",
  },
  {
    name: "one line end between events, comments and empty data (36, 37)",
    replies: sseReply([
      ": ping\n\ndata:\n\n",
      ...[start, text("hi"), end("end_turn"), stop].map((part) => part.replace(/\n\n$/, "\n")),
    ]),
    expected: "hi stop",
  },
  {
    name: "CR line ends and a byte order mark (36)",
    replies: sseReply([
      "\uFEFF",
      ...[start, text("hi"), end("end_turn"), stop].map((part) => part.replaceAll("\n", "\r")),
    ]),
    expected: "hi stop",
  },
  {
    name: "an error object without a type (39)",
    replies: stream(text("hi"), 'data: {"error":{"message":"rate limit reached","code":429}}\n\n'),
    expected: "hi [error error.rateLimit] error?",
  },
  {
    name: "an error as text (40)",
    replies: stream(text("hi"), "event: error\ndata: it broke\n\n"),
    expected: "hi [error error.provider] error?",
  },
  {
    name: "an error as a field (40)",
    replies: stream(text("hi"), 'error: {"message":"it broke"}\n\n'),
    expected: "hi [error error.provider] error?",
  },
  {
    name: "an unreadable event between texts (41)",
    replies: stream(text("a"), "data: {broken\n\n", text("b"), end("end_turn"), stop),
    expected: "ab [notice reply_damaged] stop",
  },
  {
    name: "an unreadable event before a call (41)",
    replies: stream("data: {broken\n\n", use(at(0)), json(at(0), '{"x":1}'), end("tool_use"), stop),
    expected: "f!truncated [error error.damaged] error?",
  },
  {
    name: "502 with a page, tried again (42)",
    replies: [errorReply(502, "<html><h1>502 Bad Gateway</h1></html>"), anthropicReply({ text: "hi" })],
    expected: "[notice retrying] hi stop",
  },
  {
    name: "429 with a wait, tried again (43)",
    replies: [
      errorReply(429, { type: "error", error: { type: "rate_limit_error", message: "slow" } }, { "retry-after": "1" }),
      anthropicReply({ text: "hi" }),
    ],
    expected: "[notice retrying] hi stop",
  },
  {
    name: "429 with a wait of an hour, which is not waited for (43)",
    replies: errorReply(
      429,
      { type: "error", error: { type: "rate_limit_error", message: "slow" } },
      { "retry-after": "3600" },
    ),
    expected: "[error error.rateLimit] error?",
  },
  {
    name: "an account without credit (43)",
    replies: errorReply(400, {
      type: "error",
      error: { type: "invalid_request_error", message: "Your credit balance is too low to access the API." },
    }),
    expected: "[error error.quota] error?",
  },
  {
    name: "400 for tools (56)",
    replies: errorReply(400, {
      type: "error",
      error: { type: "invalid_request_error", message: "tools: Extra inputs are not permitted" },
    }),
    expected: "[error error.toolsUnsupported] error?",
  },
  {
    name: "500 for a mistake of ours, sent once (56)",
    replies: errorReply(500, {
      type: "error",
      error: { type: "api_error", message: "Invalid messages: expected an object" },
    }),
    expected: "[error error.server] error?",
  },
]);
