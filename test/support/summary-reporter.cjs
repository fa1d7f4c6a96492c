// Mocha's own "spec" output, and at the end the counts and what failed as JSON in the file that TOOLWEAVE_TEST_SUMMARY names.
// `scripts/test.mjs` adds the counts up and repeats the failures; the run inside the extension host uses the same reporter.
const { mkdirSync, writeFileSync } = require("node:fs");
const path = require("node:path");
const Mocha = require("mocha");

class SummaryReporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const file = process.env.TOOLWEAVE_TEST_SUMMARY;
    if (!file) return;
    const failed = [];
    runner.on(Mocha.Runner.constants.EVENT_TEST_FAIL, (test, error) => {
      failed.push(`${test.fullTitle()}\n${error?.stack ?? error}`);
    });
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures, pending } = runner.stats;
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ passed: passes, failed: failures, skipped: pending, what: failed }));
    });
  }
}

module.exports = SummaryReporter;
