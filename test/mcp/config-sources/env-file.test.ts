import assert from "node:assert/strict";
import { parseEnvFile } from "../../../src/extension/mcp/config-sources/env-file.ts";

describe("parseEnvFile", () => {
  const cases: [string, Record<string, string>][] = [
    ["A=1\r\nB = two  \n", { A: "1", B: "two" }],
    ["# note\n\nexport A=x # note\n", { A: "x" }],
    ['A="x # y\\n\\"z\\""\nB=\'a # b\'\nC=`q`', { A: 'x # y\n"z"', B: "a # b", C: "q" }],
    ['A="one\ntwo"\nB=3', { A: "one\ntwo", B: "3" }],
    ["A=\nB=x=y", { A: "", B: "x=y" }],
    ["no assignment\nA=1", { A: "1" }],
  ];
  for (const [text, values] of cases) {
    it(`reads ${JSON.stringify(text)}`, () => assert.deepEqual(parseEnvFile(text), values));
  }
});
