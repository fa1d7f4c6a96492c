/** When to read a list again after the server said that it changed, in ms. */
export interface RefreshPace {
  /** From the first notice to the listing; notices in between need no other. */
  debounceMs: number;
  /** Between two listings. Doubled each time the list was the same as before, up to the longest. */
  pauseMs: number;
  longestPauseMs: number;
}

/** A storm of notices leads to at most 20 listings in 10 s, and to fewer while nothing changes. */
export const defaultPace: RefreshPace = { debounceMs: 100, pauseMs: 500, longestPauseMs: 8_000 };

/**
 * Reads a list again after notices of change: soon, but never two at once and never in a rush. The last notice is always
 * followed by a listing.
 */
export class ListRefresh {
  readonly #refresh: () => Promise<boolean>;
  readonly #pace: RefreshPace;
  #timer: NodeJS.Timeout | undefined;
  #running = false;
  #dirty = false;
  #pause: number;
  #notBefore = 0;
  #disposed = false;

  /** @param refresh reads the list; resolves with whether it differs from before; must not reject */
  constructor(refresh: () => Promise<boolean>, pace: RefreshPace = defaultPace) {
    this.#refresh = refresh;
    this.#pace = pace;
    this.#pause = pace.pauseMs;
  }

  /** The server said that the list changed. */
  notice(): void {
    this.#dirty = true;
    if (this.#timer === undefined && !this.#running && !this.#disposed) {
      const wait = Math.max(this.#pace.debounceMs, this.#notBefore - Date.now());
      this.#timer = setTimeout(() => void this.#run(), wait);
    }
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    this.#timer = undefined;
    this.#running = true;
    this.#dirty = false;
    const changed = await this.#refresh();
    this.#running = false;
    this.#pause = changed ? this.#pace.pauseMs : Math.min(this.#pause * 2, this.#pace.longestPauseMs);
    this.#notBefore = Date.now() + this.#pause;
    if (this.#dirty) {
      this.notice();
    }
  }
}
