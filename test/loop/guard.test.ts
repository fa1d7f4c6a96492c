import assert from "node:assert/strict";
import type { Chunk } from "../../src/shared/chunk.ts";
import { ask, createTestChat, lastVersion, textOf, toolBlocks } from "../support/chat.ts";

const now = { name: "now", builtIn: true, run: () => "12:00" };

const call = (id: string, input: Record<string, number> = {}): Chunk[] => [
  { type: "mcp_tool_created", toolCallId: id, toolName: "now", via: "native" },
  { type: "mcp_tool_input_delta", toolCallId: id, delta: JSON.stringify(input) },
  { type: "mcp_tool_in_progress", toolCallId: id, input },
];

describe("guard", () => {
  it("ends a reply at the third identical call and runs the two before it", async () => {
    const { session, tools } = createTestChat({
      replies: [["a", "b", "c", "d"].flatMap((id) => call(id)), [{ type: "text_delta", text: "Done." }]],
      tools: [now],
    });
    await ask(session, "Go");
    assert.equal(tools.calls.length, 2);
    const version = lastVersion(session.conversation);
    assert.deepEqual(
      toolBlocks(version).map((tool) => tool.state),
      ["output-available", "output-available", "output-error"],
    );
    assert.ok(version.blocks.some((block) => block.type === "notice" && block.notice.code === "repeated_call"));
    assert.equal(version.rounds[0]?.finishReason, "stop");
  });

  it("runs 64 calls of a reply and not the 65th", async () => {
    const { session, tools } = createTestChat({
      replies: [
        Array.from({ length: 70 }, (_, n) => call(`c${n}`, { n })).flat(),
        [{ type: "text_delta", text: "Done." }],
      ],
      tools: [now],
    });
    await ask(session, "Go");
    assert.equal(tools.calls.length, 64);
    assert.equal(lastVersion(session.conversation).endReason, "done");
  });

  it("ends a reply that repeats itself, aborts the request, and counts it as complete", async () => {
    let aborted = false;
    const { session } = createTestChat({
      replies: [
        async function* (_, signal) {
          for (let n = 0; n < 10_000 && !signal.aborted; n++) {
            await Promise.resolve();
            yield { type: "text_delta", text: "I will now look at the file. " };
          }
          aborted = signal.aborted;
          yield { type: "round_end", finishReason: "abort", complete: false };
        },
      ],
    });
    await ask(session, "Go");
    assert.equal(aborted, true);
    const version = lastVersion(session.conversation);
    assert.equal(version.endReason, "done");
    assert.equal(version.rounds[0]?.finishReason, "cut");
    assert.ok(textOf(version.blocks).length < 4_000);
  });

  it("leaves long rules, tables and blank lines alone", async () => {
    const text = `${"-".repeat(4_000)}\n${" ".repeat(3_000)}|`;
    const { session } = createTestChat({ replies: [[{ type: "text_delta", text }]] });
    await ask(session, "Go");
    assert.equal(textOf(lastVersion(session.conversation).blocks), text);
  });
});
