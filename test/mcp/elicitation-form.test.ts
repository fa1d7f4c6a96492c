import assert from "node:assert/strict";
import fc from "fast-check";
import { readElicitation, UnusableRequest } from "../../src/extension/mcp/elicitation-form.ts";
import type { JsonObject } from "../../src/shared/json.ts";

const form = (properties: JsonObject, required: string[] = []): JsonObject => ({
  message: "m",
  requestedSchema: { type: "object", properties, required },
});

describe("elicitation-form", () => {
  it("reads every kind of field with what limits it", () => {
    assert.deepEqual(
      readElicitation(
        form(
          {
            s: {
              type: "string",
              title: "S",
              description: "d",
              minLength: 1,
              maxLength: 9,
              format: "email",
              default: "x",
            },
            n: { type: "integer", minimum: 0, maximum: 5, default: 2 },
            b: { type: "boolean", default: true },
            e: { type: "string", oneOf: [{ const: "1", title: "One" }, { const: "2" }], default: "2" },
            m: { type: "array", items: { enum: ["x", "y"] }, minItems: 1, maxItems: 2, default: ["x", 7] },
            u: { type: "string", format: "colour" },
          },
          ["s"],
        ),
      ),
      {
        mode: "form",
        message: "m",
        fields: [
          {
            ...{ name: "s", title: "S", description: "d", required: true, kind: "text", format: "email" },
            ...{ minLength: 1, maxLength: 9, preset: "x" },
          },
          { name: "n", title: "n", required: false, kind: "number", integer: true, minimum: 0, maximum: 5, preset: 2 },
          { name: "b", title: "b", required: false, kind: "flag", preset: true },
          {
            ...{ name: "e", title: "e", required: false, kind: "choice", preset: "2" },
            options: [
              { value: "1", title: "One" },
              { value: "2", title: "2" },
            ],
          },
          {
            ...{ name: "m", title: "m", required: false, kind: "choices", minItems: 1, maxItems: 2, preset: ["x"] },
            options: [
              { value: "x", title: "x" },
              { value: "y", title: "y" },
            ],
          },
          { name: "u", title: "u", required: false, kind: "text" },
        ],
      },
    );
  });

  it("reads any schema or says that it cannot", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (properties) => {
        try {
          readElicitation({ message: "m", requestedSchema: { type: "object", properties: properties as JsonObject } });
        } catch (error) {
          assert.ok(error instanceof UnusableRequest);
        }
      }),
    );
  });

  it("refuses what cannot be shown, and addresses that are no web pages", () => {
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`f${at}`, { type: "string" }]));
    for (const params of [
      {},
      { message: "m", requestedSchema: { type: "object" } },
      form({ a: { type: "object" } }),
      form({ a: "text" }),
      form({ a: { type: "array", items: { type: "string" } } }),
      form(many),
      { mode: "dance" },
      { mode: "url", url: "javascript:alert(1)" },
      { mode: "url", url: "file:///etc/passwd" },
      { mode: "url" },
    ]) {
      assert.throws(() => readElicitation(params), UnusableRequest, JSON.stringify(params).slice(0, 80));
    }
  });
});
