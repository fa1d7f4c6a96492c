/** Bounds on what one reply can make the extractor hold. Lengths are UTF-16 units. */
export interface ExtractorLimits {
  /** Text held as a possible call that nothing has proved yet; beyond it, it is text. */
  maxCandidate: number;
  /** One call, markup included; beyond it the call is invalid (`limit`). */
  maxCall: number;
  /** Nesting of the arguments; beyond it the call is invalid (`limit`). */
  maxDepth: number;
  /** Text held behind a call under the lenient guard; beyond it, it is discarded. */
  maxLimbo: number;
}

export const defaultLimits: ExtractorLimits = {
  maxCandidate: 4096,
  maxCall: 16 * 1024 * 1024,
  maxDepth: 256,
  maxLimbo: 64 * 1024,
};
