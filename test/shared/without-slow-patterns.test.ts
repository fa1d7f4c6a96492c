import assert from "node:assert/strict";
import { withoutSlowPatterns } from "../../src/shared/without-slow-patterns.ts";

describe("without-slow-patterns", () => {
  const keeps = (pattern: string) => withoutSlowPatterns({ type: "string", pattern }).pattern === pattern;

  for (const pattern of [
    "^[a-z0-9_-]+$",
    "^\\d{4}-\\d{2}-\\d{2}$",
    "^https?://.*$",
    "a|b",
    "^[\\]*+(?]+$",
    "^\\p{L}*$",
    "^v?\\d+(-beta)?$",
  ]) {
    it(`keeps ${pattern}, which takes linear time`, () => assert.ok(keeps(pattern)));
  }

  for (const pattern of [
    "^(a+)+$",
    "^(a|a)*$",
    "^([a-z]{1,9}){2,}$",
    "^a*a*b$",
    "a+b", // tried at each place
    "^a|a+b", // so is a branch without an anchor
    "^(a+)\\1$",
    "^(?=a+$)a",
    `^${"a?".repeat(20)}$`,
    "^a{1,500}a{1,500}b$",
    "(", // no expression
  ]) {
    it(`leaves ${pattern} out`, () => assert.ok(!keeps(pattern)));
  }

  it("looks into everything that is a schema, and at nothing that is a value", () => {
    const slow = { type: "string", pattern: "^(a+)+$" };
    const none = { type: "string" };
    assert.deepEqual(
      withoutSlowPatterns({
        properties: { pattern: slow, list: { items: slow, prefixItems: [slow] }, any: { anyOf: [slow, true] } },
        $defs: { name: slow },
        const: slow,
        enum: [slow],
      }),
      {
        properties: { pattern: none, list: { items: none, prefixItems: [none] }, any: { anyOf: [none, true] } },
        $defs: { name: none },
        const: slow,
        enum: [slow],
      },
    );
  });

  it("allows any further property where slow names would have allowed some", () => {
    const schema = { patternProperties: { "^(x+)+$": { type: "string" } }, additionalProperties: false };
    assert.deepEqual(withoutSlowPatterns(schema), {});
    const quick = { patternProperties: { "^x-": { type: "string" } }, additionalProperties: false };
    assert.deepEqual(withoutSlowPatterns(quick), quick);
  });
});
