/** The answers of sign-ins that are awaited, by their `state`. */
export class RedirectAnswers {
  readonly #awaited = new Map<string, (parameters: URLSearchParams) => void>();

  /** Resolves with the parameters of the answer that carries this `state`; rejects when the signal aborts. */
  wait(state: string, signal: AbortSignal): Promise<URLSearchParams> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#awaited.delete(state);
        reject(signal.reason);
      };
      if (signal.aborted) {
        stop();
        return;
      }
      signal.addEventListener("abort", stop, { once: true });
      this.#awaited.set(state, (parameters) => {
        this.#awaited.delete(state);
        signal.removeEventListener("abort", stop);
        resolve(parameters);
      });
    });
  }

  /** Hands an answer to whoever waits for its `state`; false when nobody does. */
  take(parameters: URLSearchParams): boolean {
    const take = this.#awaited.get(parameters.get("state") ?? "");
    take?.(parameters);
    return take !== undefined;
  }
}
