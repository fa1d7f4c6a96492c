import { setTimeout } from "node:timers/promises";
import { patience } from "./patience.ts";

/** The real one, also while a test lets the time stand still. */
const delay = setTimeout;

export interface WaitOptions {
  /** Default `patience.condition`. In ms. */
  readonly timeoutMs?: number;
  /** Time between two looks, in ms. */
  readonly everyMs?: number;
}

/**
 * Waits for a condition instead of for a time: asks `look` again and again until it returns something other than
 * `undefined`, `null` or `false`, and returns that. What `look` throws counts as "not yet"; the last of it is told on timeout.
 */
export async function waitUntil<T>(
  what: string,
  look: () => Promise<T> | T,
  { timeoutMs = patience.condition, everyMs = 50 }: WaitOptions = {},
): Promise<Exclude<T, undefined | null | false>> {
  const deadline = performance.now() + timeoutMs;
  let last: unknown;
  do {
    try {
      const seen = await look();
      last = seen;
      if (seen !== undefined && seen !== null && seen !== false) {
        return seen as Exclude<T, undefined | null | false>;
      }
    } catch (error) {
      last = error;
    }
    await delay(everyMs);
  } while (performance.now() < deadline);
  throw new Error(`Waited ${timeoutMs} ms in vain: ${what}. Last seen: ${String(last)}`);
}
