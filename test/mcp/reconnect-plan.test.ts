import assert from "node:assert/strict";
import { defaultTimings } from "../../src/extension/mcp/connection-timings.ts";
import { ReconnectPlan } from "../../src/extension/mcp/reconnect-plan.ts";

describe("ReconnectPlan", () => {
  it("does not try a server again that never became ready", () => {
    assert.equal(new ReconnectPlan("stdio", defaultTimings).next(undefined, 0), undefined);
    assert.equal(new ReconnectPlan("http", defaultTimings).next(undefined, 0), undefined);
  });

  it("starts a program three times within any five minutes", () => {
    const plan = new ReconnectPlan("stdio", defaultTimings);
    assert.deepEqual(
      [0, 1_000, 2_000].map((now) => plan.next(now === 1_000 ? undefined : 5, now)),
      [
        { attempt: 1, attempts: 3, delayMs: 500 },
        { attempt: 2, attempts: 3, delayMs: 1_000 },
        { attempt: 3, attempts: 3, delayMs: 2_000 },
      ],
    );
    assert.deepEqual(plan.next(5, 3_000), { exhausted: 3 });
    assert.deepEqual(plan.next(5, 300_500), { attempt: 3, attempts: 3, delayMs: 2_000 });
    plan.reset();
    assert.deepEqual(plan.next(5, 300_600), { attempt: 1, attempts: 3, delayMs: 500 });
  });

  it("reaches for a URL at once, then with growing, scattered delays, and gives up in the end", () => {
    const plan = new ReconnectPlan("http", defaultTimings);
    const delays: number[] = [];
    let next = plan.next(5, 0);
    while (next !== undefined && "delayMs" in next) {
      delays.push(next.delayMs);
      next = plan.next(undefined, 0);
    }
    assert.deepEqual(next, { exhausted: 8 });
    const wanted = [0, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000];
    assert.equal(delays.length, wanted.length);
    for (const [index, delay] of delays.entries()) {
      const middle = wanted[index] ?? 0;
      assert.ok(delay >= middle * 0.8 && delay <= middle * 1.2, `${delay} ms instead of ${middle}`);
    }
  });

  it("counts from one again after a link that lasted", () => {
    const plan = new ReconnectPlan("http", defaultTimings);
    plan.next(5, 0);
    plan.next(5, 0);
    const next = plan.next(defaultTimings.steadyMs, 0);
    assert.ok(next !== undefined && "attempt" in next && next.attempt === 1);
  });
});
