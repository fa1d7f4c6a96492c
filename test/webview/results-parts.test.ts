import assert from "node:assert/strict";
import fc from "fast-check";
import { printExact } from "../../src/shared/exact-value.ts";
import type { ToolContent, ToolResult } from "../../src/shared/tool-result.ts";
import { JsonPainter, paintJson } from "../../src/webview/components/log/results/json-painter.ts";
import { flatTable, resultParts } from "../../src/webview/components/log/results/result-parts.ts";

describe("the painter of JSON", () => {
  it("loses nothing, whatever the text is", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string({ unit: "binary" })), (text) => {
        assert.equal(
          paintJson(text)
            .map((piece) => piece.text)
            .join(""),
          text,
        );
      }),
    );
  });

  it("paints the same however the text is cut", () => {
    fc.assert(
      fc.property(fc.json(), fc.array(fc.nat(200), { maxLength: 6 }), (text, places) => {
        const painter = new JsonPainter();
        const borders = [0, ...places.map((place) => Math.min(place, text.length)), text.length].sort((a, b) => a - b);
        const inks = borders
          .slice(1)
          .flatMap((end, index) => painter.push(text.slice(borders[index], end)))
          .flatMap(({ text: piece, ink }) => [...piece].map(() => ink));
        assert.deepEqual(
          inks,
          paintJson(text).flatMap(({ text: piece, ink }) => [...piece].map(() => ink)),
        );
      }),
    );
  });

  it("tells keys from strings, also in a text that is not finished", () => {
    assert.deepEqual(
      paintJson('{"a": ["b", -1.5e3, true], "c').filter(({ ink }) => ink !== undefined),
      [
        { text: '"a"', ink: "key" },
        { text: '"b"', ink: "string" },
        { text: "-1.5e3", ink: "number" },
        { text: "true", ink: "word" },
        { text: '"c', ink: "key" },
      ],
    );
  });
});

describe("the parts of a result", () => {
  const result = (content: ToolContent[], more: Partial<ToolResult> = {}): ToolResult => ({
    content,
    isError: false,
    ...more,
  });
  const kinds = (value: ToolResult) => resultParts(value).map(({ kind }) => kind);

  it("are what the contents are", () => {
    assert.deepEqual(
      kinds(
        result([
          { type: "text", text: "plain [words]" },
          { type: "text", text: '{"a": {"b": 1}}' },
          { type: "text", text: '[{"a": 1}, {"a": 2, "b": "x"}]' },
          { type: "image", data: "AA==", mimeType: "image/png" },
          { type: "audio", data: "AA==", mimeType: "audio/wav" },
          { type: "resource", uri: "file:///a", text: "a" },
          { type: "resource", uri: "file:///b.png", blob: "AA==", mimeType: "image/png" },
          { type: "resource", uri: "file:///c.zip", blob: "AA==", mimeType: "application/zip" },
          { type: "resource_link", uri: "https://example.com", name: "x" },
          { type: "unknown", originalType: "video", value: { a: 1 } },
        ]),
      ),
      ["text", "json", "table", "image", "audio", "resource", "image", "file", "link", "json"],
    );
  });

  it("show numbers digit by digit, in trees and in tables", () => {
    const text = '{"id": 12345678901234567890, "price": {"eur": 1.10}}';
    const [tree, table] = resultParts(
      result([
        { type: "text", text },
        { type: "text", text: '[{"n": 25.0, "name": "a"}, {"n": 1e400}, {"n": 3}]' },
      ]),
    );
    assert.ok(tree?.kind === "json" && table?.kind === "table");
    assert.equal(
      printExact(tree.value).replace(/\s+/g, " "),
      '{ "id": 12345678901234567890, "price": { "eur": 1.10 } }',
    );
    assert.deepEqual(table.table, {
      columns: ["n", "name"],
      rows: [
        ["25.0", "a"],
        ["1e400", ""],
        ["3", ""],
      ],
      numeric: [true, false],
    });
  });

  it("are text where a JSON nests so deep that walking through it would fail", () => {
    const nested = (levels: number) => ({ type: "text" as const, text: "[".repeat(levels) + "]".repeat(levels) });
    assert.deepEqual(kinds(result([nested(200), nested(201), nested(500_000)])), ["json", "text", "text"]);
  });

  it("leave out the text that repeats the structured content, and no other", () => {
    const structuredContent = { orders: [{ id: 1 }] };
    const repeated: ToolContent = { type: "text", text: JSON.stringify(structuredContent, null, 2) };
    assert.deepEqual(kinds(result([repeated], { structuredContent })), ["table"]);
    assert.deepEqual(kinds(result([repeated, { type: "text", text: "{}" }], { structuredContent })), ["table", "json"]);
    assert.deepEqual(kinds(result([{ type: "text", text: "Found 1 order" }], { structuredContent })), [
      "table",
      "text",
    ]);
  });

  it("are a table only for flat objects", () => {
    assert.equal(flatTable([]), undefined);
    assert.equal(flatTable([1, 2]), undefined);
    assert.equal(flatTable([{ a: { b: 1 } }]), undefined);
    assert.equal(flatTable([{}]), undefined);
    assert.equal(
      flatTable([Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`c${index}`, 1]))]),
      undefined,
    );
    assert.deepEqual(
      flatTable([
        { id: 1, tags: ["x", "y"] },
        { id: null, late: false },
      ]),
      {
        columns: ["id", "tags", "late"],
        rows: [
          ["1", "x, y", ""],
          ["", "", "false"],
        ],
        numeric: [true, false, false],
      },
    );
  });
});
