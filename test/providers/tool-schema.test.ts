import assert from "node:assert/strict";
import { toToolSchema } from "../../src/extension/providers/tool-schema.ts";
import type { JsonObject } from "../../src/shared/json.ts";

describe("toToolSchema", () => {
  const cases: readonly (readonly [string, JsonObject, JsonObject])[] = [
    ["gives every tool an object with properties", {}, { type: "object", properties: {} }],
    [
      "drops what only validators read",
      { $schema: "x", $id: "y", type: "object", properties: { a: { type: "string", $comment: "c" } } },
      { type: "object", properties: { a: { type: "string" } } },
    ],
    [
      "inlines references, with their siblings",
      {
        type: "object",
        properties: { a: { $ref: "#/$defs/A", description: "an a" } },
        $defs: { A: { type: "string", enum: ["x"] } },
      },
      { type: "object", properties: { a: { type: "string", enum: ["x"], description: "an a" } } },
    ],
    [
      "ends recursive definitions",
      {
        type: "object",
        properties: { tree: { $ref: "#/definitions/Node" } },
        definitions: { Node: { type: "object", properties: { child: { $ref: "#/definitions/Node" } } } },
      },
      { type: "object", properties: { tree: { type: "object", properties: { child: {} } } } },
    ],
    [
      "keeps a property whose name is a keyword",
      { type: "object", properties: { definitions: { type: "string" }, $schema: { type: "string" } } },
      { type: "object", properties: { definitions: { type: "string" }, $schema: { type: "string" } } },
    ],
    [
      "merges a union at the top, requiring what all branches require",
      {
        anyOf: [
          { type: "object", properties: { a: { type: "string" }, k: { const: 1 } }, required: ["a", "k"] },
          { type: "object", properties: { b: { type: "number" }, k: { const: 1 } }, required: ["b", "k"] },
        ],
      },
      {
        properties: { a: { type: "string" }, k: { const: 1 }, b: { type: "number" } },
        required: ["k"],
        type: "object",
      },
    ],
    [
      "merges allOf at the top, requiring everything",
      {
        allOf: [
          { properties: { a: {} }, required: ["a"] },
          { properties: { b: {} }, required: ["b"] },
        ],
      },
      { properties: { a: {}, b: {} }, required: ["a", "b"], type: "object" },
    ],
    [
      "writes older drafts and careless schemas in the words that APIs check",
      {
        type: "object",
        required: null,
        properties: {
          list: { type: "array" },
          tuple: { type: "array", items: [{ type: "string" }, { type: "number" }], additionalItems: false },
          above: { type: "number", minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false },
          any: { type: "any", enum: [], description: null },
          old: { type: "string", required: true, default: null },
          maybe: { type: ["array", "null"], items: { $ref: "#/properties/old" } },
        },
      },
      {
        type: "object",
        properties: {
          list: { type: "array", items: {} },
          tuple: { type: "array", items: { anyOf: [{ type: "string" }, { type: "number" }] } },
          above: { type: "number", exclusiveMinimum: 1, maximum: 5 },
          any: {},
          old: { type: "string", default: null },
          maybe: { type: ["array", "null"], items: { type: "string", default: null } },
        },
      },
    ],
    [
      "replaces boolean schemas and leaves data alone",
      { type: "object", properties: { a: true, b: { default: { $ref: "#/none" }, enum: [true, { $id: "x" }] } } },
      { type: "object", properties: { a: {}, b: { default: { $ref: "#/none" }, enum: [true, { $id: "x" }] } } },
    ],
  ];
  for (const [name, schema, expected] of cases) {
    it(name, () => {
      assert.deepEqual(toToolSchema(schema), expected);
    });
  }

  it("stays small where definitions multiply", () => {
    const defs: JsonObject = {};
    for (let level = 0; level < 30; level += 1) {
      const next = { $ref: `#/$defs/L${level + 1}` };
      defs[`L${level}`] = { type: "object", properties: { a: next, b: next, c: next } };
    }
    const schema = toToolSchema({ type: "object", properties: { root: { $ref: "#/$defs/L0" } }, $defs: defs });
    assert.ok(JSON.stringify(schema).length < 500_000);
  });

  it("brings schemas into Gemini's subset", () => {
    const schema = toToolSchema(
      {
        type: "object",
        additionalProperties: false,
        properties: {
          a: { type: ["string", "null"], default: "x", format: "uri" },
          b: { type: "array" },
          c: { type: "integer", enum: [1, 2], exclusiveMinimum: 0 },
          d: { anyOf: [{ type: "string" }, { type: "null" }], description: "d" },
          e: { const: "only" },
        },
        required: ["a", "gone"],
      },
      "gemini",
    );
    assert.deepEqual(schema, {
      type: "object",
      properties: {
        a: { type: "string", nullable: true },
        b: { type: "array", items: { type: "string" } },
        c: { type: "integer" },
        d: { type: "string", description: "d", nullable: true },
        e: { type: "string", enum: ["only"] },
      },
      required: ["a"],
    });
  });
});
