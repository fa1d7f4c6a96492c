import { deepEqual, ok } from "node:assert/strict";
import fc from "fast-check";
import { createExtractor } from "../../src/extension/extractor/create-extractor.ts";
import { textFormats } from "../../src/extension/formats/formats.ts";
import { anyCall, anyOptions, anyReply, formatIds, tools } from "./generated-reply.ts";
import { checkCallEvents, checkConservation, checkPrefix, checkWellFormed } from "./law-checks.ts";
import { allVectors, extract, normalised, optionsOf, summary, textOf } from "./vector.ts";

const numRuns = Number(process.env.TOOLWEAVE_FUZZ_RUNS ?? 300);
const finishes = fc.constantFrom("stop" as const, "length" as const, "abort" as const);
const places = fc.array(fc.nat(), { maxLength: 12 });

/** Cuts a text at the given places, wrapped around its length. */
function pieces(text: string, cuts: readonly number[]): string[] {
  const sorted = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  const all = [0, ...sorted, text.length];
  return all.slice(1).map((to, index) => text.slice(all[index], to));
}

describe("laws of the extractor, over generated replies", () => {
  it("1, 2: gives the same events however the reply is split", () => {
    fc.assert(
      fc.property(anyReply, anyOptions, finishes, places, (reply, options, finish, cuts) => {
        const whole = normalised(extract(options, [reply], finish));
        deepEqual(normalised(extract(options, reply.split(""), finish)), whole);
        deepEqual(normalised(extract(options, pieces(reply, cuts), finish)), whole);
      }),
      { numRuns },
    );
  });

  it("3: the spans of all events, and of what was dropped, tile the reply", () => {
    fc.assert(
      fc.property(anyReply, anyOptions, finishes, places, (reply, options, finish, cuts) => {
        checkConservation(options, pieces(reply, cuts), finish);
      }),
      { numRuns },
    );
  });

  it("6: deltas join to the arguments, every created call ends once, indexes ascend", () => {
    fc.assert(
      fc.property(anyReply, anyOptions, finishes, (reply, options, finish) => {
        checkCallEvents(extract(options, reply.split(""), finish));
      }),
      { numRuns },
    );
  });

  it("7: a reply cut anywhere by its limit yields no call that the whole reply does not yield", () => {
    fc.assert(
      fc.property(anyReply, anyOptions, fc.nat(), (reply, options, cut) => {
        checkPrefix(options, reply, cut % (reply.length + 1));
      }),
      { numRuns },
    );
  });

  it("8: no event holds half a character", () => {
    fc.assert(
      fc.property(anyReply, anyOptions, finishes, (reply, options, finish) => {
        checkWellFormed(extract(options, reply.split(""), finish));
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

  it("says nothing more after its end", () => {
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

describe("laws of the extractor, over every vector", () => {
  const cases = allVectors().map(({ vector }) => ({
    id: vector.id,
    text: textOf(vector),
    options: optionsOf(vector),
    finish: vector.finish ?? ("stop" as const),
  }));

  it("3, 6, 8: nothing is lost, every call ends, every event is well-formed", () => {
    for (const { text, options, finish } of cases) {
      checkConservation(options, text.split(""), finish);
      const events = extract(options, text.split(""), finish);
      checkCallEvents(events);
      checkWellFormed(events);
    }
  });

  it("7: every prefix is safe", () => {
    const effort = Number(process.env.TOOLWEAVE_SPLITS ?? 12);
    for (const { text, options } of cases) {
      const step = effort === 0 ? 1 : Math.max(1, Math.ceil(text.length / effort));
      for (let cut = 0; cut < text.length; cut += step) checkPrefix(options, text, cut);
    }
  });
});
