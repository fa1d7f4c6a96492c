import assert from "node:assert/strict";
import { isQuestionAnswer } from "../../src/shared/is-question-answer.ts";

describe("is-question-answer", () => {
  it("knows every kind of answer", () => {
    for (const answer of [
      { action: "accept" },
      { action: "accept", content: { name: "Ada", age: 36, agreed: true, langs: ["en", "fr"] } },
      { action: "accept_sampling", forSession: true, review: false },
      {
        action: "accept_sampling",
        forSession: false,
        review: true,
        systemPrompt: "",
        texts: [{ message: 0, content: 1, text: "t" }],
      },
      { action: "decline" },
      { action: "cancel" },
    ]) {
      assert.equal(isQuestionAnswer(answer), true, JSON.stringify(answer));
    }
  });

  it("refuses everything else", () => {
    for (const answer of [
      undefined,
      null,
      "accept",
      {},
      { action: "allow" },
      { action: "accept", content: { nested: { a: 1 } } },
      { action: "accept", content: { list: [1] } },
      { action: "accept", forSession: true },
      { action: "accept_sampling", forSession: true },
      { action: "accept_sampling", forSession: true, review: true, texts: [{ message: 0, content: 0 }] },
      { action: "decline", content: {} },
      { action: "cancel", more: 1 },
    ]) {
      assert.equal(isQuestionAnswer(answer), false, JSON.stringify(answer));
    }
  });
});
