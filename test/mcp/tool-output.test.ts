import assert from "node:assert/strict";
import fc from "fast-check";
import { toToolResult } from "../../src/extension/mcp/tool-output.ts";
import type { JsonObject, JsonValue } from "../../src/shared/json.ts";

const schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  properties: { count: { type: "integer", minimum: 0 } },
  required: ["count"],
};

describe("toToolResult", () => {
  it("takes over every kind of content of MCP", () => {
    const annotations = { audience: ["user"], priority: 0.5 };
    const result = toToolResult({
      content: [
        { type: "text", text: "t", annotations, _meta: { x: 1 } },
        { type: "image", data: "AA", mimeType: "image/png" },
        { type: "audio", data: "AA", mimeType: "audio/wav" },
        { type: "resource", resource: { uri: "file:///a", mimeType: "text/plain", text: "a" } },
        { type: "resource", resource: { uri: "file:///b", blob: "AA" } },
        { type: "resource_link", uri: "file:///c", name: "c", description: "d" },
      ],
      structuredContent: { count: 1 },
    });
    assert.deepEqual(result, {
      content: [
        { type: "text", text: "t", annotations },
        { type: "image", data: "AA", mimeType: "image/png" },
        { type: "audio", data: "AA", mimeType: "audio/wav" },
        { type: "resource", uri: "file:///a", mimeType: "text/plain", text: "a" },
        { type: "resource", uri: "file:///b", blob: "AA" },
        { type: "resource_link", uri: "file:///c", name: "c", description: "d" },
      ],
      structuredContent: { count: 1 },
      isError: false,
    });
  });

  it("keeps what it does not know or cannot use, whole", () => {
    const blocks = [{ type: "video", url: "x" }, { type: "image", data: "AA" }, { type: "resource" }, "text", null];
    assert.deepEqual(
      toToolResult({ content: blocks })?.content,
      blocks.map((value, index) => ({
        type: "unknown",
        originalType: ["video", "image", "resource", "", ""][index],
        value,
      })),
    );
  });

  it("understands the results of older servers", () => {
    assert.deepEqual(toToolResult({ toolResult: { a: 1 } })?.content, [{ type: "text", text: '{"a":1}' }]);
    assert.deepEqual(toToolResult({ content: { type: "text", text: "alone" } })?.content, [
      { type: "text", text: "alone" },
    ]);
    assert.deepEqual(toToolResult({}), { content: [], isError: false });
    assert.equal(toToolResult("text"), undefined);
  });

  it("passes exact numbers on as text, once, and measures what they were parsed to", () => {
    const result = (text: string) => ({
      content: [{ type: "text", text }],
      structuredContent: { count: 3 },
      _meta: { "toolweave/exact": '{"count":3.00}' },
    });
    assert.deepEqual(toToolResult(result('{\n  "count": 3.00\n}'), schema), {
      content: [{ type: "text", text: '{\n  "count": 3.00\n}' }],
      isError: false,
    });
    assert.deepEqual(toToolResult(result("Three."), schema)?.content, [
      { type: "text", text: "Three." },
      { type: "text", text: '{"count":3.00}' },
    ]);
  });

  it("measures structured content against the tool's schema", () => {
    const violation = (value: object) => toToolResult(value, schema)?.schemaViolation;
    assert.equal(violation({ structuredContent: { count: 3 } }), undefined);
    assert.match(violation({ structuredContent: { count: -1 } }) ?? "", /#\/count/);
    assert.match(violation({ structuredContent: {} }) ?? "", /count/);
    assert.match(violation({ content: [] }) ?? "", /no structured content/);
    assert.equal(violation({ isError: true, content: [{ type: "text", text: "disk full" }] }), undefined);
  });

  it("measures any JSON value, in the dialect that the schema names, without regular expressions that never end", () => {
    const violation = (outputSchema: JsonObject, structuredContent: JsonValue) =>
      toToolResult({ structuredContent }, outputSchema)?.schemaViolation;
    assert.equal(violation({ type: "array", items: { type: "number" } }, [1, 2]), undefined);
    assert.match(violation({ type: "array", items: { type: "number" } }, ["x"]) ?? "", /#\/0/);
    assert.equal(violation({ type: ["object", "null"] }, null), undefined);
    const tuple = {
      $schema: "http://json-schema.org/draft-07/schema#",
      items: [{ type: "string" }, { type: "number" }],
    };
    assert.match(violation(tuple, ["a", "b"]) ?? "", /#\/1/);
    assert.match(
      violation({ $schema: "https://example.com/my-own" }, {}) ?? "",
      /dialect.*https:\/\/example\.com\/my-own/,
    );
    assert.match(
      violation({ $ref: "https://example.com/schema.json" }, {}) ?? "",
      /cannot be used/,
      "nothing is fetched",
    );
    // It would take longer than the universe is old.
    const endless = { type: "object", properties: { pattern: { type: "string", pattern: "^(a+)+$" } } };
    assert.equal(violation(endless, { pattern: `${"a".repeat(60)}!` }), undefined);
    assert.match(violation(endless, { pattern: 1 }) ?? "", /#\/pattern/, "a property may be called as the keyword");
    const named = { patternProperties: { "^(x+)+$": { type: "number" } }, additionalProperties: false };
    assert.equal(violation(named, { ["x".repeat(60)]: 1 }), undefined, "what they would have allowed stays allowed");
    assert.match(violation({ const: { pattern: "a" } }, { pattern: "b" }) ?? "", /./, "values are no schemas");
  });

  it("never throws, whatever it is given", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (content, structuredContent) => {
        assert.ok(toToolResult({ content, structuredContent }, schema) !== undefined);
      }),
    );
  });
});
