import assert from "node:assert/strict";
import { Deadline } from "../../src/extension/mcp/deadline.ts";
import { withMockedTime } from "../support/with-mocked-time.ts";

describe("Deadline", () => {
  const parent = () => new AbortController();

  it("expires without a sign of life", () =>
    withMockedTime((pass) => {
      const deadline = new Deadline({ idleMs: 10, hardMs: 10_000 }, parent().signal);
      pass(9);
      deadline.touch();
      pass(9);
      assert.equal(deadline.expired, undefined);
      pass(1);
      assert.equal(deadline.expired, "idle");
      assert.equal(deadline.signal.aborted, true);
      deadline.end();
    }));

  it("expires at the hard limit in spite of all signs of life", () =>
    withMockedTime((pass) => {
      const deadline = new Deadline({ idleMs: 50, hardMs: 120 }, parent().signal);
      for (let ms = 0; ms < 119; ms++) {
        pass(1);
        deadline.touch();
      }
      assert.equal(deadline.expired, undefined);
      pass(1);
      assert.equal(deadline.expired, "hard");
      deadline.end();
    }));

  it("lets no time pass while it is paused, and goes on with what was left", () =>
    withMockedTime((pass) => {
      const deadline = new Deadline({ idleMs: 20, hardMs: 35 }, parent().signal);
      pass(10);
      const resumes = [deadline.pause(), deadline.pause()];
      pass(80);
      deadline.touch();
      assert.equal(deadline.expired, undefined);
      resumes[0]?.();
      resumes[0]?.();
      pass(80);
      assert.equal(deadline.expired, undefined, "the other pause still holds");
      resumes[1]?.();
      pass(19);
      deadline.touch();
      pass(5);
      assert.equal(deadline.expired, undefined);
      pass(1);
      assert.equal(deadline.expired, "hard", "10 ms before the pause and 25 after it");
      deadline.end();
    }));

  it("follows the caller's signal, also one that was aborted before", () => {
    const controller = parent();
    const deadline = new Deadline({ idleMs: 10_000, hardMs: 10_000 }, controller.signal);
    controller.abort(new Error("enough"));
    assert.equal(deadline.signal.aborted, true);
    assert.equal(deadline.signal.reason.message, "enough");
    assert.equal(deadline.expired, undefined);
    const late = new Deadline({ idleMs: 10_000, hardMs: 10_000 }, controller.signal);
    assert.equal(late.signal.aborted, true);
    deadline.end();
    late.end();
  });

  it("starts no clock again after its end", () =>
    withMockedTime((pass) => {
      const deadline = new Deadline({ idleMs: 10, hardMs: 20 }, parent().signal);
      deadline.end();
      deadline.touch();
      deadline.pause()();
      pass(100);
      assert.deepEqual([deadline.expired, deadline.signal.aborted], [undefined, false]);
    }));
});
