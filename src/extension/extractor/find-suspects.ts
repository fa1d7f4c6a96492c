import type { CallContext } from "./call-context.ts";
import { CallSink } from "./call-sink.ts";
import type { SuspectEvent } from "./extractor-event.ts";
import type { MarkerTables } from "./marker-tables.ts";
import type { ReplyOutput } from "./reply-output.ts";
import type { ScanOptions } from "./scan-options.ts";
import { Scanner } from "./scanner.ts";
import { TextReader } from "./text-reader.ts";

/** Finds complete calls of offered tools in text that is not run: the content of a fence, or reasoning. */
export function findSuspects(
  text: string,
  where: SuspectEvent["where"],
  markerless: boolean,
  options: ScanOptions,
  tables: MarkerTables,
  base: Pick<CallContext, "tools" | "maxDepth" | "maxCall">,
): SuspectEvent[] {
  const found: SuspectEvent[] = [];
  let callFrom = 0;
  const output: ReplyOutput = {
    phase: "before",
    watchesResults: false,
    text: () => undefined,
    reasoning: () => undefined,
    dropped: () => undefined,
    suspect: () => undefined,
    fabricated: () => undefined,
    callOpens: () => undefined,
    callEvent(event, from, to) {
      if (event.type === "call_created") callFrom = from;
      if (event.type !== "call_complete" || !event.closed || !base.tools.offers(event.name)) return;
      const { name, input } = event;
      found.push({ type: "suspect", raw: text.slice(callFrom, to).trim(), where, call: { name, input } });
    },
  };
  const reader = new TextReader();
  reader.push(text);
  reader.end();
  const sink = new CallSink(reader, output);
  const probe = { markerless, codeSpans: where === "reasoning" };
  const scanner = new Scanner({ ...options, thinking: undefined, probe }, tables, output, {
    ...base,
    reader,
    sink,
    finish: "stop",
  });
  const run = scanner.run();
  while (run.next().done !== true);
  return found;
}
