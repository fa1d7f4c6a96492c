import assert from "node:assert/strict";
import type { Chunk } from "../../src/shared/chunk.ts";
import { anthropicEvents, event, namedEvent, openAiChunk } from "../support/model-replies.ts";
import { sseReply, startTestModelServer } from "../support/test-model-server.ts";
import { ask, summarise, wireClient } from "../support/wire-client.ts";

/** For each reason: what becomes of a reply with text, and of one without anything. */
const expected: Readonly<Record<string, { text: string; empty: string }>> = {
  stop: { text: "hi stop", empty: "stop" },
  end_turn: { text: "hi stop", empty: "stop" },
  eos: { text: "hi stop", empty: "stop" },
  eos_token: { text: "hi stop", empty: "stop" },
  COMPLETE: { text: "hi stop", empty: "stop" },
  some_new_reason: { text: "hi stop", empty: "stop" },
  tool_use: { text: "hi stop", empty: "[notice retrying] [error error.noCall] error?" },
  tool_calls: { text: "hi stop", empty: "[notice retrying] [error error.noCall] error?" },
  function_call: { text: "hi stop", empty: "[notice retrying] [error error.noCall] error?" },
  "function_call_filter: MALFORMED_FUNCTION_CALL": {
    text: "hi stop",
    empty: "[notice retrying] [error error.noCall] error?",
  },
  length: { text: "hi length", empty: "length" },
  MAX_TOKENS: { text: "hi length", empty: "length" },
  max_output_tokens: { text: "hi length", empty: "length" },
  model_length: { text: "hi length", empty: "length" },
  model_context_window_exceeded: { text: "hi length", empty: "length" },
  content_filter: {
    text: "hi [error error.contentFilter] content_filter?",
    empty: "[error error.contentFilter] content_filter?",
  },
  SAFETY: {
    text: "hi [error error.contentFilter] content_filter?",
    empty: "[error error.contentFilter] content_filter?",
  },
  sensitive: {
    text: "hi [error error.contentFilter] content_filter?",
    empty: "[error error.contentFilter] content_filter?",
  },
  refusal: { text: "hi [error error.refusal] refusal?", empty: "[error error.refusal] refusal?" },
  network_error: {
    text: "hi [error error.serverFault] error?",
    empty: "[notice retrying] [error error.serverFault] error?",
  },
  insufficient_system_resource: {
    text: "hi [error error.serverFault] error?",
    empty: "[notice retrying] [error error.serverFault] error?",
  },
  abort: { text: "hi [error error.serverFault] error?", empty: "[notice retrying] [error error.serverFault] error?" },
  error: { text: "hi [error error.provider] error?", empty: "[error error.provider] error?" },
};

async function replyTo(kind: "openai-chat" | "anthropic", parts: readonly string[]): Promise<Chunk[]> {
  const steps = [sseReply(parts)];
  const server = await startTestModelServer(kind === "anthropic" ? { anthropic: steps } : { openai: steps });
  try {
    return await ask(wireClient(kind, kind === "anthropic" ? server.anthropicUrl : server.openAiUrl));
  } finally {
    await server.close();
  }
}

function chat(text: string, reason: string): string[] {
  return [...(text === "" ? [] : [event(openAiChunk({ content: text }))]), event(openAiChunk({}, reason))];
}

/** The same with the text's block left out when there is none. */
function messages(text: string, reason: string): string[] {
  const events = anthropicEvents({ text: text === "" ? "x" : text });
  return events
    .filter((item) => text !== "" || !String(item.type).startsWith("content_block"))
    .map((item) => namedEvent(item.type === "message_delta" ? { ...item, delta: { stop_reason: reason } } : item));
}

describe("the reasons why replies end, as servers and gateways write them", () => {
  for (const [reason, { text, empty }] of Object.entries(expected)) {
    it(`${reason}`, async () => {
      assert.equal(summarise(await replyTo("openai-chat", chat("hi", reason))), text);
      assert.equal(summarise(await replyTo("openai-chat", chat("", reason))), empty);
      assert.equal(summarise(await replyTo("anthropic", messages("hi", reason))), text);
      assert.equal(summarise(await replyTo("anthropic", messages("", reason))), empty);
    });
  }

  it("names the reason that says no more than that something failed", async () => {
    const chunks = await replyTo("openai-chat", chat("hi", "network_error"));
    const error = chunks.find((chunk) => chunk.type === "error");
    assert.match(error?.type === "error" ? error.message : "", /fault of its own\. Try again\. .*network_error/);
  });
});
