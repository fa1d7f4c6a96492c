import assert from "node:assert/strict";
import fc from "fast-check";
import { cutOutput } from "../../src/extension/loop/cut-output.ts";

describe("cutOutput", () => {
  it("leaves what fits alone", () => {
    assert.deepEqual(cutOutput("abc", 3), { text: "abc", total: 3, cut: false, next: 3 });
  });

  it("cuts a JSON array between elements", () => {
    const text = JSON.stringify(Array.from({ length: 100 }, (_, id) => ({ id })));
    const { text: shown, cut } = cutOutput(text, 200);
    assert.equal(cut, true);
    assert.ok(shown.length <= 200);
    const kept: { id: number }[] = JSON.parse(shown);
    assert.deepEqual(
      kept,
      Array.from({ length: kept.length }, (_, id) => ({ id })),
    );
    assert.ok(kept.length > 10);
  });

  it("cuts the largest array inside an object and keeps its other keys", () => {
    const text = JSON.stringify({ total: 500, rows: Array.from({ length: 500 }, (_, id) => id), next: "x" });
    const shown = JSON.parse(cutOutput(text, 300).text);
    assert.equal(shown.total, 500);
    assert.equal(shown.next, "x");
    assert.ok(shown.rows.length > 20 && shown.rows.length < 500);
  });

  it("says where to read on, so that nothing is left out", () => {
    const value = { rows: Array.from({ length: 500 }, (_, id) => id), about: "a".repeat(100) };
    const compact = JSON.stringify(value);
    const { text, next } = cutOutput(compact, 300);
    const { rows }: { rows: number[] } = JSON.parse(text);
    assert.equal(compact.slice(0, next), `{"rows":[${rows.join(",")}`);
    const indented = JSON.stringify(value, null, 2);
    assert.ok(indented.slice(0, cutOutput(indented, 300).next).length <= 3);
  });

  it("takes the blanks out of JSON before it takes elements out", () => {
    const value = Array.from({ length: 50 }, (_, id) => ({ id }));
    const result = cutOutput(JSON.stringify(value, null, 8), 600);
    assert.equal(result.cut, false);
    assert.deepEqual(JSON.parse(result.text), value);
  });

  it("cuts other text at a line's end where one is near", () => {
    const text = Array.from({ length: 100 }, (_, n) => `line ${n}`).join("\n");
    assert.match(cutOutput(text, 100).text, /line \d+$/);
  });

  it("never exceeds the limit and never splits a surrogate pair", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), fc.integer({ min: 1, max: 100 }), (text, limit) => {
        const result = cutOutput(text, limit);
        assert.ok(result.text.length <= Math.max(limit, 0));
        assert.equal(result.cut, text.length > limit);
        if (text.isWellFormed()) {
          assert.ok(result.text.isWellFormed());
        }
      }),
    );
  });
});
