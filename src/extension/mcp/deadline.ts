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
  readonly #hard: NodeJS.Timeout;
  #idle: NodeJS.Timeout;
  #expired: "idle" | "hard" | undefined;
  #over = false;

  constructor(limits: DeadlineLimits, parent: AbortSignal) {
    this.limits = limits;
    this.#parent = parent;
    this.#abort = () => this.#controller.abort(parent.reason);
    this.#hard = setTimeout(() => this.#expire("hard"), limits.hardMs);
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
    if (!this.#over && !this.signal.aborted) {
      clearTimeout(this.#idle);
      this.#idle = this.#startIdle();
    }
  }

  end(): void {
    this.#over = true;
    clearTimeout(this.#hard);
    clearTimeout(this.#idle);
    this.#parent.removeEventListener("abort", this.#abort);
  }

  #startIdle(): NodeJS.Timeout {
    return setTimeout(() => this.#expire("idle"), this.limits.idleMs);
  }

  #expire(which: "idle" | "hard"): void {
    this.#expired ??= which;
    this.#controller.abort(new Error(`The ${which} time limit has passed.`));
  }
}
