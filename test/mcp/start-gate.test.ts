import assert from "node:assert/strict";
import { StartGate } from "../../src/extension/mcp/start-gate.ts";

describe("StartGate", () => {
  const signal = new AbortController().signal;

  it("lets only so many in, and the next when one leaves", async () => {
    const gate = new StartGate(2, 60_000);
    const inside: number[] = [];
    const enter = async (id: number) => {
      const leave = await gate.enter(signal);
      inside.push(id);
      return leave;
    };
    const [first, second] = await Promise.all([enter(1), enter(2)]);
    const third = enter(3);
    await Promise.resolve();
    assert.deepEqual(inside, [1, 2]);
    first();
    first();
    const leaveThird = await third;
    const fourth = enter(4);
    await Promise.resolve();
    assert.deepEqual(inside, [1, 2, 3]);
    second();
    (await fourth)();
    leaveThird();
  });

  it("gives away the place of a start that takes long", async () => {
    const gate = new StartGate(1, 10);
    const slow = await gate.enter(signal);
    const next = await gate.enter(signal);
    slow();
    next();
  });

  it("lets go of those who no longer want in", async () => {
    const gate = new StartGate(1, 60_000);
    const leave = await gate.enter(signal);
    const controller = new AbortController();
    const waiting = gate.enter(controller.signal);
    controller.abort(new Error("changed my mind"));
    await assert.rejects(waiting, /changed my mind/);
    leave();
    (await gate.enter(signal))();
  });
});
