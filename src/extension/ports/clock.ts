/** Time as the core sees it, so that tests decide it. */
export interface Clock {
  /** ms since the epoch */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}
