import { ok } from "node:assert/strict";
import fc from "fast-check";
import { createExtractor } from "../../src/extension/extractor/create-extractor.ts";
import { formatIds, markers, tools } from "./generated-reply.ts";

/**
 * Characters of the largest input. The law asks for 2^21, which a few inputs that the seed picks have;
 * `TOOLWEAVE_LINEAR_SIZE=2097152` gives it to all of them in every format, which takes many minutes.
 */
const largest = Number(process.env.TOOLWEAVE_LINEAR_SIZE ?? 2 ** 16);
const largestAlone = Number(process.env.TOOLWEAVE_LINEAR_SIZE ?? 8192);
const full = 2 ** 21;
const sizes = [1024, 8192, largest];
/** Reads a character may cost, those of failed attempts included. */
const bound = 40;

/** Inputs that make parsers go back again and again. Each is repeated up to the size. */
const repeated: Record<string, string> = {
  openers: "<",
  "tags of calls": "<tool_call>",
  "tags with a brace": "<tool_call>{",
  "objects in tags": '<tool_call>{"',
  backticks: "`",
  "backticks and openers": "` <tool_use><name>now</name>",
  braces: "{",
  brackets: "[",
  "escaped quotes": '"\\',
  "lines of braces": '{"arguments":\n',
  "lines of schemas": '{"name":"search","parameters":{"type":"object",\n',
  "direct tags": "<search>\nq: <search> ",
  "direct lines": "<search>\nq: x\n",
  "tiny calls": "<tool_use><name>now</name><arguments>{}</arguments></tool_use>",
  "tiny bare calls": '{"name":"now","arguments":{}}\n',
  "json fences": '```json\n{"name":"now","arguments":{}}\n```\n',
  "open json fences": '```json\n{"name":"now","arguments":{}}\n',
  "fences in fences": "```\n````\n",
  "closing tags": "</parameter>\n",
  parameters: "<function=search>\n<parameter=q>\n",
  "closes without ends": "<function=search>\n<parameter=q>\n</function>\n</parameter>",
  "python lists": "[search(",
  "unknown python": "[nope(a=1),",
  thoughts: "<think></think>",
  "broken strings": `<tool_call>{"name":"search","arguments":{"q":"</tool_call>\n`,
  "single quotes": `<tool_call>{'name':'search','arguments':{'q':'</tool_call>\n`,
  namespaces: "<abcdefghijklmnop:",
  "harmony headers": "<|channel|>commentary ",
  flowers: "✿FUNCTION✿: now\n",
  gemma: '<|tool_call>call:py{code:<|"|>',
  yaml: "<search>\nq: x\n</sear",
};

/** One long run behind a beginning. */
const runs: Record<string, [string, string]> = {
  "white space behind a close": ["<function=search>\n<parameter=q>\nx</parameter>", " "],
  "white space in a candidate": ["<tool_use>", " "],
  "one long string": ['<tool_use><name>search</name><arguments>{"q":"', "x"],
  "a long line behind a backtick": ["` <tool_use><name>", "x"],
  "tokens behind a backtick": ["`", "<|im_end|>"],
  "deep nesting": ['<tool_use><name>search</name><arguments>{"q":', "["],
};

function reads(text: string, formats: readonly string[] | "auto", step: number): number {
  const extractor = createExtractor({ formats, tools, guard: "off" });
  for (let at = 0; at < text.length; at += step) extractor.push(text.slice(at, at + step));
  extractor.end("stop");
  return extractor.operations / text.length;
}

describe("law 9: work is linear", () => {
  const inputs: [string, (size: number) => string][] = [
    ...Object.entries(repeated).map(([name, unit]): [string, (size: number) => string] => [
      name,
      (size) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size),
    ]),
    ...Object.entries(runs).map(([name, [start, unit]]): [string, (size: number) => string] => [
      name,
      (size) => (start + unit.repeat(Math.ceil(size / unit.length))).slice(0, size),
    ]),
    [
      "every marker",
      (size) =>
        markers
          .join(" ")
          .repeat(Math.ceil(size / 1000))
          .slice(0, size),
    ],
  ];
  for (const [name, make] of inputs) {
    it(`reads ${name} a bounded number of times`, () => {
      for (const size of sizes) {
        const text = make(size);
        const most = reads(text, "auto", 4096);
        ok(most <= bound, `${most.toFixed(1)} reads a character at ${size} with every format`);
      }
    });
  }

  for (const id of formatIds) {
    it(`reads adversarial input for ${id} a bounded number of times`, () => {
      for (const [name, make] of inputs) {
        const most = reads(make(largestAlone), [id], 512);
        ok(most <= bound, `${most.toFixed(1)} reads a character of ${name}`);
      }
    });
  }

  const anyInput = fc.record({ id: fc.constantFrom(...formatIds), input: fc.constantFrom(...inputs) });
  it("reads adversarial input of two million characters a bounded number of times", () => {
    const property = fc.property(anyInput, ({ id, input: [name, make] }) => {
      const most = reads(make(full), [id], 4096);
      ok(most <= bound, `${most.toFixed(1)} reads a character of ${name} with ${id}`);
    });
    fc.assert(property, { numRuns: 6, endOnFailure: true });
  });
});
