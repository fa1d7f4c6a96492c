import assert from "node:assert/strict";
import fc from "fast-check";
import { ExactNumber, isExactObject, parseExact, printExact } from "../../src/shared/exact-value.ts";
import type { JsonValue } from "../../src/shared/json.ts";

describe("exact values of JSON texts", () => {
  it("are what JSON.parse makes of them where no number loses a digit", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 2), (json, space) => {
        const value: JsonValue = JSON.parse(json);
        const text = JSON.stringify(value, null, space);
        assert.deepEqual(parseExact(text), JSON.parse(text));
        assert.equal(printExact(parseExact(text)), JSON.stringify(value, null, 2));
      }),
    );
  });

  it("keep every digit of the numbers that a double cannot carry, and print them again", () => {
    const numbers = ["12345678901234567890", "25.0", "1e400", "-0", "1.10", "1E5", "-1.50e-3"];
    const text = JSON.stringify({ list: ["@"], "1.10": { deep: "@", same: 7 } }, null, 2);
    for (const number of numbers) {
      const written = text.replaceAll('"@"', number);
      const value = parseExact(written);
      assert.ok(isExactObject(value));
      assert.deepEqual(value.list, [new ExactNumber(number)]);
      assert.deepEqual(value["1.10"], { deep: new ExactNumber(number), same: 7 });
      assert.equal(printExact(value), written);
    }
  });

  it("have members of any name, the last of two that are called alike, and any depth", () => {
    const odd = '{"__proto__": {"a": 1.0}, "toString": 1, "a\\u0062\\"": 2, "x": 1, "x": 3.0}';
    const value = parseExact(odd);
    assert.ok(isExactObject(value));
    assert.deepEqual(Object.keys(value), ["__proto__", "toString", 'ab"', "x"]);
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
    assert.deepEqual(value.x, new ExactNumber("3.0"));
    assert.ok(Array.isArray(parseExact(`${"[".repeat(100_000)}1.0${"]".repeat(100_000)}`)));
  });
});
