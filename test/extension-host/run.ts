// Runs inside the extension host: VS Code calls `run`, and a rejected promise becomes exit code 1.
import { readdirSync } from "node:fs";
import path from "node:path";
import { format } from "node:util";
import Mocha from "mocha";
import SummaryReporter from "../support/summary-reporter.cjs";
import { hostLinePrefix } from "./host-line-prefix.ts";

const TEST_LIMIT_MS = 20_000;

/** Runs every bundled test file beside this one. */
export async function run(): Promise<void> {
  // The console of an extension host goes to the command line, one call at a time.
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => {
    for (const line of format(...args).split("\n")) console.log(`${hostLinePrefix}${line}`);
  };
  const mocha = new Mocha({ ui: "bdd", timeout: TEST_LIMIT_MS, reporter: SummaryReporter, color: false });
  for (const file of readdirSync(__dirname).filter((name) => name.endsWith(".test.cjs"))) {
    mocha.addFile(path.join(__dirname, file));
  }
  const failures = await new Promise<number>((resolve) => {
    mocha.run(resolve);
  });
  if (failures > 0) throw new Error(`${failures} tests failed.`);
}
