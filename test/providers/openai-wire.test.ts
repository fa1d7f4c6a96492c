import assert from "node:assert/strict";
import type { JsonObject } from "../../src/shared/json.ts";
import { event, openAiChunk, openAiReply } from "../support/model-replies.ts";
import { inPieces, sseReply, startTestModelServer, type WireReply } from "../support/test-model-server.ts";
import { describeWireCases } from "../support/wire-cases.ts";
import { wireClient, wireRequest } from "../support/wire-client.ts";

const done = "data: [DONE]\n\n";
const stop = event(openAiChunk({}, "stop"));
const say = (content: string) => event(openAiChunk({ content }));
const call = (piece: JsonObject) => event(openAiChunk({ tool_calls: [piece] }));

// Numbers in names are the quirks of docs/decisions/providers.md.
describeWireCases("the bytes of Chat Completions over the real SDK", "openai-chat", [
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
]);

describe("a slow reply of Chat Completions", () => {
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
      for await (const chunk of client.stream(wireRequest(), controller.signal)) {
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
