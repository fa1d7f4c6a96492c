import type { Clock } from "./clock.ts";

interface Sleeper {
  at: number;
  wake(): void;
}

/** A clock for tests: time passes only by `advance`. */
export class ManualClock implements Clock {
  #now: number;
  readonly #sleepers = new Set<Sleeper>();

  constructor(now = 1_000) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  /** How many calls of `sleep` wait. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const abort = () => {
        this.#sleepers.delete(sleeper);
        reject(signal.reason);
      };
      const sleeper: Sleeper = {
        at: this.#now + ms,
        wake: () => {
          signal.removeEventListener("abort", abort);
          resolve();
        },
      };
      signal.addEventListener("abort", abort, { once: true });
      this.#sleepers.add(sleeper);
    });
  }

  advance(ms: number): void {
    this.#now += ms;
    for (const sleeper of [...this.#sleepers].sort((a, b) => a.at - b.at)) {
      if (sleeper.at <= this.#now) {
        this.#sleepers.delete(sleeper);
        sleeper.wake();
      }
    }
  }
}
