import assert from "node:assert/strict";
import { previewOf, textOfParts, withoutMarks } from "../../src/shared/message-preview.ts";

describe("message-preview", () => {
  it("takes a short message whole, on one line", () => {
    assert.equal(previewOf("  What is\n\n17 + 25?  "), "What is 17 + 25?");
  });

  it("cuts a long one at a word", () => {
    assert.equal(previewOf("word ".repeat(40)), `${"word ".repeat(24).trim()}…`);
  });

  it("cuts text without spaces, but no character in two", () => {
    assert.equal(previewOf(`${"字".repeat(119)}🧵🧵`), `${"字".repeat(119)}…`);
    assert.equal(previewOf("字".repeat(500)), `${"字".repeat(120)}…`);
  });

  it("takes the marks of Markdown out of a reply", () => {
    assert.equal(withoutMarks("# Sum\n\n> **42**, says `get-sum`\n- 2 * 3"), "Sum\n\n42, says get-sum\n2 * 3");
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
