import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { createExtractor } from "../../src/extension/extractor/create-extractor.ts";
import type { ExtractorEvent } from "../../src/extension/extractor/extractor-event.ts";
import { defaultLimits } from "../../src/extension/extractor/extractor-limits.ts";
import { textFormats } from "../../src/extension/formats/formats.ts";
import { formatIds, tools } from "./generated-reply.ts";

/**
 * Hostile replies as large as they may get. Every format is tried with a small one; a few, which the seed picks, with
 * the largest. `TOOLWEAVE_FULL_SIZE=1` tries the largest in every format, which takes some minutes.
 */
const everything = process.env.TOOLWEAVE_FULL_SIZE === "1";
const masses = 100_000;
const few = 200;
/** Reads a character may cost, those of failed attempts included. */
const bound = 40;

/** What the events of one reply add up to; they themselves are not kept. */
interface Totals {
  complete: number;
  limits: number;
  /** Characters that the events carry. */
  carried: number;
  /** Characters of text, and of calls that stayed text. */
  text: number;
  /** Different inputs of complete calls, as JSON. */
  readonly inputs: Set<string>;
  operations: number;
}

function note(totals: Totals, event: ExtractorEvent): void {
  switch (event.type) {
    case "text":
    case "reasoning":
      totals.text += event.text.length;
      totals.carried += event.text.length;
      return;
    case "call_input_delta":
      totals.carried += event.delta.length;
      return;
    case "call_complete":
      totals.complete += 1;
      totals.carried += event.inputText.length;
      totals.inputs.add(event.inputText.length < 1000 ? JSON.stringify(event.input) : "");
      return;
    case "call_invalid":
      if (event.reason === "limit") totals.limits += 1;
      totals.carried += event.raw.length;
      return;
    case "discarded":
    case "suspect":
      totals.carried += event.raw.length;
      return;
    case "call_created":
    case "stop":
    case "held":
  }
}

function read(id: string, text: string): Totals {
  const extractor = createExtractor({ formats: [id], tools, guard: "off" });
  const totals: Totals = { complete: 0, limits: 0, carried: 0, text: 0, inputs: new Set(), operations: 0 };
  for (let at = 0; at < text.length; at += 65_536) {
    for (const event of extractor.push(text.slice(at, at + 65_536))) note(totals, event);
  }
  for (const event of extractor.end("stop")) note(totals, event);
  totals.operations = extractor.operations;
  return totals;
}

/** A call whose content is `content`, in the format's own form. */
function callWith(id: string, content: string): string {
  const call = textFormats.get(id)?.renderCall({ name: "write_file", input: { path: "a", content: "CONTENT" } }, tools);
  return (call ?? "").replace("CONTENT", () => content);
}

/** What a call of this format begins with, up to its name. */
function opener(id: string): string {
  const call = callWith(id, "x");
  return call.slice(0, call.indexOf("write_file"));
}

const repeated: Record<string, (id: string) => string> = {
  openers: opener,
  "openers with their name": (id) => `${opener(id)}write_file`,
  "calls up to their last value": (id) => callWith(id, "\u0001").split("\u0001")[0]?.split("\\u0001")[0] ?? "",
  "openers that break off at their last character": (id) => `${opener(id).trimEnd().slice(0, -1)}\u0001\n`,
  "names that break off at their last character": (id) => `${opener(id)}write_fil\u0001\n`,
  "calls without their last character": (id) => `${callWith(id, "x").slice(0, -1)}\n`,
};

function checkTotals(totals: Totals, length: number): void {
  ok(totals.operations <= bound * length, `${totals.operations / length} reads a character`);
  ok(totals.carried <= 3 * length, `${totals.carried} characters came of ${length}`);
}

const [order = []] = fc.sample(fc.shuffledSubarray(formatIds, { minLength: formatIds.length }), 1);

/** The formats that are tried at full size: all, or `count` of them from the place that the seed gives them on. */
function picked(from: number, count: number): ReadonlySet<string> {
  return new Set(everything ? formatIds : order.slice(from, from + count));
}

describe("hostile replies at full size", () => {
  for (const [index, [name, make]] of Object.entries(repeated).entries()) {
    const large = picked(index, 1);
    it(`runs nothing of ${name} in masses`, () => {
      for (const id of formatIds) {
        const unit = make(id);
        const text = unit.repeat(large.has(id) ? masses : few);
        const totals = read(id, text);
        checkTotals(totals, text.length);
        // Only the last character is missing: a call may stand, but with its own arguments.
        if (name.startsWith("calls without")) {
          for (const input of totals.inputs) deepEqual(JSON.parse(input), { path: "a", content: "x" }, id);
        } else {
          equal(totals.complete, 0, id);
        }
      }
    });
  }

  const { maxCall } = defaultLimits;
  for (const id of picked(Object.keys(repeated).length, 3)) {
    it(`${id}: runs a call that is as large as one may be, and no larger one`, () => {
      const markup = callWith(id, "").length;
      const fits = callWith(id, "x".repeat(maxCall - 2 * markup));
      const totals = read(id, fits);
      deepEqual([totals.complete, totals.limits], [1, 0]);
      checkTotals(totals, fits.length);
      const exceeds = callWith(id, "x".repeat(maxCall + 1));
      const over = read(id, exceeds);
      equal(over.complete, 0);
      // A form that only its end would prove is text.
      ok(over.limits === 1 || over.text === exceeds.length, `${over.limits} limits, ${over.text} characters of text`);
      checkTotals(over, exceeds.length);
    });
  }
});
