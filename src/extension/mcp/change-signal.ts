import { untilAborted } from "./until-aborted.ts";

/** Lets code wait for "something changed", to look again. */
export class ChangeSignal {
  #wake: () => void = () => {};
  #next = this.#renew();

  /** Resolves at the next `fire`. Rejects with the signal's reason when it aborts first. */
  next(signal: AbortSignal): Promise<void> {
    return untilAborted(this.#next, signal);
  }

  fire(): void {
    this.#wake();
    this.#next = this.#renew();
  }

  #renew(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
