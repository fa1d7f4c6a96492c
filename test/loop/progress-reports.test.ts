import assert from "node:assert/strict";
import { ProgressReports } from "../../src/extension/loop/progress-reports.ts";

const textOf = (reports: ProgressReports) => {
  const [part] = reports.toResult().content;
  assert.ok(part?.type === "text");
  return part.text;
};

describe("ProgressReports", () => {
  it("says that there was nothing", () => {
    assert.match(textOf(new ProgressReports()), /The server had told nothing until then\.$/);
  });

  it("says how far the call was, with each message once where it is repeated", () => {
    const reports = new ProgressReports();
    for (const message of ["a", "a", undefined, " ", "a", "b"]) {
      reports.add({ progress: 5, ...(message === undefined ? {} : { message }) });
    }
    assert.match(textOf(reports), /Progress: 5\. What the server told until then:\na\nb$/);
  });

  it("keeps the last messages of many, and the beginning of a long one", () => {
    const reports = new ProgressReports();
    for (let page = 1; page <= 10_000; page++) {
      reports.add({ progress: page, total: 20_000, message: `page ${page}` });
    }
    reports.add({ progress: 10_001, message: "x".repeat(1_000_000) });
    const text = textOf(reports);
    assert.ok(text.length < 10_000, `${text.length} characters`);
    assert.match(text, /\(9801 earlier messages left out\)\npage 9802\n/);
  });
});
