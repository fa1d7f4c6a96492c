import assert from "node:assert/strict";
import type { JsonSchema } from "../../src/shared/json.ts";
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

  const slow = "^.*\\.\\..*$";
  const some = { items: { pattern: slow } };
  for (const [what, schema, expected] of [
    ["not", { not: { pattern: slow } }, {}],
    ["if", { if: { pattern: slow }, else: { maxLength: 2 } }, {}],
    ["then", JSON.parse(`{ "if": { "pattern": "(a+)+" }, "then": { "maxLength": 1 } }`), {}],
    ["oneOf", { oneOf: [{ pattern: slow }, { maxLength: 2 }] }, { anyOf: [{}, { maxLength: 2 }] }],
    ["oneOf beside anyOf", { oneOf: [{ pattern: slow }], anyOf: [{ maxLength: 2 }] }, { anyOf: [{ maxLength: 2 }] }],
    ["maxContains", { contains: { pattern: slow }, maxContains: 1 }, { contains: {} }],
    [
      "unevaluatedProperties",
      { allOf: [{ patternProperties: { [slow]: {} } }], unevaluatedProperties: false },
      { allOf: [{}] },
    ],
    [
      "a reference",
      { $defs: { dots: { pattern: slow } }, not: { $ref: "#/$defs/dots" }, maxLength: 5 },
      { $defs: { dots: {} }, maxLength: 5 },
    ],
    [
      "a part elsewhere",
      { ...some, properties: { not: { maxLength: 2 } } },
      { items: {}, properties: { not: { maxLength: 2 } } },
    ],
  ] as const) {
    it(`refuses nothing because a part allows more: ${what}`, () =>
      assert.deepEqual(withoutSlowPatterns(structuredClone(schema) as JsonSchema), expected));
  }

  it("leaves a schema alone that has quick expressions only", () => {
    const schema = {
      not: { pattern: "^/" },
      oneOf: [{ pattern: "^a+$" }, { maxLength: 2 }],
      unevaluatedProperties: false,
    };
    assert.equal(withoutSlowPatterns(schema), schema);
  });
});
