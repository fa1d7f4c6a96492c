// Mocha's own "spec" output, and at the end the counts as JSON in the file that TOOLWEAVE_TEST_SUMMARY names.
// `scripts/test.mjs` adds the counts up; the run inside the extension host uses the same reporter.
const { mkdirSync, writeFileSync } = require("node:fs");
const path = require("node:path");
const Mocha = require("mocha");

class SummaryReporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const file = process.env.TOOLWEAVE_TEST_SUMMARY;
    if (!file) return;
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures, pending } = runner.stats;
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ passed: passes, failed: failures, skipped: pending }));
    });
  }
}

module.exports = SummaryReporter;
