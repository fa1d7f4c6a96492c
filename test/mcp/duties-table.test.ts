import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";

const tests = new URL("..", import.meta.url);
const table = readFileSync(new URL("../docs/decisions/mcp-duties.md", tests), "utf8");
/** It names the scenarios that are run; those of signing in without their folder. */
const conformance = readFileSync(new URL("../scripts/test-conformance.mjs", tests), "utf8");

interface Row {
  number: number;
  /** `FILE: WORDS` */
  tests: string[];
}

function rowsBelow(heading: string): Row[] {
  const [, part = ""] = table.split(`\n## ${heading}\n`);
  return (part.split("\n## ")[0] ?? "")
    .split("\n")
    .filter((line) => /^\| \d+ \|/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map((cells) => ({ number: Number(cells[1]), tests: (cells[4] ?? "").split("; ") }));
}

describe("the table of duties", () => {
  for (const [heading, count] of [
    ["Duties", 42],
    ["Failures", 26],
  ] as const) {
    const rows = rowsBelow(heading);

    it(`has all ${heading.toLowerCase()} in order`, () => {
      assert.deepEqual(
        rows.map(({ number }) => number),
        Array.from({ length: count }, (_, index) => index + 1),
      );
    });

    for (const row of rows) {
      it(`names tests that exist for ${heading.toLowerCase()} ${row.number}`, () => {
        for (const named of row.tests) {
          const [, file = "", words = ""] = /^([^:]+): (.+)$/.exec(named) ?? [];
          assert.notEqual(words, "", `"${named}" names no test`);
          if (file === "suite") {
            assert.ok(conformance.includes(`"${words.replace(/^auth\//, "")}"`), `the suite does not run ${words}`);
            continue;
          }
          const source = new URL(`${file}.test.ts`, tests);
          assert.ok(existsSync(source), `${file} does not exist`);
          const titles = readFileSync(source, "utf8").match(/\bit\(\s*(["`]).*?\1/gs) ?? [];
          assert.ok(
            titles.some((title) => title.includes(words)),
            `${file} has no test whose title has "${words}"`,
          );
        }
      });
    }
  }
});
