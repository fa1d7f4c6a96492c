import { mock } from "node:test";

/**
 * Runs `use` while timers and `Date` of this process stand still: time passes only by `pass`, in ms. What really happens goes
 * on (processes, sockets, `waitUntil`), so that a limit can be tested on a machine of any speed.
 */
export async function withMockedTime<T>(use: (pass: (ms: number) => void) => Promise<T> | T): Promise<T> {
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: Date.now() });
  try {
    return await use((ms) => mock.timers.tick(ms));
  } finally {
    mock.timers.reset();
  }
}
