import assert from "node:assert/strict";
import { previewFromText, textOfParts, titleFromText } from "../../src/shared/chat-title.ts";

describe("chat-title", () => {
  it("takes a short message whole, on one line", () => {
    assert.equal(titleFromText("  What is\n\n17 + 25?  "), "What is 17 + 25?");
  });

  it("cuts a long one at a word", () => {
    assert.equal(titleFromText("word ".repeat(40)), `${"word ".repeat(12).trim()}…`);
  });

  it("cuts text without spaces, but no character in two", () => {
    assert.equal(titleFromText(`${"字".repeat(59)}🧵🧵`), `${"字".repeat(59)}…`);
    assert.equal(previewFromText("字".repeat(500)), `${"字".repeat(120)}…`);
  });

  it("names what is attached when there is no text", () => {
    assert.equal(textOfParts([{ type: "file", uri: "file:///a.ts", name: "a.ts", text: "" }]), "a.ts");
    assert.equal(textOfParts([{ type: "image", data: "", mimeType: "image/png" }]), "");
    assert.equal(
      textOfParts([
        { type: "image", data: "", mimeType: "image/png" },
        { type: "text", text: " hi " },
      ]),
      "hi",
    );
  });
});
