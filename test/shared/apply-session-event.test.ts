import assert from "node:assert/strict";
import { applySessionEvent, createConversation } from "../../src/shared/apply-session-event.ts";
import { selectedPath, siblingsOf } from "../../src/shared/selected-path.ts";
import type { SessionEvent } from "../../src/shared/session-event.ts";

const user = (messageId: string, parentId: string | null): SessionEvent => ({
  type: "user_message",
  messageId,
  parentId,
  parts: [{ type: "text", text: messageId }],
  at: 1,
});
const version = (messageId: string, versionId: string, parentId: string): SessionEvent => ({
  type: "version_begin",
  messageId,
  versionId,
  parentId,
  provider: "p",
  model: "m",
  at: 2,
});
const fold = (...events: SessionEvent[]) => events.reduce(applySessionEvent, createConversation("s"));
const path = (...events: SessionEvent[]) => selectedPath(fold(...events)).map((message) => message.messageId);

describe("applySessionEvent", () => {
  const chat = [user("u1", null), version("a1", "v1", "u1"), user("u2", "v1"), version("a2", "v2", "u2")];

  it("walks the selected path", () => {
    assert.deepEqual(path(...chat), ["u1", "a1", "u2", "a2"]);
  });

  it("shows a new version and the messages below it; the old branch comes back when it is selected", () => {
    const again = [...chat, version("a1", "v1b", "u1")];
    assert.deepEqual(path(...again), ["u1", "a1"]);
    assert.deepEqual(path(...again, user("u3", "v1b")), ["u1", "a1", "u3"]);
    const back: SessionEvent = { type: "version_selected", messageId: "a1", versionId: "v1" };
    assert.deepEqual(path(...again, user("u3", "v1b"), back), ["u1", "a1", "u2", "a2"]);
  });

  it("makes an edited message a sibling", () => {
    const edited = [...chat, user("u2b", "v1")];
    assert.deepEqual(path(...edited), ["u1", "a1", "u2b"]);
    const [, , second] = fold(...edited).messages;
    assert.ok(second?.role === "user");
    assert.deepEqual(
      siblingsOf(fold(...edited), second).map((message) => message.messageId),
      ["u2", "u2b"],
    );
    assert.deepEqual(path(...edited, { type: "version_selected", messageId: "u2" }), ["u1", "a1", "u2", "a2"]);
  });

  it("deletes a message with everything below it and shows what is left", () => {
    assert.deepEqual(path(...chat, { type: "message_deleted", messageId: "u2" }), ["u1", "a1"]);
    assert.deepEqual(path(...chat, user("u2b", "v1"), { type: "message_deleted", messageId: "u2b" }), [
      "u1",
      "a1",
      "u2",
      "a2",
    ]);
    assert.equal(fold(...chat, { type: "message_deleted", messageId: "u1" }).messages.length, 0);
  });

  it("skips and counts a chunk that a newer build wrote", () => {
    const chunk = { type: "mcp_tool_dreamt", toolCallId: "c" };
    const future = { type: "chunk", versionId: "v1", seq: 1, chunk, at: 3 } as unknown as SessionEvent;
    assert.deepEqual(fold(...chat, future), { ...fold(...chat), skippedEvents: 1 });
  });

  it("skips and counts what a newer build wrote", () => {
    const future = { type: "hologram_added", size: 3 } as unknown as SessionEvent;
    const conversation = fold(...chat, future);
    assert.equal(conversation.skippedEvents, 1);
    assert.deepEqual(conversation.messages, fold(...chat).messages);
  });

  it("keeps the identity of messages that a chunk does not touch", () => {
    const before = fold(...chat);
    const after = applySessionEvent(before, {
      type: "chunk",
      versionId: "v2",
      seq: 0,
      chunk: { type: "text_delta", text: "x" },
      at: 3,
    });
    assert.equal(after.messages[0], before.messages[0]);
    assert.equal(after.messages[1], before.messages[1]);
    assert.notEqual(after.messages[3], before.messages[3]);
  });
});
