/**
 * Lets only so many servers start at the same moment: a hundred interpreters that load at once starve each other and
 * the editor. A start that takes long gives its place away, so that slow ones do not hold up the rest.
 */
export class StartGate {
  readonly #places: number;
  readonly #longestMs: number;
  readonly #queue: (() => void)[] = [];
  #used = 0;

  constructor(places: number, longestMs: number) {
    this.#places = places;
    this.#longestMs = longestMs;
  }

  /** Waits for a place; the result gives it back and may be called more than once. Rejects when the signal aborts. */
  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#used >= this.#places) {
      await this.#wait(signal);
    }
    this.#used++;
    let given = false;
    const giveBack = () => {
      clearTimeout(timer);
      if (!given) {
        given = true;
        this.#used--;
        this.#queue.shift()?.();
      }
    };
    const timer = setTimeout(giveBack, this.#longestMs);
    return giveBack;
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener("abort", abort);
        resolve();
      };
      const abort = () => {
        this.#queue.splice(this.#queue.indexOf(go), 1);
        reject(signal.reason);
      };
      this.#queue.push(go);
      signal.addEventListener("abort", abort, { once: true });
    });
  }
}
