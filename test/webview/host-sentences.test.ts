import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { sentenceKeys } from "../../src/extension/mcp/sentences.ts";
import { chineseOfHost } from "../../src/webview/languages/chinese.ts";

const root = path.resolve(import.meta.dirname, "../../src/extension");

/** Keys of sentences as the host's source writes them. */
function keysInSource(): Set<string> {
  const keys = new Set<string>();
  for (const file of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    if (file.endsWith(".ts")) {
      const text = readFileSync(path.join(root, file), "utf8");
      for (const [, key = ""] of text.matchAll(/"((?:notice|error|config|store|tool\.error)\.[a-zA-Z.]+)"/g)) {
        keys.add(key);
      }
    }
  }
  return keys;
}

describe("sentences of the host", () => {
  it("have a Chinese translation each", () => {
    const keys = [...keysInSource(), ...sentenceKeys];
    assert.ok(keys.length > 60, String(keys.length));
    assert.deepEqual(keys.filter((key) => !Object.hasOwn(chineseOfHost, key)).sort(), []);
  });
});
