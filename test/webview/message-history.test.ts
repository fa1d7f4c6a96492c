import assert from "node:assert/strict";
import fc from "fast-check";
import { createMessageHistory } from "../../src/webview/composer/message-history.ts";

describe("message history", () => {
  it("has nothing to show without messages", () => {
    const history = createMessageHistory(() => []);
    assert.equal(history.earlier("draft"), undefined);
    assert.equal(history.later("draft"), undefined);
    assert.equal(history.isBrowsing("draft"), false);
  });

  it("starts anew from a text that was changed", () => {
    const history = createMessageHistory(() => ["a", "b"]);
    assert.equal(history.earlier("draft"), "b");
    assert.equal(history.isBrowsing("b"), true);
    assert.equal(history.isBrowsing("b changed"), false);
    assert.equal(history.later("b changed"), undefined);
    assert.equal(history.earlier("b changed"), "b");
    assert.equal(history.later("b"), "b changed");
  });

  it("skips repeats and messages without text, and sees messages sent since", () => {
    const sent = ["a", "a", "", "b"];
    const history = createMessageHistory(() => sent);
    assert.deepEqual([history.earlier(""), history.earlier("b"), history.earlier("a")], ["b", "a", undefined]);
    assert.equal(history.later("a"), "b");
    assert.equal(history.later("b"), "");
    sent.push("c");
    assert.equal(history.earlier(""), "c");
  });

  it("comes back to the draft from any depth", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1 })), fc.nat(20), (sent, steps) => {
        const history = createMessageHistory(() => sent);
        let text = "a draft that nobody sent, with a length of its own";
        const draft = text;
        let taken = 0;
        for (let step = 0; step < steps; step++) {
          const earlier = history.earlier(text);
          if (earlier !== undefined) {
            text = earlier;
            taken += 1;
          }
        }
        assert.equal(taken, Math.min(steps, sent.length));
        for (; taken > 0; taken--) {
          text = history.later(text) ?? "nothing later";
        }
        assert.equal(text, draft);
      }),
    );
  });
});
