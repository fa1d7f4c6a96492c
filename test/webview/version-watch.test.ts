import assert from "node:assert/strict";
import { applySessionEvent, createConversation } from "../../src/shared/apply-session-event.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import type { Block, Conversation } from "../../src/shared/conversation.ts";
import {
  blockOf,
  currentVersion,
  publishVersions,
  subscribeBlock,
  watchVersion,
} from "../../src/webview/version-watch.ts";

describe("version watch", () => {
  let conversation: Conversation;

  beforeEach(() => {
    publishVersions(createConversation("none"));
    conversation = applySessionEvent(createConversation("s"), {
      type: "version_begin",
      messageId: "a",
      versionId: "v",
      parentId: "u",
      provider: "p",
      model: "m",
      at: 0,
    });
    publishVersions(conversation);
  });

  function stream(...chunks: Chunk[]): void {
    for (const chunk of chunks) {
      conversation = applySessionEvent(conversation, { type: "chunk", versionId: "v", seq: 0, chunk, at: 5 });
    }
    publishVersions(conversation);
  }

  /** How often the shape changed from here on. */
  function countShapes(): () => number {
    let changes = -1; // a signal also tells its subscriber what it is already
    watchVersion("v").subscribe(() => {
      changes += 1;
    });
    return () => changes;
  }

  it("gives growing text to who listens to its block, not to who watches the version", () => {
    stream({ type: "text_delta", text: "one" });
    const heard: Block[] = [];
    const end = subscribeBlock("v", "b0", (block) => heard.push(block));
    const shapes = countShapes();
    stream({ type: "text_delta", text: " two" }, { type: "text_delta", text: " three" });
    assert.deepEqual(
      heard.map((block) => block.type === "text" && block.text),
      ["one two three"],
      "once a publication",
    );
    assert.equal(shapes(), 0);
    const block = blockOf("v", "b0");
    assert.equal(block?.type === "text" && block.text, "one two three");
    assert.equal(currentVersion("v")?.blocks.length, 1);
    end();
    stream({ type: "text_delta", text: " four" });
    assert.equal(heard.length, 1);
  });

  it("tells who watches the version of each block, state, round and end", () => {
    const shapes = countShapes();
    const steps: Chunk[] = [
      { type: "round_begin", round: 0, provider: "p", model: "m", toolMode: "native" },
      { type: "reasoning_delta", text: "hm" },
      { type: "text_delta", text: "a" }, // also ends the reasoning
      { type: "mcp_tool_created", toolCallId: "c", toolName: "t", via: "native" },
      { type: "mcp_tool_in_progress", toolCallId: "c", input: {} },
      { type: "mcp_tool_approval_request", toolCallId: "c", facts: { effect: "reads", world: "closed" } },
      { type: "mcp_tool_approval_response", toolCallId: "c", decision: "approved", scope: "once" },
      { type: "mcp_tool_call_begin", toolCallId: "c", startedAt: 1 },
      { type: "mcp_tool_call_response", toolCallId: "c", result: { content: [], isError: false } },
      { type: "notice", code: "n", message: "N." },
      { type: "turn_end", turnId: "t", reason: "done" },
    ];
    for (const [index, chunk] of steps.entries()) {
      stream(chunk);
      assert.equal(shapes(), index + 1, chunk.type);
    }
  });

  it("keeps arguments and progress to the block", () => {
    stream({ type: "mcp_tool_created", toolCallId: "c", toolName: "t", via: "native" });
    const shapes = countShapes();
    const heard: Block[] = [];
    subscribeBlock("v", "b0", (block) => heard.push(block));
    stream({ type: "mcp_tool_input_delta", toolCallId: "c", delta: "{" });
    stream({ type: "mcp_tool_call_progress", toolCallId: "c", progress: 1 });
    assert.equal(shapes(), 0);
    assert.equal(heard.length, 2);
  });

  it("forgets a version that is gone", () => {
    const watched = watchVersion("v");
    publishVersions(createConversation("other"));
    assert.equal(watched.value, undefined);
    assert.equal(blockOf("v", "b0"), undefined);
  });
});
