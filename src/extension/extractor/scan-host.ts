import type { CallContext, Outcome } from "./call-context.ts";
import type { SuspectEvent } from "./extractor-event.ts";
import type { LineContext } from "./line-context.ts";
import type { MarkerTables } from "./marker-tables.ts";
import type { CallMarker } from "./markers.ts";
import type { Parsing } from "./parse-steps.ts";
import type { ReplyOutput } from "./reply-output.ts";
import type { ScanOptions } from "./scan-options.ts";

/** What the reader of fences and code spans needs of the scanner that it works for. */
export interface ScanHost {
  readonly context: CallContext;
  readonly line: LineContext;
  readonly tables: MarkerTables;
  readonly output: ReplyOutput;
  readonly options: ScanOptions;
  readonly mode: { readonly kind: "text" | "reasoning" };
  flush(): void;
  passOne(): void;
  tryCall(marker: CallMarker, from: number): Parsing<Outcome>;
  callsEnded(): void;
}

/** Finds complete calls of offered tools in text that is not run. */
export type SuspectFinder = (text: string, where: SuspectEvent["where"], markerless: boolean) => SuspectEvent[];
