import assert from "node:assert/strict";
import type { ToolBlock } from "../../src/shared/conversation.ts";
import type { JsonObject } from "../../src/shared/json.ts";
import { mostRepeatedCall } from "../../src/webview/components/log/most-repeated-call.ts";
import { resultText, toolNote } from "../../src/webview/components/log/tool-note.ts";
import { toolSummary } from "../../src/webview/components/log/tool-summary.ts";

const tool = (change: Partial<ToolBlock>): ToolBlock => ({
  type: "tool",
  id: "b0",
  round: 0,
  toolCallId: "c0",
  toolName: "query",
  via: "native",
  state: "output-available",
  inputText: "",
  ...change,
});
const summaryOf = (input: JsonObject): string => toolSummary(tool({ input }));

describe("tool summary", () => {
  it("is the only value, or the one that tells most", () => {
    assert.equal(summaryOf({ issue: 182 }), "182");
    assert.equal(summaryOf({ content: "text", path: "src/a.ts" }), "src/a.ts");
    assert.equal(summaryOf({}), "");
  });

  it("is all short values with their names when none tells more", () => {
    assert.equal(summaryOf({ a: 17, b: 25, c: { deep: 1 }, d: null }), "a: 17, b: 25");
  });

  it("is one line, cut off, with the names of unseen characters", () => {
    assert.equal(summaryOf({ sql: "select *\n\tfrom orders" }), "select * from orders");
    assert.equal(summaryOf({ path: "a\u202eb" }), "a[U+202E]b");
    assert.ok(summaryOf({ text: "x".repeat(1_000_000) }).length < 200);
  });

  it("is what the model wrote when it could not be read", () => {
    assert.equal(toolSummary(tool({ inputText: '{"state": "op' })), '{"state": "op');
    assert.equal(
      toolSummary(tool({ invalid: { reason: "invalid_json", raw: "{oops}", message: "not JSON" } })),
      "{oops}",
    );
  });
});

describe("tool note", () => {
  it("is the first line of why a call failed", () => {
    const result = { content: [{ type: "text" as const, text: "ENOENT: no such file\nat open" }], isError: true };
    assert.equal(toolNote(tool({ state: "output-error", result })), "ENOENT: no such file");
    assert.equal(
      toolNote(tool({ state: "output-error", error: { code: "TIMEOUT", message: "No answer in 60 s." } })),
      "No answer in 60 s.",
    );
    assert.equal(toolNote(tool({ state: "output-error" })), undefined);
  });

  it("is the reason of a denial, and nothing for a call that went well", () => {
    const approval = { facts: { effect: "writes" as const, world: "closed" as const }, reason: "not on Fridays" };
    assert.equal(toolNote(tool({ state: "output-denied", approval })), "You denied it: not on Fridays");
    assert.equal(toolNote(tool({ state: "output-denied" })), undefined);
    assert.equal(toolNote(tool({})), undefined);
  });

  it("copies the texts of a result, else the whole as JSON", () => {
    assert.equal(
      resultText(tool({ result: { content: [{ type: "text", text: "a" }], structuredContent: 1, isError: false } })),
      "a",
    );
    assert.equal(
      resultText(tool({ result: { content: [], structuredContent: { n: 1 }, isError: false } })),
      '{\n  "n": 1\n}',
    );
    assert.equal(resultText(tool({})), "");
  });
});

describe("most repeated call", () => {
  it("is named with its arguments and counted", () => {
    const blocks = [1, 2, 1, 1, 2].map((id) => tool({ title: "Query", input: { id } }));
    assert.deepEqual(mostRepeatedCall(blocks), { label: "Query(1)", times: 3 });
    assert.deepEqual(mostRepeatedCall([]), { label: "", times: 0 });
  });
});
