import type { ConnectionTimings } from "./connection-timings.ts";
import { RestartBudget } from "./restart-budget.ts";
import type { ServerConfig } from "./server-config.ts";

/** What follows the end of a link: another attempt, or none because so many were made. */
export type NextAttempt = { attempt: number; attempts: number; delayMs: number } | { exhausted: number };

/**
 * Decides whether and when a lost server is tried again. One that never became ready is not: its reason is shown at
 * once. A program is started again a few times within a sliding window; a URL is tried with growing, scattered delays,
 * the first time at once, for a lost session only needs a new one.
 */
export class ReconnectPlan {
  readonly #type: ServerConfig["type"];
  readonly #timings: ConnectionTimings;
  readonly #budget: RestartBudget;
  #wasReady = false;
  #attempts = 0;

  constructor(type: ServerConfig["type"], timings: ConnectionTimings) {
    this.#type = type;
    this.#timings = timings;
    this.#budget = new RestartBudget(timings.restarts, timings.restartWindowMs);
  }

  /** A person starts the server: nothing of before counts. */
  reset(): void {
    this.#budget.reset();
    this.#wasReady = false;
    this.#attempts = 0;
  }

  /** @param readyMs how long the link was ready; `undefined` when it never was. `undefined` as result: do not try again. */
  next(readyMs: number | undefined, now: number): NextAttempt | undefined {
    this.#wasReady ||= readyMs !== undefined;
    if (!this.#wasReady) {
      return undefined;
    }
    return this.#type === "stdio" ? this.#nextRestart(now) : this.#nextReconnect(readyMs);
  }

  #nextRestart(now: number): NextAttempt {
    const attempt = this.#budget.take(now);
    const attempts = this.#budget.limit;
    return attempt === undefined
      ? { exhausted: attempts }
      : { attempt, attempts, delayMs: this.#timings.restartDelayMs * 2 ** (attempt - 1) };
  }

  #nextReconnect(readyMs: number | undefined): NextAttempt {
    const { reconnects, reconnectDelayMs, longestReconnectDelayMs, steadyMs } = this.#timings;
    if (readyMs !== undefined && readyMs >= steadyMs) {
      this.#attempts = 0;
    }
    this.#attempts++;
    if (this.#attempts > reconnects) {
      return { exhausted: reconnects };
    }
    const wait = this.#attempts === 1 ? 0 : reconnectDelayMs * 2 ** (this.#attempts - 2);
    const scattered = Math.min(wait, longestReconnectDelayMs) * (0.8 + 0.4 * Math.random());
    return { attempt: this.#attempts, attempts: reconnects, delayMs: scattered };
  }
}
