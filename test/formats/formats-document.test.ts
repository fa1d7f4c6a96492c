import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../../scripts/shared/project-paths.mjs";
import { formatsDocument } from "./formats-document.ts";

const file = path.join(projectRoot, "docs/formats.md");

describe("docs/formats.md", () => {
  it("says what the table says", () => {
    const expected = formatsDocument();
    if (process.env.UPDATE_DOCS === "1") {
      writeFileSync(file, expected);
    }
    assert.equal(readFileSync(file, "utf8"), expected, "Run UPDATE_DOCS=1 npm run test:unit to write it anew.");
  });
});
