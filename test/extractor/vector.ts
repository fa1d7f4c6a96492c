import { deepEqual, equal, ok } from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import type { Finish } from "../../src/extension/extractor/call-context.ts";
import { createExtractor, type ExtractorOptions } from "../../src/extension/extractor/create-extractor.ts";
import type { ExtractorEvent } from "../../src/extension/extractor/extractor-event.ts";
import type { JsonObject, JsonSchema } from "../../src/shared/json.ts";

/** What a vector expects; what is absent is not checked, as `test/vectors/README.md` says. */
export interface Expectation {
  text?: string;
  reasoning?: string;
  calls?: { name: string; input: JsonObject; repaired?: boolean; closed?: boolean }[];
  invalid?: { name?: string; reason: string }[];
  discarded?: string | true;
  suspects?: number;
  stop?: boolean;
  alsoOk?: Expectation;
  everyEventWellFormed?: boolean;
}

/** One line of `test/vectors/*.jsonl`. */
export interface Vector {
  id: string;
  format: string;
  options?: Partial<Omit<ExtractorOptions, "formats" | "tools">>;
  text?: string;
  deltas?: string[];
  tools: Record<string, JsonSchema>;
  finish?: Finish;
  expect: Expectation;
  why?: string;
  source?: string;
}

const folder = new URL("../vectors/", import.meta.url);

/** All vectors, with the file that holds them. */
export function allVectors(): { file: string; vector: Vector }[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".jsonl"))
    .flatMap((file) =>
      readFileSync(new URL(file, folder), "utf8")
        .split("\n")
        .filter((line) => line.trim() !== "")
        .map((line) => ({ file, vector: JSON.parse(line) as Vector })),
    );
}

export function textOf(vector: Vector): string {
  return vector.text ?? (vector.deltas ?? []).join("");
}

export function optionsOf(vector: Vector): ExtractorOptions {
  const tools = Object.entries(vector.tools).map(([name, inputSchema]) => ({ name, inputSchema }));
  const formats = vector.format === "auto" ? "auto" : vector.format.split(",");
  return { ...vector.options, formats, tools };
}

/** All events of a reply that arrives in these pieces, the ephemeral ones left out. */
export function extract(
  options: ExtractorOptions,
  pieces: readonly string[],
  finish: Finish = "stop",
): ExtractorEvent[] {
  const extractor = createExtractor(options);
  const events = pieces.flatMap((piece) => extractor.push(piece));
  events.push(...extractor.end(finish));
  return events.filter((event) => event.type !== "held");
}

/** The same events with neighbours joined that are pieces of one text: what every split must agree on. */
export function normalised(events: readonly ExtractorEvent[]): ExtractorEvent[] {
  const joined: ExtractorEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (event.type === "text" && last?.type === "text") last.text += event.text;
    else if (event.type === "reasoning" && last?.type === "reasoning") last.text += event.text;
    else if (event.type === "discarded" && last?.type === "discarded") last.raw += event.raw;
    else if (event.type === "call_input_delta" && last?.type === "call_input_delta" && last.index === event.index)
      last.delta += event.delta;
    else joined.push({ ...event });
  }
  return joined;
}

/** What a vector compares. */
export function summary(events: readonly ExtractorEvent[]) {
  const pick = <T extends ExtractorEvent["type"]>(type: T) =>
    events.filter((event): event is Extract<ExtractorEvent, { type: T }> => event.type === type);
  return {
    text: pick("text")
      .map((event) => event.text)
      .join(""),
    reasoning: pick("reasoning")
      .map((event) => event.text)
      .join(""),
    calls: pick("call_complete"),
    invalid: pick("call_invalid"),
    discarded: pick("discarded")
      .map((event) => event.raw)
      .join(""),
    suspects: pick("suspect").length,
    stop: pick("stop").length > 0,
  };
}

/** Throws where the events are not what the vector expects. */
export function check(vector: Vector, events: readonly ExtractorEvent[]): void {
  try {
    checkOne(vector.expect, events);
  } catch (error) {
    if (vector.expect.alsoOk === undefined) throw error;
    checkOne({ ...vector.expect, ...vector.expect.alsoOk }, events);
  }
}

function checkOne(expect: Expectation, events: readonly ExtractorEvent[]): void {
  const got = summary(events);
  if (expect.text !== undefined) equal(got.text, expect.text, "text");
  if (expect.reasoning !== undefined) equal(got.reasoning, expect.reasoning, "reasoning");
  deepEqual(
    got.invalid.map(({ name, reason }) => ({ ...(name === undefined ? {} : { name }), reason })),
    expect.invalid ?? [],
    "invalid",
  );
  if (expect.calls !== undefined) {
    deepEqual(
      got.calls.map(({ name, input }) => ({ name, input })),
      expect.calls.map(({ name, input }) => ({ name, input })),
      "calls",
    );
    expect.calls.forEach((call, index) => {
      equal(got.calls[index]?.repaired ?? false, call.repaired ?? false, `repaired of call ${index}`);
      if (call.closed !== undefined) equal(got.calls[index]?.closed, call.closed, `closed of call ${index}`);
    });
  }
  if (expect.discarded === undefined) equal(got.discarded.trim(), "", "discarded");
  else if (expect.discarded === true) ok(got.discarded.trim() !== "", "something is discarded");
  else equal(got.discarded, expect.discarded, "discarded");
  if (expect.suspects !== undefined) equal(got.suspects, expect.suspects, "suspects");
  if (expect.stop !== undefined) equal(got.stop, expect.stop, "stop");
}
