import assert from "node:assert/strict";
import { once } from "node:events";
import { Deadline } from "../../src/extension/mcp/deadline.ts";

describe("Deadline", () => {
  const parent = () => new AbortController();

  it("expires without a sign of life", async () => {
    const deadline = new Deadline({ idleMs: 10, hardMs: 10_000 }, parent().signal);
    await once(deadline.signal, "abort");
    assert.equal(deadline.expired, "idle");
    deadline.end();
  });

  it("expires at the hard limit in spite of all signs of life", async () => {
    const deadline = new Deadline({ idleMs: 50, hardMs: 120 }, parent().signal);
    const pulse = setInterval(() => deadline.touch(), 5);
    await once(deadline.signal, "abort");
    clearInterval(pulse);
    assert.equal(deadline.expired, "hard");
    deadline.end();
  });

  it("lets no time pass while it is paused, and goes on with what was left", async () => {
    const deadline = new Deadline({ idleMs: 20, hardMs: 40 }, parent().signal);
    const resumes = [deadline.pause(), deadline.pause()];
    const meanwhile = new Deadline({ idleMs: 80, hardMs: 80 }, parent().signal);
    await once(meanwhile.signal, "abort");
    deadline.touch();
    assert.equal(deadline.expired, undefined);
    resumes[0]?.();
    resumes[0]?.();
    assert.equal(deadline.expired, undefined, "the other pause still holds");
    resumes[1]?.();
    await once(deadline.signal, "abort");
    assert.equal(deadline.expired, "idle");
    deadline.end();
    meanwhile.end();
  });

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

  it("starts no clock again after its end", () => {
    const deadline = new Deadline({ idleMs: 10_000, hardMs: 10_000 }, parent().signal);
    const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;
    deadline.end();
    const before = timers();
    deadline.touch();
    assert.equal(timers(), before);
  });
});
