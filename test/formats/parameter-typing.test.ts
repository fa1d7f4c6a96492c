import { deepEqual, equal } from "node:assert/strict";
import { isTextParameter, typeParameter } from "../../src/extension/formats/parameter-typing.ts";
import type { JsonSchema } from "../../src/shared/json.ts";

const type = (text: string, schema: JsonSchema | undefined, root: JsonSchema = {}) =>
  typeParameter(text, schema, root, () => undefined);

describe("typeParameter", () => {
  it("never changes a parameter that may be a string", () => {
    for (const text of ["1", "true", "null", " x ", "[]"]) {
      equal(type(text, { type: "string" }), text);
      equal(type(text, undefined), text);
      equal(type(text, {}), text);
    }
    equal(type("1", { type: ["string", "integer"] }), "1");
  });

  it("reads null only where the schema admits it, or no string", () => {
    equal(type("null", { type: ["string", "null"] }), null);
    equal(type("None", { anyOf: [{ type: "string" }, { type: "null" }] }), null);
    equal(type("null", { type: "integer" }), null);
    equal(type("null", { type: "string" }), "null");
  });

  it("reads numbers, booleans and structures, and leaves what does not fit", () => {
    equal(type("12", { type: "integer" }), 12);
    equal(type("12.5", { type: "integer" }), "12.5");
    equal(type("2026-01-15", { type: "integer" }), "2026-01-15");
    equal(type("123456789012345678901", { type: "integer" }), "123456789012345678901");
    equal(type(" True ", { type: "boolean" }), true);
    equal(type("yes", { type: "boolean" }), "yes");
    deepEqual(type('["a"]', { type: "array" }), ["a"]);
    equal(type("{}", { type: "array" }), "{}");
    deepEqual(type('{"a": 1}', { properties: {} }), { a: 1 });
    equal(type("2", { enum: [1, 2] }), 2);
  });

  it("follows local references and no others", () => {
    const root = { $defs: { count: { type: "integer" } } };
    equal(type("3", { $ref: "#/$defs/count" }, root), 3);
    equal(type("3", { $ref: "https://example.com/count" }, root), "3");
    equal(type("3", { $ref: "#/$defs/loop" }, { $defs: { loop: { $ref: "#/$defs/loop" } } }), "3");
  });

  it("knows what can be streamed as text", () => {
    equal(isTextParameter({ type: "string" }, {}), true);
    equal(isTextParameter(undefined, {}), true);
    equal(isTextParameter({ type: ["string", "null"] }, {}), false);
    equal(isTextParameter({ type: "integer" }, {}), false);
  });
});
