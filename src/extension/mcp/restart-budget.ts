/** Allows so many restarts within a sliding time, so that a server that dies at once does not spin. */
export class RestartBudget {
  readonly limit: number;
  readonly #windowMs: number;
  #spent: number[] = [];

  constructor(limit: number, windowMs: number) {
    this.limit = limit;
    this.#windowMs = windowMs;
  }

  /** Takes one restart if there is one; gives its number within the window, from 1. `now` is ms since the epoch. */
  take(now: number): number | undefined {
    this.#spent = this.#spent.filter((at) => now - at < this.#windowMs);
    if (this.#spent.length >= this.limit) {
      return undefined;
    }
    this.#spent.push(now);
    return this.#spent.length;
  }

  /** Forgets everything, when a person starts the server. */
  reset(): void {
    this.#spent = [];
  }
}
