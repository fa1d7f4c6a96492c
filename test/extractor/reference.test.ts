import { deepEqual, ok } from "node:assert/strict";
import fc from "fast-check";
import { textFormats } from "../../src/extension/formats/formats.ts";
import { readHermes, readQwen, readSlowly, readToolUse } from "./reference-parser.ts";
import { extract, summary } from "./vector.ts";

const numRuns = Number(process.env.TOOLWEAVE_FUZZ_RUNS ?? 400);

const tools = [
  { name: "search", inputSchema: { type: "object", properties: { q: { type: "string" }, r: { type: "string" } } } },
  { name: "now", inputSchema: { type: "object", properties: {} } },
];
const names = new Set(tools.map((tool) => tool.name));

const scraps = {
  tool_use: [
    "<tool_use>",
    "</tool_use>",
    "<name>",
    "</name>",
    "<arguments>",
    "</arguments>",
    "<tool_",
    "<name>now</name>",
  ],
  hermes: ["<tool_call>", "</tool_call>", "<tool_", '{"a":1', "}", '"name"'],
  qwen3_coder: ["<tool_call>", "</tool_call>", "</function>", "</parameter>", "<tool_", "<parameter=q>", "</"],
};
const readers = { tool_use: readToolUse, hermes: readHermes, qwen3_coder: readQwen };
const plain = ["words ", "\n", " ", "a < b", "> ", "1.", "é", "{}", "[x]", "&amp;"];

describe("the extractor and a slow, obvious reader", () => {
  for (const id of ["tool_use", "hermes", "qwen3_coder"] as const) {
    const value = fc.array(fc.constantFrom(...plain, ...scraps[id]), { maxLength: 5 }).map((parts) => parts.join(""));
    const call = fc.oneof(
      fc.record({ q: value, r: value }).map((input) => ({ name: "search", input })),
      fc.constant({ name: "now", input: {} }),
    );
    const rendered = call.map((one) => textFormats.get(id)?.renderCall(one, tools) ?? "");
    const reply = fc
      .array(fc.oneof({ weight: 2, arbitrary: rendered }, fc.constantFrom(...plain, ...scraps[id])), { maxLength: 8 })
      .map((parts) => parts.join(""))
      .filter((text) => !text.includes("```"));

    it(`agree on ${id}`, () => {
      let compared = 0;
      fc.assert(
        fc.property(reply, (text) => {
          const expected = readSlowly(text, readers[id], names);
          if (expected === undefined) return;
          compared += 1;
          const got = summary(extract({ formats: [id], tools, guard: "off" }, [text]));
          deepEqual(
            got.calls.map(({ name, input }) => ({ name, input })),
            expected.calls,
          );
          // Closing tags that lost their opening ones are dropped behind a call; the reader keeps them.
          if (expected.calls.length === 0) deepEqual(got.text, expected.text);
        }),
        { numRuns },
      );
      ok(compared > numRuns / 10, `${compared} replies were compared`);
    });
  }
});
