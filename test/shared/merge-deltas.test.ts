import assert from "node:assert/strict";
import fc from "fast-check";
import { applySessionEvent, applySessionEvents, createConversation } from "../../src/shared/apply-session-event.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import { pushMerged } from "../../src/shared/merge-deltas.ts";
import type { SessionEvent } from "../../src/shared/session-event.ts";

const start: SessionEvent[] = [
  { type: "session_created", sessionId: "s", formatVersion: 1, createdAt: 1 },
  { type: "user_message", messageId: "u", parentId: null, parts: [{ type: "text", text: "hi" }], at: 2 },
  { type: "version_begin", messageId: "a", versionId: "v", parentId: "u", provider: "p", model: "m", at: 3 },
  { type: "version_begin", messageId: "a", versionId: "w", parentId: "u", provider: "p", model: "m", at: 3 },
];

const created = (toolCallId: string): Chunk => ({
  type: "mcp_tool_created",
  toolCallId,
  toolName: "tool",
  via: "native",
});

const chunk: fc.Arbitrary<Chunk> = fc.oneof(
  fc.record({ type: fc.constant("text_delta" as const), text: fc.string() }),
  fc.record({ type: fc.constant("reasoning_delta" as const), text: fc.string() }),
  fc.record({
    type: fc.constant("mcp_tool_input_delta" as const),
    toolCallId: fc.constantFrom("c1", "c2"),
    delta: fc.string(),
  }),
  fc.constantFrom(created("c1"), created("c2")),
);

const chunkEvents = fc
  .array(fc.tuple(fc.constantFrom("v", "w"), chunk), { maxLength: 40 })
  .map((list) =>
    list.map(([versionId, item], seq): SessionEvent => ({ type: "chunk", versionId, seq, chunk: item, at: 10 + seq })),
  );

const fold = (events: readonly SessionEvent[]) => events.reduce(applySessionEvent, createConversation("s"));

describe("merge-deltas", () => {
  it("folds to the same conversation as the deltas one by one", () => {
    fc.assert(
      fc.property(chunkEvents, fc.integer({ min: 1, max: 60 }), (events, limit) => {
        const merged: SessionEvent[] = [];
        for (const event of events) {
          pushMerged(merged, event, limit);
        }
        assert.deepEqual(fold([...start, ...merged]), fold([...start, ...events]));
      }),
    );
  });

  it("folds many events at once to the same conversation as one by one, and changes no earlier one", () => {
    const anyEvent = fc.oneof(
      {
        weight: 6,
        arbitrary: fc
          .tuple(fc.constantFrom("v", "w"), chunk)
          .map(([versionId, item]): SessionEvent => ({ type: "chunk", versionId, seq: 0, chunk: item, at: 9 })),
      },
      fc.constantFrom<SessionEvent>(
        { type: "user_message", messageId: "u2", parentId: "v", parts: [], at: 4 },
        { type: "user_message", messageId: "u3", parentId: null, parts: [], at: 5 },
        { type: "version_begin", messageId: "a2", versionId: "x", parentId: "u2", provider: "p", model: "m", at: 6 },
        { type: "version_selected", messageId: "a", versionId: "v" },
        { type: "version_selected", messageId: "u" },
        { type: "message_deleted", messageId: "u2" },
        { type: "message_deleted", messageId: "a" },
        { type: "title_changed", title: "t" },
      ),
    );
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 20 }), (events) => {
        const before = fold(start);
        const kept = structuredClone(before);
        assert.deepEqual(applySessionEvents(before, events), events.reduce(applySessionEvent, before));
        assert.deepEqual(before, kept);
      }),
    );
  });

  it("joins neighbours of one target and nothing else", () => {
    const merged: SessionEvent[] = [];
    const text = (versionId: string, seq: number, value: string): SessionEvent => ({
      type: "chunk",
      versionId,
      seq,
      chunk: { type: "text_delta", text: value },
      at: seq,
    });
    for (const event of [text("v", 1, "a"), text("v", 2, "b"), text("w", 3, "c"), text("v", 4, "d")]) {
      pushMerged(merged, event, 100);
    }
    assert.deepEqual(merged, [{ ...text("v", 2, "ab"), at: 1 }, text("w", 3, "c"), text("v", 4, "d")]);
  });

  it("stops joining at the limit", () => {
    const merged: SessionEvent[] = [];
    for (let seq = 0; seq < 10; seq++) {
      pushMerged(
        merged,
        { type: "chunk", versionId: "v", seq, chunk: { type: "text_delta", text: "abcd" }, at: 1 },
        12,
      );
    }
    const lengths = merged.map((event) =>
      event.type === "chunk" && event.chunk.type === "text_delta" ? event.chunk.text.length : -1,
    );
    assert.deepEqual(lengths, [12, 12, 12, 4]);
  });
});
