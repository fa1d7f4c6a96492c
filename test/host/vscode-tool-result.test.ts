import assert from "node:assert/strict";
import { toVscodeToolResult } from "../../src/extension/host/vscode-tool-result.ts";
import { FakeData, FakeText } from "../support/fake-lm.ts";

const contentOf = (...parts: unknown[]) => toVscodeToolResult(parts).content;

describe("results of VS Code's tools", () => {
  it("are text, pictures and sound", () => {
    assert.deepEqual(
      contentOf(
        new FakeText("hello"),
        new FakeData(new Uint8Array([1, 2]), "image/png"),
        new FakeData(new Uint8Array([3]), "audio/wav"),
      ),
      [
        { type: "text", text: "hello" },
        { type: "image", data: "AQI=", mimeType: "image/png" },
        { type: "audio", data: "Aw==", mimeType: "audio/wav" },
      ],
    );
  });

  it("are the text of data that is text", () => {
    const data = (text: string, mimeType: string) => new FakeData(new TextEncoder().encode(text), mimeType);
    assert.deepEqual(contentOf(data("né", "text/markdown"), data("{}", "application/json"), data("<a/>", "a/b+xml")), [
      { type: "text", text: "né" },
      { type: "text", text: "{}" },
      { type: "text", text: "<a/>" },
    ]);
  });

  it("are the text of a prompt tree, in its order", () => {
    const text = (value: string, lineBreakBefore = false) => ({ type: 2, text: value, lineBreakBefore });
    const node = {
      type: 1,
      children: [text("one"), { type: 1, children: [text(" and "), text("two")] }, text("three", true)],
    };
    assert.deepEqual(contentOf({ value: { node } }), [{ type: "text", text: "one and two\nthree" }]);
  });

  it("keep what is of no known kind", () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    assert.deepEqual(
      contentOf({ value: { other: 1 } }, 7, circle, new FakeData(new Uint8Array(5), "application/zip")),
      [
        { type: "unknown", originalType: "", value: { value: { other: 1 } } },
        { type: "unknown", originalType: "", value: 7 },
        { type: "unknown", originalType: "", value: "[object Object]" },
        { type: "unknown", originalType: "application/zip", value: { mimeType: "application/zip", bytes: 5 } },
      ],
    );
  });
});
