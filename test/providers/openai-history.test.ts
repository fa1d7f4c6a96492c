import assert from "node:assert/strict";
import type { ModelMessage } from "../../src/extension/ports/model.ts";
import { profileOf } from "../../src/extension/providers/host-profile.ts";
import { type OpenAiHistoryOptions, toOpenAiMessages } from "../../src/extension/providers/openai-history.ts";
import { toWireCallId } from "../../src/extension/providers/wire-call-id.ts";
import { historyWithCall } from "../support/wire-client.ts";

function optionsFor(baseUrl: string): OpenAiHistoryOptions {
  const concessions = { dropped: new Set<string>(), renamed: new Map<string, string>() };
  return { provider: "p", model: "m", profile: profileOf(baseUrl), concessions, vision: true };
}

const again: ModelMessage = { role: "user", content: [{ type: "text", text: "And now?" }] };

describe("toOpenAiMessages", () => {
  it("gives Mistral ids of nine characters, the same for call and result, and a word between tool and user", () => {
    const messages = toOpenAiMessages("", [...historyWithCall(), again], optionsFor("https://api.mistral.ai/v1"));
    assert.deepEqual(
      messages.map(({ role }) => role),
      ["user", "assistant", "tool", "assistant", "user"],
    );
    const id = messages[2]?.tool_call_id;
    assert.match(String(id), /^[a-zA-Z0-9]{9}$/);
    assert.match(JSON.stringify(messages[1]), new RegExp(`"id":"${String(id)}"`));
  });

  it("marks errors, names what cannot be sent, and never sends nothing", () => {
    const history = historyWithCall();
    const result = { toolCallId: "call_1", toolName: "f", isError: true };
    const contents: readonly (readonly [
      Extract<ModelMessage, { role: "tool" }>["results"][number]["content"],
      RegExp,
    ])[] = [
      [[{ type: "text", text: "no such file" }], /^Error: no such file$/],
      [[{ type: "audio", data: "QUJD", mimeType: "audio/wav" }], /Audio \(audio\/wav, 3 bytes\)/],
      [[{ type: "resource", uri: "file:///x", blob: "QUJD" }], /resource file:\/\/\/x holds binary data/],
      [[{ type: "unknown", originalType: "hologram", value: { a: 1 } }], /unknown type "hologram": \{"a":1\}/],
      [[], /Error:|no output/],
    ];
    for (const [content, expected] of contents) {
      history[2] = { role: "tool", results: [{ ...result, content }] };
      const messages = toOpenAiMessages("", history, optionsFor("https://api.openai.com/v1"));
      assert.match(String(messages.at(-1)?.content), expected);
    }
  });

  it("leaves out replies that say nothing", () => {
    const empty: ModelMessage = { role: "assistant", content: [{ type: "reasoning", text: "hm" }] };
    const messages = toOpenAiMessages("", [again, empty, again], optionsFor("https://api.openai.com/v1"));
    assert.deepEqual(messages, [{ role: "user", content: "And now?\n\nAnd now?" }]);
  });

  it("sends no half characters", () => {
    const half: ModelMessage = { role: "user", content: [{ type: "text", text: "a\ud83db" }] };
    assert.deepEqual(toOpenAiMessages("", [half], optionsFor("https://api.openai.com/v1")), [
      { role: "user", content: "a\ufffdb" },
    ]);
  });
});

describe("toWireCallId", () => {
  it("keeps an id that fits and derives one that does not, always the same", () => {
    assert.equal(toWireCallId("call_1", "any"), "call_1");
    assert.match(toWireCallId("functions.f:0", "any"), /^call_[a-zA-Z0-9]{9}$/);
    assert.match(toWireCallId("x".repeat(80), "any"), /^call_[a-zA-Z0-9]{9}$/);
    assert.equal(toWireCallId("abcDEF123", "nine_alphanumeric"), "abcDEF123");
    assert.equal(toWireCallId("call_1", "nine_alphanumeric"), toWireCallId("call_1", "nine_alphanumeric"));
    assert.notEqual(toWireCallId("call_1", "nine_alphanumeric"), toWireCallId("call_2", "nine_alphanumeric"));
  });
});
