import assert from "node:assert/strict";
import { orAborted } from "../../src/shared/or-aborted.ts";

describe("orAborted", () => {
  const never = new Promise<never>(() => {});

  it("gives what the work gives", async () => {
    const { signal } = new AbortController();
    assert.equal(await orAborted(Promise.resolve(7), signal), 7);
    await assert.rejects(orAborted(Promise.reject(new Error("broken")), signal), /broken/);
  });

  it("rejects with the signal's reason, before and while the work goes on", async () => {
    const stop = new AbortController();
    const waiting = orAborted(never, stop.signal);
    stop.abort(new Error("enough"));
    await assert.rejects(waiting, /enough/);
    await assert.rejects(orAborted(never, stop.signal), /enough/);
  });

  it("leaves work that fails later to itself", async () => {
    const stop = new AbortController();
    let fail: (error: Error) => void = () => {};
    const work = new Promise<never>((_, reject) => {
      fail = reject;
    });
    const waiting = orAborted(work, stop.signal);
    stop.abort(new Error("enough"));
    await assert.rejects(waiting, /enough/);
    fail(new Error("late"));
    await assert.rejects(work, /late/); // an unhandled rejection would end the test run
  });
});
