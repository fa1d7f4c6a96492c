import assert from "node:assert/strict";
import { checkInput } from "../../src/extension/loop/check-input.ts";
import type { JsonObject, JsonSchema } from "../../src/shared/json.ts";

const schema: JsonSchema = {
  type: "object",
  properties: {
    path: { type: "string" },
    count: { type: "integer", minimum: 1 },
    deep: { type: "object", properties: { on: { type: "boolean" } } },
    mode: { enum: ["fast", "slow"] },
  },
  required: ["path"],
  additionalProperties: false,
};

function problemsOf(input: JsonObject): string {
  const check = checkInput(input, schema);
  assert.equal(check.valid, false, JSON.stringify(check));
  return check.valid ? "" : check.problems.join(" ");
}

describe("checkInput", () => {
  it("passes what fits, untouched", () => {
    const input = { path: "a", count: 3, deep: { on: true } };
    assert.deepEqual(checkInput(input, schema), { valid: true, input, repaired: false });
  });

  it("turns strings into numbers and booleans where nothing is lost, and says so", () => {
    assert.deepEqual(checkInput({ path: "7", count: "12", deep: { on: "true" } }, schema), {
      valid: true,
      input: { path: "7", count: 12, deep: { on: true } },
      repaired: true,
    });
  });

  it("does not guess: 012, 1e3 and yes stay strings and are reported", () => {
    for (const count of ["012", "1e3", "12 ", "0x10", ""]) {
      assert.match(problemsOf({ path: "a", count }), /The argument "count" must be an integer/);
    }
    assert.match(problemsOf({ path: "a", deep: { on: "yes" } }), /The argument "deep.on" must be a boolean/);
  });

  it("unpacks arguments that are wrapped in one that the tool does not have", () => {
    const unpacked = { valid: true, input: { path: "a", count: 2 }, repaired: true };
    for (const name of ["input", "arguments"]) {
      assert.deepEqual(checkInput({ [name]: { path: "a", count: 2 } }, schema), unpacked);
      assert.deepEqual(checkInput({ [name]: { path: "a", count: "2" } }, schema), unpacked);
    }
    const { additionalProperties: _, required: __, ...plain } = schema;
    assert.deepEqual(checkInput({ input: { path: "a", count: 2 } }, plain), unpacked);
    assert.deepEqual(checkInput({ arguments: {} }, { type: "object" }), { valid: true, input: {}, repaired: true });
  });

  it("leaves a wrapper alone where it could be meant, or where what is inside does not fit", () => {
    const inner = { path: "a" };
    const properties = { path: { type: "string" } };
    const untouched = (input: JsonObject, open: JsonSchema) =>
      assert.deepEqual(checkInput(input, open), { valid: true, input, repaired: false });
    untouched({ input: inner }, { type: "object", properties: { ...properties, input: { type: "object" } } });
    untouched({ input: inner }, { type: "object", properties, additionalProperties: true });
    untouched({ input: inner }, { type: "object", properties, patternProperties: { "^in": { type: "object" } } });
    untouched({ input: inner }, { anyOf: [{ type: "object", properties: { input: { type: "object" } } }] });
    untouched({ input: { other: 1 } }, { type: "object", properties });
    assert.match(problemsOf({ input: { path: 7 } }), /The argument "path" is missing\./);
    assert.match(problemsOf({ input: { path: "a", other: 1 } }), /missing/);
    assert.match(problemsOf({ input: inner, count: 1 }), /missing/);
    assert.match(problemsOf({ values: inner }), /missing/);
  });

  it("names a missing argument", () => {
    assert.match(problemsOf({ count: 1 }), /The argument "path" is missing\./);
  });

  it("names an unknown argument and those that exist", () => {
    assert.match(
      problemsOf({ path: "a", pth: "b" }),
      /There is no argument "pth"\. The arguments are: path, count, deep, mode\./,
    );
  });

  it("tells a model that wrote a schema in place of the value", () => {
    assert.match(
      problemsOf({ path: { type: "string", description: "path" } }),
      /The argument "path" must be a string with the value itself, not \{"type":"string"/,
    );
  });

  it("reports other rules in the validator's words", () => {
    assert.match(problemsOf({ path: "a", count: 0 }), /The argument "count": /);
    assert.match(problemsOf({ path: "a", mode: "warp" }), /The argument "mode": /);
  });

  it("lets arguments pass when the schema itself cannot be used", () => {
    const broken: JsonSchema = { type: "object", properties: { a: { $ref: "#/$defs/missing" } } };
    assert.equal(checkInput({ a: 1 }, broken).valid, true);
  });

  it("runs no regular expression that never ends, and reports what the quick ones say", () => {
    const schema: JsonSchema = { properties: { a: { pattern: "^(a+)+$" }, b: { pattern: "^[a-z]+$", minLength: 3 } } };
    const check = checkInput({ a: `${"a".repeat(60)}!`, b: "X" }, schema);
    const told = check.valid ? [] : check.problems;
    assert.deepEqual(
      told.map((problem) => problem.split(":")[0]),
      ['The argument "b"', 'The argument "b"'],
    );
  });

  it("lets arguments pass that only a regular expression which never ends could tell apart", () => {
    const slow = "^.*\\.\\..*$";
    const schema: JsonSchema = {
      properties: { path: { not: { pattern: slow } }, one: { oneOf: [{ pattern: slow }, { type: "string" }] } },
    };
    assert.equal(checkInput({ path: "a/b", one: "c" }, schema).valid, true);
    assert.equal(checkInput({ path: "a/b", one: "c" }, { ...schema, required: ["other"] }).valid, false);
  });
});
