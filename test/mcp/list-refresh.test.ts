import assert from "node:assert/strict";
import { ListRefresh } from "../../src/extension/mcp/list-refresh.ts";
import { waitUntil } from "../support/wait-until.ts";
import { withMockedTime } from "../support/with-mocked-time.ts";

const pace = { debounceMs: 5, pauseMs: 20, longestPauseMs: 80 };

describe("ListRefresh", () => {
  it("answers many notices with one listing, and always the last one", async () => {
    let listings = 0;
    const refresh = new ListRefresh(async () => ++listings > 0, pace);
    for (let count = 0; count < 100; count++) {
      refresh.notice();
    }
    await waitUntil("the list is read", () => listings === 1, { everyMs: 1 });
    refresh.notice();
    refresh.notice();
    await waitUntil("it is read again", () => listings === 2, { everyMs: 1 });
    refresh.dispose();
  });

  it("reads again after a notice that came while it was reading, and never twice at once", async () => {
    let [running, most, listings] = [0, 0, 0];
    const refresh = new ListRefresh(async () => {
      most = Math.max(most, ++running);
      if (++listings === 1) {
        refresh.notice();
        refresh.notice();
      }
      await Promise.resolve();
      running--;
      return true;
    }, pace);
    refresh.notice();
    await waitUntil("it was read twice", () => listings === 2, { everyMs: 1 });
    assert.equal(most, 1);
    refresh.dispose();
  });

  it("waits longer each time that nothing has changed", () =>
    withMockedTime(async (pass) => {
      const at: number[] = [];
      const refresh = new ListRefresh(async () => {
        at.push(Date.now());
        refresh.notice();
        return false;
      }, pace);
      refresh.notice();
      for (let ms = 0; ms < 400; ms++) {
        pass(1);
        await Promise.resolve();
        await Promise.resolve();
      }
      refresh.dispose();
      const gaps = at.slice(1).map((time, index) => time - (at[index] ?? 0));
      assert.deepEqual(gaps.slice(0, 4), [40, 80, 80, 80]);
    }));

  for (const { what, changes, most } of [
    { what: "a list that changes each time", changes: true, most: 20 },
    { what: "a list that stays the same", changes: false, most: 5 },
  ]) {
    it(`reads ${what} at most ${most} times in any 10 s of a storm`, () =>
      withMockedTime(async (pass) => {
        const at: number[] = [];
        const refresh = new ListRefresh(async () => {
          at.push(Date.now());
          return changes;
        });
        for (let ms = 0; ms < 30_000; ms += 10) {
          refresh.notice();
          pass(10);
          await Promise.resolve();
          await Promise.resolve();
        }
        refresh.dispose();
        const busiest = Math.max(...at.map((start) => at.filter((ms) => ms >= start && ms < start + 10_000).length));
        assert.ok(busiest > 1 && busiest <= most, `${busiest} listings`);
      }));
  }

  it("does nothing after its end", async () => {
    let listings = 0;
    const refresh = new ListRefresh(async () => ++listings > 0, { ...pace, debounceMs: 0 });
    refresh.notice();
    refresh.dispose();
    refresh.notice();
    const other = new ListRefresh(async () => ++listings > 0, pace);
    other.notice();
    await waitUntil("the other one has read", () => listings > 0, { everyMs: 1 });
    assert.equal(listings, 1);
    other.dispose();
  });
});
