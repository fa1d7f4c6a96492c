import assert from "node:assert/strict";
import type { Block } from "../../src/shared/conversation.ts";
import { replyItems } from "../../src/webview/components/log/reply-items.ts";

const call = (id: string, round = 0): Block => ({
  type: "tool",
  id,
  round,
  toolCallId: id,
  toolName: id,
  via: "native",
  state: "output-available",
  inputText: "",
});
const words = (id: string, text: string): Block => ({ type: "text", id, round: 0, text });
const retrying = (id: string): Block => ({
  type: "notice",
  id,
  round: 0,
  notice: { type: "notice", code: "retrying", message: "Trying again." },
});
const failure: Block = {
  type: "error",
  id: "e",
  round: 0,
  error: { type: "error", code: "NETWORK_ERROR", message: "" },
};

const shown = (...blocks: Block[]): string[] =>
  replyItems({ blocks }).map((item) =>
    item.type === "group" ? `[${item.calls.map(({ id }) => id).join(" ")}]` : item.block.id,
  );

describe("reply items", () => {
  it("groups two and more calls of a round that follow each other", () => {
    assert.deepEqual(shown(call("a"), words("t", "x"), call("b"), call("c"), call("d")), ["a", "t", "[b c d]"]);
  });

  it("never groups calls of different rounds", () => {
    assert.deepEqual(shown(call("a", 0), call("b", 1), call("c", 1), call("d", 2)), ["a", "[b c]", "d"]);
  });

  it("looks through white space between calls", () => {
    assert.deepEqual(shown(words("s", "\n\n"), call("a"), words("t", "\n"), call("b")), ["[a b]"]);
  });

  it("keeps white space at the end while it may become a text", () => {
    assert.deepEqual(shown(call("a"), words("t", "\n")), ["a", "t"]);
    assert.deepEqual(replyItems({ blocks: [words("t", "\n")], endReason: "done" }), []);
  });

  it("tells only the last of several tries, and none when an error says how they ended", () => {
    assert.deepEqual(shown(retrying("r1"), retrying("r2"), words("t", "x")), ["r2", "t"]);
    assert.deepEqual(shown(retrying("r1"), retrying("r2"), failure), ["e"]);
  });
});
