import assert from "node:assert/strict";
import fc from "fast-check";
import { losesDigits, memberText } from "../../src/shared/exact-json.ts";

describe("losesDigits", () => {
  for (const [text, loses] of [
    ["12345678901234567890", true],
    ['{"price": 1.10}', true],
    ["[1, 1e3]", true],
    ["[9007199254740993]", true],
    ['{"a": [1, -2.5, 0, 1e+21, 9007199254740991]}', false],
    ['{"1.10": "12345678901234567890", "b": "\\"1.10\\\\"}', false],
    ["true", false],
  ] as const) {
    it(`${loses ? "sees" : "sees none"} in ${text}`, () => assert.equal(losesDigits(text), loses));
  }

  it("sees none in what JSON.stringify wrote", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        assert.equal(losesDigits(JSON.stringify(JSON.parse(text))), false);
      }),
    );
  });
});

describe("memberText", () => {
  it("finds a value as it is written", () => {
    const text = '{ "x": {"b": 0}, "a" : { "c": [1, {"b": 9}], "b" : [ 1.10 , "a , \\"b\\": }" ] , "d": null } }';
    assert.equal(memberText(text, ["a", "b"]), '[1.10,"a , \\"b\\": }"]');
    assert.equal(memberText(text, ["a", "c"]), '[1,{"b":9}]');
    assert.equal(memberText(text, ["a", "e"]), undefined);
    assert.equal(memberText(text, ["a", "d", "e"]), undefined);
    assert.equal(memberText('{"a":1,"a":2.0}', ["a"]), "2.0");
  });

  it("finds what JSON.parse finds, however it is indented", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(3), (object, indent) => {
        const text = JSON.stringify({ first: [object], object }, null, indent);
        for (const [name, value] of Object.entries(JSON.parse(text).object)) {
          assert.equal(memberText(text, ["object", name]), JSON.stringify(value));
        }
      }),
    );
  });
});
