import assert from "node:assert/strict";
import fc from "fast-check";
import {
  fitWindow,
  growDown,
  growUp,
  lastTurns,
  type TurnWindow,
  turnsAround,
} from "../../src/webview/components/log/turn-window.ts";

const most = 30;

describe("turn window", () => {
  it("starts with the newest turns, or with those around a turn", () => {
    assert.deepEqual(lastTurns(3), { from: 0, to: 3 });
    assert.deepEqual(lastTurns(5000), { from: 4985, to: 5000 });
    assert.deepEqual(turnsAround(0, 5000), { from: 0, to: 15 });
    assert.deepEqual(turnsAround(2500, 5000), { from: 2493, to: 2508 });
    assert.deepEqual(turnsAround(4999, 5000), { from: 4985, to: 5000 });
  });

  it("drops turns at the far end when it grows", () => {
    let window = lastTurns(100);
    window = growUp(growUp(window));
    assert.deepEqual(window, { from: 65, to: 95 });
    assert.deepEqual(growDown(window, 100), { from: 70, to: 100 });
  });

  it("follows new turns only when it reached to the end", () => {
    assert.deepEqual(fitWindow({ from: 0, to: 10 }, 10, 11), { from: 0, to: 11 });
    assert.deepEqual(fitWindow({ from: 0, to: 10 }, 20, 21), { from: 0, to: 10 });
    assert.deepEqual(fitWindow({ from: 5, to: 20 }, 20, 2), { from: 1, to: 2 });
  });

  it("always holds some turns, never more than it may, and none that do not exist", () => {
    const step = fc.oneof(
      fc.constant("up" as const),
      fc.constant("down" as const),
      fc.integer({ min: 1, max: 200 }).map((count) => ({ count })),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.array(step, { maxLength: 40 }), (start, steps) => {
        let count = start;
        let window: TurnWindow = lastTurns(count);
        for (const next of steps) {
          if (next === "up") {
            window = growUp(window);
          } else if (next === "down") {
            window = growDown(window, count);
          } else {
            window = fitWindow(window, count, next.count);
            count = next.count;
          }
          const size = window.to - window.from;
          assert.ok(window.from >= 0 && window.to <= count && size >= 1 && size <= most, JSON.stringify(window));
        }
      }),
    );
  });
});
