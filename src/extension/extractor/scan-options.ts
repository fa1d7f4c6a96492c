import { next, type Parsing } from "./parse-steps.ts";
import type { SuspectFinder } from "./scan-host.ts";
import { END, type TextReader } from "./text-reader.ts";

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

/**
 * Whether a run of exactly `length` backticks stands between `from` and the end of its line; `undefined` when the reply
 * ended before its line. Leaves the cursor.
 */
export function* findPartner(reader: TextReader, from: number, length: number): Parsing<boolean | undefined> {
  const back = reader.offset;
  reader.reset(from);
  let run = 0;
  let found: boolean | undefined = false;
  for (;;) {
    const code = yield* next(reader);
    if (code === 0x60) run += 1;
    else {
      found = run === length;
      if (found || code === 0x0a) break;
      if (code === END) {
        found = undefined;
        break;
      }
      run = 0;
    }
    reader.step();
  }
  reader.reset(back);
  return found;
}
