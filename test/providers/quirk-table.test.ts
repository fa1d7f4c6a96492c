import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";

const tests = new URL("..", import.meta.url);
const table = readFileSync(new URL("../docs/decisions/quirks.md", tests), "utf8");

/** Files whose tests carry the number of their quirk in the name, and where the names stand. */
const numbered: Readonly<Record<string, string>> = {
  "openai-wire": "providers/openai-wire.test.ts",
  "openai-chunks": "providers/openai-chunks.test.ts",
  "openai-refusals": "providers/openai-refusals.test.ts",
  "openai-requests": "providers/openai-requests.test.ts",
  "openai-call-quirks": "support/native-call-quirks.ts",
  "openai-responses-wire": "providers/openai-responses-wire.test.ts",
  "openai-responses-requests": "providers/openai-responses-requests.test.ts",
  "anthropic-wire": "providers/anthropic-wire.test.ts",
  "anthropic-quirks": "providers/anthropic-quirks.test.ts",
  "anthropic-requests": "providers/anthropic-requests.test.ts",
  "lost-replies": "providers/lost-replies.test.ts",
};

const rows = table
  .split("\n")
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, number = "", , , ...cells]) => ({ number: Number(number), cells: cells.slice(0, 3) }));

describe("the table of quirks", () => {
  it("has all of them, in order, each with a test for at least one API", () => {
    assert.deepEqual(
      rows.map(({ number }) => number),
      Array.from({ length: 56 }, (_, index) => index + 1),
    );
    assert.ok(rows.every(({ cells }) => cells.some((cell) => cell !== "-")));
  });

  for (const { number, cells } of rows) {
    it(`names tests that exist for quirk ${number}`, () => {
      for (const name of cells.flatMap((cell) => cell.split(", ")).filter((cell) => cell !== "-")) {
        const file = numbered[name];
        // Where no stream is read by number (48 is 35 again), the file alone is named.
        if (file === undefined || number === 48) {
          const path = name.includes("/") ? name : `providers/${name}`;
          assert.ok(existsSync(new URL(`${path}.test.ts`, tests)), `${name} does not exist`);
          continue;
        }
        const source = readFileSync(new URL(file, tests), "utf8");
        assert.match(
          source,
          new RegExp(`\\s\\((?:\\d+, )*${number}(?:, \\d+)*\\)`),
          `${name} has no test of ${number}`,
        );
      }
    });
  }
});
