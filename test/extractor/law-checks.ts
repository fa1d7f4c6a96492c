import { deepEqual, equal, ok } from "node:assert/strict";
import type { Finish } from "../../src/extension/extractor/call-context.ts";
import type { ExtractorOptions } from "../../src/extension/extractor/create-extractor.ts";
import type { ExtractorEvent } from "../../src/extension/extractor/extractor-event.ts";
import { extract, summary } from "./vector.ts";

const lone = /\p{Surrogate}/u;

/** Law 3: the spans of all events, and of what was dropped, lie side by side and cover the reply. */
export function checkConservation(options: ExtractorOptions, pieces: readonly string[], finish: Finish): void {
  const dropped: { from: number; to: number }[] = [];
  const debug = { ...options, debug: true, onDropped: (from: number, to: number) => dropped.push({ from, to }) };
  const events = extract(debug, pieces, finish);
  // A suspect repeats text, and what was said of a call that proves broken is taken back by its end.
  const broken = new Set(events.flatMap((event) => (event.type === "call_invalid" ? [event.index] : [])));
  const spans = events
    .filter((event) => event.type !== "suspect")
    .filter((event) => event.type === "call_invalid" || !("index" in event && broken.has(event.index)))
    .flatMap((event) => ("from" in event && event.to !== undefined ? [{ from: event.from ?? 0, to: event.to }] : []));
  const tiles = [...spans, ...dropped].filter(({ from, to }) => to > from).sort((a, b) => a.from - b.from);
  let at = 0;
  for (const { from, to } of tiles) {
    equal(from, at);
    at = to;
  }
  equal(at, pieces.join("").length);
}

/** Law 6: deltas join to the arguments, every created call ends once, indexes ascend. */
export function checkCallEvents(events: readonly ExtractorEvent[]): void {
  const open = new Map<number, string>();
  const ended = new Set<number>();
  let last = -1;
  for (const event of events) {
    if (event.type === "call_created") {
      ok(!open.has(event.index) && event.index > last);
      last = event.index;
      open.set(event.index, "");
    } else if (event.type === "call_input_delta") {
      ok(open.has(event.index), "a delta before its call");
      open.set(event.index, `${open.get(event.index) ?? ""}${event.delta}`);
    } else if (event.type === "call_complete" || event.type === "call_invalid") {
      ok(!ended.has(event.index));
      if (event.type === "call_complete") {
        equal(open.get(event.index), event.inputText);
        deepEqual(JSON.parse(event.inputText), event.input);
      }
      last = Math.max(last, event.index);
      open.delete(event.index);
      ended.add(event.index);
    }
  }
  equal(open.size, 0);
}

/** Law 7: a reply that its limit cuts here yields no call that the whole reply does not yield. */
export function checkPrefix(options: ExtractorOptions, text: string, cut: number): void {
  const calls = (reply: string) =>
    summary(extract(options, [reply], "length")).calls.map(({ name, input }) => JSON.stringify({ name, input }));
  const part = calls(text.slice(0, cut));
  deepEqual(calls(text).slice(0, part.length), part, `${JSON.stringify(text)} cut at ${cut}`);
}

/** Law 8: no event holds half a character. */
export function checkWellFormed(events: readonly ExtractorEvent[]): void {
  for (const text of stringsOf(events)) ok(!lone.test(text), JSON.stringify(text));
}

function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(stringsOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...stringsOf(item)]);
}
