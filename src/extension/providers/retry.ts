import type { ProviderFailure } from "./classify-failure.ts";

const firstDelayMs = 1_000;
const maxDelayMs = 30_000;
/** Longer waits are the person's decision: the error says how long. */
const maxAskedMs = 120_000;

/**
 * ms to wait before a failed request is sent again, or undefined when it is not worth it. `done` retries came before
 * this one. The server's own wish counts up to two minutes; else the delay doubles from 1 s to 30 s, spread by a
 * quarter so that many clients do not return at once.
 */
export function retryDelayMs(failure: ProviderFailure, done: number, random = Math.random()): number | undefined {
  if (!failure.retryable) {
    return undefined;
  }
  if (failure.retryAfterMs !== undefined) {
    return failure.retryAfterMs <= maxAskedMs ? Math.max(failure.retryAfterMs, 100) : undefined;
  }
  const delay = Math.min(firstDelayMs * 2 ** done, maxDelayMs);
  return Math.round(delay * (0.75 + random * 0.5));
}
