/** How long something may take, in ms. */
export interface DeadlineLimits {
  /** Without a sign of life. */
  idleMs: number;
  /** In all. */
  hardMs: number;
}

/**
 * A signal that aborts when something shows no sign of life for too long, takes too long in all, or when the caller's
 * own signal aborts. `expired` tells which; call `end` when the work is over.
 */
export class Deadline {
  readonly limits: DeadlineLimits;
  readonly #controller = new AbortController();
  readonly #parent: AbortSignal;
  readonly #abort: () => void;
  #hard: NodeJS.Timeout;
  #idle: NodeJS.Timeout;
  /** When the hard limit began to count, and what is left of it, in ms. */
  #since = Date.now();
  #left: number;
  #pauses = 0;
  #expired: "idle" | "hard" | undefined;
  #over = false;

  constructor(limits: DeadlineLimits, parent: AbortSignal) {
    this.limits = limits;
    this.#parent = parent;
    this.#abort = () => this.#controller.abort(parent.reason);
    this.#left = limits.hardMs;
    this.#hard = this.#startHard();
    this.#idle = this.#startIdle();
    if (parent.aborted) {
      this.#abort();
    } else {
      parent.addEventListener("abort", this.#abort, { once: true });
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get expired(): "idle" | "hard" | undefined {
    return this.#expired;
  }

  /** A sign of life: the idle time starts again. Means nothing after `end`. */
  touch(): void {
    if (this.#counts()) {
      clearTimeout(this.#idle);
      this.#idle = this.#startIdle();
    }
  }

  /** No time passes until the result is called: the work waits for a person. */
  pause(): () => void {
    if (this.#pauses++ === 0) {
      this.#left -= Date.now() - this.#since;
      clearTimeout(this.#hard);
      clearTimeout(this.#idle);
    }
    let paused = true;
    return () => {
      if (paused && --this.#pauses === 0 && this.#counts()) {
        this.#since = Date.now();
        this.#hard = this.#startHard();
        this.#idle = this.#startIdle();
      }
      paused = false;
    };
  }

  end(): void {
    this.#over = true;
    clearTimeout(this.#hard);
    clearTimeout(this.#idle);
    this.#parent.removeEventListener("abort", this.#abort);
  }

  #counts(): boolean {
    return !this.#over && !this.signal.aborted && this.#pauses === 0;
  }

  #startHard(): NodeJS.Timeout {
    return setTimeout(() => this.#expire("hard"), Math.max(0, this.#left));
  }

  #startIdle(): NodeJS.Timeout {
    return setTimeout(() => this.#expire("idle"), this.limits.idleMs);
  }

  #expire(which: "idle" | "hard"): void {
    this.#expired ??= which;
    this.#controller.abort(new Error(`The ${which} time limit has passed.`));
  }
}
