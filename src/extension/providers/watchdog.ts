import type { Clock } from "../ports/clock.ts";

/** ms; see `HostProfile`. */
export interface WatchdogLimits {
  firstByteMs: number;
  idleMs: number;
}

/**
 * Ends a request whose server stays silent: no first byte, or too long a pause between two. `alive` is cheap, so that
 * every byte may call it: one timer runs at a time and looks at the last sign of life when it ends.
 */
export class Watchdog {
  readonly #limits: WatchdogLimits;
  readonly #clock: Clock;
  readonly #bite: (fault: "first_byte" | "idle", limitMs: number) => void;
  #lastLife: number;
  #started = false;
  #sleep = new AbortController();

  constructor(limits: WatchdogLimits, clock: Clock, bite: (fault: "first_byte" | "idle", limitMs: number) => void) {
    this.#limits = limits;
    this.#clock = clock;
    this.#bite = bite;
    this.#lastLife = clock.now();
    void this.#watch("first_byte", limits.firstByteMs, this.#sleep.signal);
  }

  /** A byte of the body has come, be it a comment's. */
  alive(): void {
    this.#lastLife = this.#clock.now();
    if (!this.#started && !this.#sleep.signal.aborted) {
      this.#started = true;
      this.#sleep.abort();
      this.#sleep = new AbortController();
      void this.#watch("idle", this.#limits.idleMs, this.#sleep.signal);
    }
  }

  stop(): void {
    this.#sleep.abort();
  }

  async #watch(fault: "first_byte" | "idle", limitMs: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      const rest = this.#lastLife + limitMs - this.#clock.now();
      if (rest <= 0) {
        this.#bite(fault, limitMs);
        return;
      }
      try {
        await this.#clock.sleep(rest, signal);
      } catch {
        return;
      }
    }
  }
}
