import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { createExtractor, type ExtractorOptions } from "../../src/extension/extractor/create-extractor.ts";
import type { ExtractorEvent } from "../../src/extension/extractor/extractor-event.ts";
import { textFormats } from "../../src/extension/formats/formats.ts";
import { anyCall, anyOptions, anyReply, formatIds, tools } from "./generated-reply.ts";
import { extract, normalised, summary } from "./vector.ts";

const numRuns = Number(process.env.TOOLWEAVE_FUZZ_RUNS ?? 300);
const finishes = fc.constantFrom("stop" as const, "length" as const, "abort" as const);
const lone = /\p{Surrogate}/u;

/** Cuts a text at the given places, wrapped around its length. */
function pieces(text: string, cuts: readonly number[]): string[] {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  const all = [0, ...places, text.length];
  return all.slice(1).map((to, index) => text.slice(all[index], to));
}

function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(stringsOf);
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, item]) => [key, ...stringsOf(item)]);
  return [];
}

/** What a consumer sees of events that may still change: deltas joined up to one point. */
function callsOf(events: readonly ExtractorEvent[]) {
  return summary(events).calls.map(({ name, input }) => JSON.stringify({ name, input }));
}

describe("laws of the extractor", () => {
  it("1, 2: gives the same events however the reply is split", () => {
    fc.assert(
      fc.property(
        anyReply,
        anyOptions,
        finishes,
        fc.array(fc.nat(), { maxLength: 12 }),
        (reply, options, finish, cuts) => {
          const whole = normalised(extract(options, [reply], finish));
          deepEqual(normalised(extract(options, [...reply.split("")], finish)), whole);
          deepEqual(normalised(extract(options, pieces(reply, cuts), finish)), whole);
        },
      ),
      { numRuns },
    );
  });

  it("3: the spans of all events, and of what was dropped, tile the reply", () => {
    fc.assert(
      fc.property(
        anyReply,
        anyOptions,
        finishes,
        fc.array(fc.nat(), { maxLength: 6 }),
        (reply, options, finish, cuts) => {
          const dropped: { from: number; to: number }[] = [];
          const debug: ExtractorOptions = {
            ...options,
            debug: true,
            onDropped: (from, to) => dropped.push({ from, to }),
          };
          const events = extract(debug, pieces(reply, cuts), finish);
          // A suspect repeats text, and what was said of a call that proves broken is taken back by its end.
          const broken = new Set(events.flatMap((event) => (event.type === "call_invalid" ? [event.index] : [])));
          const spans = events
            .filter((event) => event.type !== "suspect")
            .filter((event) => event.type === "call_invalid" || !("index" in event && broken.has(event.index)))
            .flatMap((event) =>
              "from" in event && event.to !== undefined ? [{ from: event.from ?? 0, to: event.to }] : [],
            );
          const tiles = [...spans, ...dropped].filter(({ from, to }) => to > from).sort((a, b) => a.from - b.from);
          let at = 0;
          for (const { from, to } of tiles) {
            equal(from, at);
            at = to;
          }
          equal(at, reply.length);
        },
      ),
      { numRuns },
    );
  });

  it("6: deltas join to the arguments, every created call ends once, indexes ascend", () => {
    fc.assert(
      fc.property(anyReply, anyOptions, finishes, (reply, options, finish) => {
        const open = new Map<number, string>();
        const ended = new Set<number>();
        let last = -1;
        for (const event of extract(options, [...reply.split("")], finish)) {
          if (event.type === "call_created") {
            ok(!open.has(event.index) && !ended.has(event.index));
            ok(event.index > last);
            last = event.index;
            open.set(event.index, "");
          } else if (event.type === "call_input_delta") {
            open.set(event.index, `${open.get(event.index) ?? fail()}${event.delta}`);
          } else if (event.type === "call_complete") {
            equal(open.get(event.index), event.inputText);
            deepEqual(JSON.parse(event.inputText), event.input);
            open.delete(event.index);
            ended.add(event.index);
          } else if (event.type === "call_invalid") {
            ok(!ended.has(event.index));
            last = Math.max(last, event.index);
            open.delete(event.index);
            ended.add(event.index);
          }
        }
        equal(open.size, 0);
      }),
      { numRuns },
    );
  });

  it("7: a reply cut anywhere by its limit yields no call that the whole reply does not yield", () => {
    fc.assert(
      fc.property(anyReply, anyOptions, fc.nat(), (reply, options, cut) => {
        const part = callsOf(extract(options, [reply.slice(0, cut % (reply.length + 1))], "length"));
        const whole = callsOf(extract(options, [reply], "length"));
        deepEqual(whole.slice(0, part.length), part);
      }),
      { numRuns },
    );
  });

  it("8: no event holds half a character", () => {
    fc.assert(
      fc.property(anyReply, anyOptions, finishes, (reply, options, finish) => {
        const events = extract(options, [...reply.split("")], finish);
        for (const text of stringsOf(events)) ok(!lone.test(text), JSON.stringify(text));
      }),
      { numRuns },
    );
  });

  it("10: what is rendered is read as it was, in every format", () => {
    fc.assert(
      fc.property(fc.constantFrom(...formatIds), fc.array(anyCall, { minLength: 1, maxLength: 3 }), (id, calls) => {
        const text = textFormats.get(id)?.renderCalls(calls, tools) ?? "";
        const formats = text.startsWith("```tool_call") ? ["tool_fence"] : [id];
        const got = summary(extract({ formats, tools }, [text]));
        deepEqual(
          got.calls.map(({ name, input }) => ({ name, input })),
          calls,
        );
        deepEqual([got.text, got.discarded.trim(), got.invalid.length], ["", "", 0]);
        ok(got.calls.every((call) => call.repaired === undefined && call.closed));
      }),
      { numRuns: numRuns * 3 },
    );
  });

  it("never throws and says nothing more after its end", () => {
    fc.assert(
      fc.property(anyReply, anyOptions, finishes, (reply, options, finish) => {
        const extractor = createExtractor(options);
        extractor.push(reply);
        extractor.end(finish);
        deepEqual(extractor.end(finish), []);
      }),
      { numRuns },
    );
  });
});

function fail(): never {
  throw new Error("A delta came before its call.");
}
