import assert from "node:assert/strict";
import { sentence, sentenceKeys } from "../../src/extension/mcp/sentences.ts";

describe("sentences", () => {
  it("are filled from their values, also with what looks like a place", () => {
    assert.deepEqual(sentence("mcp.fail.cwdMissing", { cwd: "/a/{b}" }), {
      key: "mcp.fail.cwdMissing",
      message: 'The working directory /a/{b} does not exist. Create it, or correct "cwd".',
      params: { cwd: "/a/{b}" },
    });
  });

  it("are complete, calm sentences", () => {
    for (const key of sentenceKeys) {
      const { message } = sentence(key);
      assert.match(message, /^["A-Z{].*[.}]$/s, key);
      assert.doesNotMatch(message, /!|please|sorry|oops/i, key);
    }
  });
});
