import { deepEqual, ok } from "node:assert/strict";
import fc from "fast-check";
import { textFormats } from "../../src/extension/formats/formats.ts";
import { tools } from "./generated-reply.ts";
import { extract, summary } from "./vector.ts";

const numRuns = Number(process.env.TOOLWEAVE_FUZZ_RUNS ?? 60);

/** Formats whose calls have an opener and a close of their own. */
const separate = ["tool_use", "hermes", "lm_studio", "invoke", "qwen3_coder", "minimax_m2", "glm45"];
/** Their arguments end by their own balance. Raw values end by their tags: where those are damaged, text is data. */
const balanced = new Set(["tool_use", "hermes", "lm_studio"]);

const words = fc.constantFrom(
  "alpha",
  "beta gamma",
  "a < b",
  "x > y & z",
  "[1]",
  "(2)",
  "it's",
  "100%",
  "über",
  "世界",
);
const prose = fc.array(words, { minLength: 1, maxLength: 6 }).map((list) => `${list.join(" ")}\n`);

const safeText = fc.stringMatching(/^[a-z0-9 .,]{1,12}$/);
const call = fc.oneof(
  safeText.map((q) => ({ name: "search", input: { q: q.trim() || "x" } })),
  fc
    .tuple(safeText, fc.integer({ min: 0, max: 99 }))
    .map(([path, count]) => ({ name: "write_file", input: { path: path.trim() || "p", count } })),
);

function write(id: string, list: readonly { name: string; input: Record<string, string | number> }[]): string[] {
  return list.map((one) => textFormats.get(id)?.renderCall(one, tools) ?? "");
}

describe("calls and what surrounds them", () => {
  it("law 4: shows the prose and nothing of the markup, in every format", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...[...textFormats.keys()].filter((id) => id !== "guided_json" && id !== "json_fence")),
        fc.array(fc.tuple(prose, call), { minLength: 1, maxLength: 3 }),
        (id, parts) => {
          const text = parts.map(([before, one]) => before + (write(id, [one])[0] ?? "")).join("\n");
          const got = summary(extract({ formats: [id], tools, guard: "lenient" }, [text]));
          deepEqual(
            got.calls.map(({ name, input }) => ({ name, input })),
            parts.map(([, one]) => one),
          );
          const shown = parts.map(([before]) => before.trim());
          deepEqual(
            got.text
              .split("\n")
              .map((line) => line.trim())
              .filter((line) => line !== ""),
            shown,
          );
        },
      ),
      { numRuns: numRuns * 4 },
    );
  });

  it("law 12: a broken call changes no other", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...separate),
        fc.tuple(call, call, call),
        fc.nat(),
        fc.constantFrom("", "x", '"', "<"),
        (id, list, place, instead) => {
          const [first = "", middle = "", last = ""] = write(id, list);
          const tags = balanced.has(id) ? middle.length : middle.search(/(<\/[^>]+>\s*)+$/);
          const at = place % tags;
          const text = [first, middle.slice(0, at) + instead + middle.slice(at + 1), last].join("\n");
          const got = summary(extract({ formats: [id], tools, guard: "lenient" }, [text])).calls;
          const found = got.map(({ name, input }) => JSON.stringify({ name, input }));
          ok(found[0] === JSON.stringify(list[0]), `first of ${text}`);
          ok(found.at(-1) === JSON.stringify(list[2]), `last of ${text}`);
        },
      ),
      { numRuns: numRuns * 4 },
    );
  });

  it("law 11: a string parameter is the text that was written, in every format with raw values", () => {
    const raw = ["direct_tag", "invoke", "qwen3_coder", "seed_oss", "minimax_m2", "glm45", "step3", "minicpm5", "dsml"];
    const looks = fc.constantFrom(
      "1",
      "1.0",
      "true",
      "null",
      "None",
      "[]",
      "{}",
      '"x"',
      "0x1f",
      "1e3",
      "&lt;",
      "'q'",
      "007",
    );
    fc.assert(
      fc.property(fc.constantFrom(...raw), looks, (id, q) => {
        const text = write(id, [{ name: "search", input: { q } }])[0] ?? "";
        const got = summary(extract({ formats: [id], tools }, [text]));
        deepEqual(
          got.calls.map(({ input }) => input),
          [{ q }],
        );
      }),
      { numRuns },
    );
  });
});
