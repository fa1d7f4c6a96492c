import assert from "node:assert/strict";
import { applySessionEvent, createConversation } from "../../src/shared/apply-session-event.ts";
import type { SessionEvent } from "../../src/shared/session-event.ts";
import { conversationPath } from "../../src/webview/conversation-path.ts";

const question = (messageId: string, parentId: string | null): SessionEvent => ({
  type: "user_message",
  messageId,
  parentId,
  parts: [{ type: "text", text: messageId }],
  at: 0,
});
const answer = (messageId: string, versionId: string, parentId: string): SessionEvent => ({
  type: "version_begin",
  messageId,
  versionId,
  parentId,
  provider: "p",
  model: "m",
  at: 0,
});
const fold = (...events: SessionEvent[]) => events.reduce(applySessionEvent, createConversation("s"));

describe("conversation path", () => {
  it("is empty without messages", () => {
    assert.deepEqual(conversationPath(fold()), []);
  });

  it("names versions and siblings of what is shown", () => {
    const path = conversationPath(
      fold(
        question("u1", null),
        answer("a1", "v1", "u1"),
        answer("a1", "v2", "u1"),
        question("u2", "v2"),
        question("u2b", "v2"),
        answer("a2", "v3", "u2b"),
      ),
    );
    assert.deepEqual(
      path.map((entry) =>
        entry.role === "user"
          ? [entry.messageId, entry.siblingIds]
          : [entry.messageId, entry.parentId, entry.selectedVersionId, entry.versionIds],
      ),
      [
        ["u1", ["u1"]],
        ["a1", "u1", "v2", ["v1", "v2"]],
        ["u2b", ["u2", "u2b"]],
        ["a2", "u2b", "v3", ["v3"]],
      ],
    );
  });
});
