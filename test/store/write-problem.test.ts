import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describeWriteProblem } from "../../src/extension/store/write-problem.ts";

const chinese: Record<string, string> = JSON.parse(
  readFileSync(new URL("../../l10n/bundle.l10n.zh-cn.json", import.meta.url), "utf8"),
);

const failure = (code?: string) =>
  Object.assign(new Error("EIO: i/o error, write"), code === undefined ? {} : { code });

describe("write-problem", () => {
  for (const [code, key] of [
    ["ENOSPC", "store.diskFull"],
    ["EDQUOT", "store.diskFull"],
    ["EACCES", "store.notAllowed"],
    ["EROFS", "store.notAllowed"],
    ["EIO", "store.writeFailed"],
    [undefined, "store.writeFailed"],
  ] as const) {
    it(`says what ${code ?? "an error without a code"} means, in both languages`, () => {
      const problem = describeWriteProblem(failure(code), "/chats");
      assert.equal(problem.key, key);
      for (const value of Object.values(problem.params ?? {})) {
        assert.ok(problem.message.includes(String(value)));
      }
      const places = [...(chinese[key] ?? "").matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      assert.deepEqual(places, Object.keys(problem.params ?? {}));
    });
  }
});
