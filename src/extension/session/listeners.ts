import type { Log } from "../ports/log.ts";

/** Those who want to be told about something. A listener that fails is logged and disturbs nobody. */
export class Listeners<Value> {
  readonly #log: Log;
  readonly #listeners = new Set<(value: Value) => void>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Returns how to stop listening. */
  add(listener: (value: Value) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(value: Value): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (cause) {
        this.#log.error("A listener of the session failed.", cause);
      }
    }
  }
}
