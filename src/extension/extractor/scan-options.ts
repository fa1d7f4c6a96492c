import type { SuspectFinder } from "./scan-host.ts";

/** How a fence with an info string of ours is read. */
export interface ScanOptions {
  /** The reply starts inside reasoning, which one of these closes. */
  readonly thinking: readonly string[] | undefined;
  readonly acceptFenced: boolean;
  /** `json` fences may be calls. */
  readonly jsonFences: boolean;
  readonly maxCandidate: number;
  readonly findSuspects: SuspectFinder;
  /** Set when text that is inert is searched for calls; `markerless`: for bare JSON too. */
  readonly probe: { readonly markerless: boolean; readonly codeSpans: boolean } | undefined;
}
