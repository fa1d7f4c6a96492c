import type { Clock } from "../ports/clock.ts";

/** The pauses before further tries of one client's requests, which a person may end early. */
export class RetryPause {
  readonly #clock: Clock;
  /** Ends the pauses that run now. */
  #early = new AbortController();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves after `ms`, or with the next `end`. Rejects with the signal's reason when it aborts first. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    const early = this.#early.signal;
    try {
      await this.#clock.sleep(ms, AbortSignal.any([signal, early]));
    } catch (cause) {
      if (signal.aborted || !early.aborted) {
        throw cause;
      }
    }
  }

  /** Ends every pause that runs now; later ones last as long as they should. */
  end(): void {
    this.#early.abort();
    this.#early = new AbortController();
  }
}
