import assert from "node:assert/strict";
import fc from "fast-check";
import { applyChunk, createVersion } from "../../src/shared/apply-chunk.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import type { Version } from "../../src/shared/conversation.ts";
import { arbitraryChunk } from "../support/arbitrary-chunk.ts";

const fold = (chunks: readonly Chunk[], from: Version = createVersion("v", "p", "m", 0)) =>
  chunks.reduce((version, chunk, index) => applyChunk(version, chunk, index), from);

describe("applyChunk", () => {
  it("gives the same state for snapshot + later chunks as for all chunks, at every cut (law 13)", () => {
    fc.assert(
      fc.property(fc.array(arbitraryChunk, { maxLength: 30 }), (chunks) => {
        const whole = fold(chunks);
        for (let cut = 0; cut <= chunks.length; cut++) {
          const snapshot: Version = JSON.parse(JSON.stringify(fold(chunks.slice(0, cut))));
          const rest = chunks.slice(cut).reduce((version, chunk, i) => applyChunk(version, chunk, cut + i), snapshot);
          assert.deepEqual(rest, whole);
        }
      }),
    );
  });

  it("never changes a version in place", () => {
    fc.assert(
      fc.property(fc.array(arbitraryChunk, { maxLength: 20 }), (chunks) => {
        let version = createVersion("v", "p", "m", 0);
        for (const chunk of chunks) {
          const before = JSON.stringify(version);
          const next = applyChunk(version, chunk, 1);
          assert.equal(JSON.stringify(version), before);
          version = next;
        }
      }),
    );
  });

  it("keeps the identity of blocks that a chunk does not touch", () => {
    const before = fold([
      { type: "text_delta", text: "a" },
      { type: "mcp_tool_created", toolCallId: "c1", toolName: "t", via: "native" },
    ]);
    const after = applyChunk(before, { type: "mcp_tool_input_delta", toolCallId: "c1", delta: "{" }, 1);
    assert.equal(after.blocks[0], before.blocks[0]);
    assert.notEqual(after.blocks[1], before.blocks[1]);
  });

  it("gives blocks of a version different ids", () => {
    fc.assert(
      fc.property(fc.array(arbitraryChunk, { maxLength: 40 }), (chunks) => {
        const ids = fold(chunks).blocks.map((block) => block.id);
        assert.equal(new Set(ids).size, ids.length);
      }),
    );
  });

  it("makes a call the provider's when its result came in the same reply", () => {
    const version = fold([
      { type: "mcp_tool_created", toolCallId: "c1", toolName: "t", via: "native" },
      { type: "mcp_tool_in_progress", toolCallId: "c1", input: { a: 1 }, via: "provider" },
      { type: "mcp_tool_call_response", toolCallId: "c1", result: { content: [], isError: false } },
    ]);
    const [block] = version.blocks;
    assert.ok(block?.type === "tool");
    assert.equal(block.via, "provider");
    assert.equal(block.state, "output-available");
    assert.deepEqual(block.input, { a: 1 });
  });

  it("ends reasoning when something else comes", () => {
    const version = fold([
      { type: "reasoning_delta", text: "hm" },
      { type: "reasoning_delta", text: "m" },
      { type: "text_delta", text: "So" },
      { type: "reasoning_delta", text: "again" },
    ]);
    const [first, , last] = version.blocks;
    assert.ok(first?.type === "reasoning" && first.text === "hmm" && first.endedAt === 2);
    assert.ok(last?.type === "reasoning" && last.endedAt === undefined);
  });

  it("opens a version again when its turn goes on", () => {
    const ended = fold([
      { type: "turn_begin", turnId: "1" },
      { type: "turn_end", turnId: "1", reason: "max_rounds" },
    ]);
    assert.equal(ended.endReason, "max_rounds");
    const open = applyChunk(ended, { type: "turn_begin", turnId: "2" }, 9);
    assert.equal("endReason" in open, false);
    assert.equal(open.startedAt, ended.startedAt);
  });
});
