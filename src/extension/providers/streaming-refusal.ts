import type { ProviderFailure } from "./classify-failure.ts";

/** What a server learns to be: one that gives its replies whole. */
interface StreamingConcession {
  withoutStreaming?: boolean;
}

const streaming = /['"`\s]stream['"`]?(?![_\w])|\bstreaming\b|\bstreamed\b/i;
const refusal =
  /(not|n't|cannot|can't|unsupported|isn't|without|disabled|unavailable|only|must be (set to )?['"`]?false|must be verified)\b/i;
const statuses: ReadonlySet<number | undefined> = new Set([400, 403, 405, 415, 422, 500, 501]);

/**
 * Learns from a failure that the server does not stream, or not with tools, or not for this account: "'stream' does not
 * support true with this model", "This model does not support streaming", "Cannot use tools with stream", "Your
 * organization must be verified to stream this model". `wasWhole`: the request that failed asked for no stream. True when
 * it is worth sending again, also when another request has learnt the same meanwhile.
 */
export function learnStreaming(
  concessions: StreamingConcession,
  { status, text }: ProviderFailure,
  wasWhole: boolean,
): boolean {
  const isAbout = streaming.test(` ${text} `) && refusal.test(text) && !/stream_options/.test(text);
  if (!isAbout || !statuses.has(status) || wasWhole) {
    return false;
  }
  concessions.withoutStreaming = true;
  return true;
}
