import assert from "node:assert/strict";
import fc from "fast-check";
import { readToolOutputName } from "../../src/extension/loop/result-content.ts";
import { FakeToolSource } from "../../src/extension/ports/fake-tool-source.ts";
import { withToolOutput } from "../../src/extension/session/tool-output-source.ts";
import { applySessionEvents, createConversation } from "../../src/shared/apply-session-event.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import type { Conversation } from "../../src/shared/conversation.ts";
import type { ToolContent } from "../../src/shared/tool-result.ts";

/** A chat with one call whose result has this content. */
function chatWith(content: ToolContent[]): Conversation {
  const chunks: Chunk[] = [
    { type: "mcp_tool_created", toolCallId: "c1", toolName: "read", via: "native" },
    { type: "mcp_tool_call_response", toolCallId: "c1", result: { content, isError: false } },
  ];
  return applySessionEvents(createConversation("s"), [
    { type: "user_message", messageId: "u", parentId: null, parts: [{ type: "text", text: "Read" }], at: 1 },
    { type: "version_begin", messageId: "a", versionId: "v", parentId: "u", provider: "p", model: "m", at: 1 },
    ...chunks.map((chunk, seq) => ({ type: "chunk" as const, versionId: "v", seq, chunk, at: 1 })),
  ]);
}

describe("withToolOutput", () => {
  it("offers the tool only when a result was cut, the text of resources included", () => {
    const offered = (content: ToolContent[]) => {
      const conversation = chatWith(content);
      return withToolOutput(
        new FakeToolSource(),
        () => conversation,
        () => 1_000,
      )
        .list()
        .map(({ name }) => name);
    };
    assert.deepEqual(offered([{ type: "text", text: "short" }]), []);
    assert.deepEqual(offered([{ type: "text", text: "a".repeat(1_001) }]), [readToolOutputName]);
    assert.deepEqual(offered([{ type: "resource", uri: "file:///a", text: "a".repeat(1_001) }]), [readToolOutputName]);
  });

  it("gives all of a result page by page and cuts no character in two", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 }),
        fc.integer({ min: 1, max: 250 }),
        async (text, limit) => {
          const conversation = chatWith([{ type: "text", text }]);
          const source = withToolOutput(
            new FakeToolSource(),
            () => conversation,
            () => limit,
          );
          let whole = "";
          for (let offset = 0; offset < text.length; offset = whole.length) {
            const options = { signal: new AbortController().signal, onProgress() {} };
            const result = await source.call(readToolOutputName, { tool_call_id: "c1", offset }, options);
            const [content] = result.content;
            const page = content?.type === "text" ? content.text.slice(0, content.text.lastIndexOf("\n")) : "";
            assert.ok(page.isWellFormed() || !text.isWellFormed());
            assert.notEqual(page, "");
            whole += page;
          }
          assert.equal(whole, text);
        },
      ),
    );
  });
});
