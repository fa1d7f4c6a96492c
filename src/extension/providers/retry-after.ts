import type { JsonValue } from "../../shared/json.ts";
import type { ServerWords } from "./error-text.ts";

/**
 * How long a server asks to wait, in ms, from `retry-after-ms`, `retry-after` (seconds or a date, RFC 9110 10.2.3),
 * `x-ratelimit-reset-*` ("6s", "1m2s"), Gemini's `retryDelay` in the body, or words ("try again in 7.66s").
 */
export function retryAfterMs(headers: Headers | undefined, words: ServerWords, now: number): number | undefined {
  return (
    fromMilliseconds(headers?.get("retry-after-ms")) ??
    fromRetryAfter(headers?.get("retry-after"), now) ??
    fromDelayField(words.json, 0) ??
    fromWords(words.text) ??
    fromResetHeaders(headers)
  );
}

function fromMilliseconds(value: string | null | undefined): number | undefined {
  const ms = value === null || value === undefined || value.trim() === "" ? Number.NaN : Number(value);
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}

function fromRetryAfter(value: string | null | undefined, now: number): number | undefined {
  if (value === null || value === undefined || value.trim() === "") {
    return undefined;
  }
  const seconds = Number(value);
  if (Number.isFinite(seconds)) {
    return seconds >= 0 ? seconds * 1000 : undefined;
  }
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Only a header of a bucket that is empty says something: the others reset at some time, too. */
function fromResetHeaders(headers: Headers | undefined): number | undefined {
  for (const bucket of ["requests", "tokens"]) {
    const reset = headers?.get(`x-ratelimit-reset-${bucket}`);
    if (reset !== null && reset !== undefined && headers?.get(`x-ratelimit-remaining-${bucket}`) === "0") {
      return duration(reset);
    }
  }
  return undefined;
}

function fromDelayField(value: JsonValue | undefined, depth: number): number | undefined {
  if (typeof value !== "object" || value === null || depth > 6) {
    return undefined;
  }
  for (const [key, item] of Object.entries(value)) {
    const found = key === "retryDelay" && typeof item === "string" ? duration(item) : fromDelayField(item, depth + 1);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function fromWords(text: string): number | undefined {
  const match =
    /(?:try again|retry) (?:in|after) ((?:\d+(?:\.\d+)?\s*(?:ms|seconds?|minutes?|hours?|h|m|s)\s*)+)/i.exec(text);
  return match?.[1] === undefined ? undefined : duration(match[1]);
}

/** "1h2m3.5s", "250ms", "20 seconds" in ms. */
function duration(text: string): number | undefined {
  const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
  let total: number | undefined;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)\s*(ms|s|m|h)/gi)) {
    total = (total ?? 0) + Number(amount) * (unitMs[unit?.toLowerCase() ?? ""] ?? 0);
  }
  return total === undefined ? undefined : Math.round(total);
}
