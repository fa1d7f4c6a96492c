import assert from "node:assert/strict";
import { conversationToMarkdown } from "../../src/extension/session/conversation-to-markdown.ts";
import { applySessionEvent, createConversation } from "../../src/shared/apply-session-event.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import type { SessionEvent } from "../../src/shared/session-event.ts";

const question: SessionEvent[] = [
  { type: "title_changed", title: "Sums" },
  {
    type: "user_message",
    messageId: "u",
    parentId: null,
    parts: [
      { type: "text", text: "What is 17 + 25?" },
      { type: "file", uri: "file:///a.md", name: "a.md", text: "" },
    ],
    at: 1,
  },
  { type: "version_begin", messageId: "a", versionId: "v", parentId: "u", provider: "p", model: "small", at: 2 },
];

function written(...chunks: Chunk[]): string {
  const events = chunks.map((chunk, seq): SessionEvent => ({ type: "chunk", versionId: "v", seq, chunk, at: 3 }));
  return conversationToMarkdown([...question, ...events].reduce(applySessionEvent, createConversation("s")));
}

const created: Chunk = {
  type: "mcp_tool_created",
  toolCallId: "c",
  toolName: "mcp__calc__add",
  title: "Add",
  serverName: "calc",
  via: "native",
};

describe("conversation-to-markdown", () => {
  it("writes messages, reasoning, calls and results in order", () => {
    const document = written(
      { type: "reasoning_delta", text: "I add.\nThen I answer." },
      created,
      { type: "mcp_tool_in_progress", toolCallId: "c", input: { a: 17, b: 25 } },
      {
        type: "mcp_tool_call_response",
        toolCallId: "c",
        result: { content: [{ type: "text", text: "42" }], isError: false },
      },
      { type: "text_delta", text: "It is **42**." },
    );
    assert.equal(
      document,
      [
        "# Sums",
        "## You",
        "What is 17 + 25?",
        "*Attached: a.md*",
        "## small",
        "> I add.\n> Then I answer.",
        "**Add** (calc)",
        '```json\n{\n  "a": 17,\n  "b": 25\n}\n```',
        "```\n42\n```",
        "It is **42**.\n",
      ].join("\n\n"),
    );
  });

  it("keeps a fence inside a result from ending the one around it", () => {
    const text = "````\ncode\n````";
    const document = written(
      created,
      { type: "mcp_tool_in_progress", toolCallId: "c", input: {} },
      {
        type: "mcp_tool_call_response",
        toolCallId: "c",
        result: { content: [{ type: "text", text }], isError: false },
      },
    );
    assert.ok(document.includes(`\`\`\`\`\`\n${text}\n\`\`\`\`\``));
  });

  it("tells failures, and nothing that was discarded", () => {
    const document = written(
      { type: "text_discarded", raw: "invented", reason: "fabricated_result" },
      { type: "notice", code: "n", message: "Switched to text mode." },
      { type: "error", code: "MODEL_ERROR", message: "The model is gone." },
    );
    assert.match(document, /\*Switched to text mode\.\*/);
    assert.match(document, /\*\*The model is gone\.\*\*/);
    assert.doesNotMatch(document, /invented/);
  });

  it("leaves out a reply that was discarded as a whole, and keeps what was said about it", () => {
    const begin = (round: number): Chunk => ({
      type: "round_begin",
      round,
      provider: "p",
      model: "m",
      toolMode: "native",
    });
    const document = written(
      begin(0),
      { type: "text_delta", text: "I look." },
      { type: "text_discarded", raw: "I look. <call>", reason: "leaked_call" },
      { type: "notice", code: "n", message: "Asked again." },
      begin(1),
      { type: "text_delta", text: "It is noon." },
    );
    assert.match(document, /\*Asked again\.\*\n\nIt is noon\./);
    assert.doesNotMatch(document, /I look/);
  });
});
