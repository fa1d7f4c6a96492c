// npm test: installs what is missing, runs the named steps (default: all), and ends with "N passed, N failed".
//   node scripts/test.mjs [package types lint host e2e unit panel wire mcp conformance]
// Two steps run beside each other; TOOLWEAVE_TEST_JOBS=1 runs one after another, with its output as it comes.
// Plain Node without dependencies: it runs before anything is installed.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { ensureNodeModules } from "./shared/node-modules.mjs";
import { outFolder, projectRoot } from "./shared/project-paths.mjs";
import { tryCommand } from "./shared/run-command.mjs";
import { runSideBySide } from "./shared/run-side-by-side.mjs";

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {readonly string[]} what each failure: where it was, and what was wrong
 */

/**
 * @typedef {(args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<number | null>} Run
 * Runs Node in the root of the checkout and returns its exit code.
 */

/**
 * Each step returns what it counted. A step that is no mocha run counts as one test per command. The order is that in
 * which they start: the end-to-end tests wait for windows most of the time, so they go beside the others.
 * @type {Readonly<Record<string, { needs?: readonly string[], count: (run: Run) => Promise<Counts> }>>}
 */
const steps = {
  package: { count: (run) => command(run, ["scripts/package.mjs"]) },
  types: {
    count: async (run) => {
      const configs = ["tsconfig.json", "tsconfig.webview.json", "tsconfig.scripts.json"];
      return add(await inOrder(configs, (config) => command(run, [bin("typescript/bin/tsc"), "-p", config])));
    },
  },
  lint: { count: (run) => command(run, [bin("@biomejs/biome/bin/biome"), "check"]) },
  host: {
    needs: ["package"], // both build into dist/
    count: async (run) => {
      const built = await command(run, ["esbuild.mjs"]);
      const summary = newSummaryFile("host");
      const exitCode = await run(["--import", "tsx", "test/support/run-extension-host.ts"], {
        TOOLWEAVE_TEST_SUMMARY: summary,
      });
      return add([built, readSummary(summary, exitCode)]);
    },
  },
  e2e: { needs: ["package", "host"], count: (run) => mocha(run, "e2e", ["test/e2e/**/*.test.ts"]) },
  unit: {
    count: (run) =>
      mocha(run, "unit", ["test/**/*.test.ts"], ["test/{webview,wire,providers,mcp,extension-host,e2e}/**"]),
  },
  panel: { count: (run) => mocha(run, "panel", ["test/webview/**/*.test.ts"]) }, // in a browser, without VS Code
  wire: { count: (run) => mocha(run, "wire", ["test/{wire,providers}/**/*.test.ts"]) },
  mcp: { count: (run) => mocha(run, "mcp", ["test/mcp/**/*.test.ts"]) },
  conformance: {
    count: async (run) => {
      const summary = newSummaryFile("conformance");
      const exitCode = await run(["scripts/test-conformance.mjs"], { TOOLWEAVE_TEST_SUMMARY: summary });
      return readSummary(summary, exitCode);
    },
  },
};

/**
 * Runs mocha over the TypeScript tests that match some patterns.
 * @param {Run} run
 * @param {string} name
 * @param {readonly string[]} patterns
 * @param {readonly string[]} [ignored]
 */
async function mocha(run, name, patterns, ignored = []) {
  const summary = newSummaryFile(name);
  const reporter = path.join(projectRoot, "test/support/summary-reporter.cjs");
  const options = ["--forbid-only", "--reporter", reporter, ...ignored.flatMap((pattern) => ["--ignore", pattern])];
  const exitCode = await run(["--import", "tsx", bin("mocha/bin/mocha.js"), ...options, ...patterns], {
    TOOLWEAVE_TEST_SUMMARY: summary,
  });
  return readSummary(summary, exitCode);
}

/** @param {string} name */
function newSummaryFile(name) {
  const file = path.join(outFolder, "summaries", `${name}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true });
  return file;
}

/**
 * The counts of a run; a run that ended before it could count, or failed beside its tests, is one failed test.
 * @param {string} file
 * @param {number | null} exitCode
 * @returns {Counts}
 */
function readSummary(file, exitCode) {
  if (!existsSync(file))
    return { passed: 0, failed: 1, what: [`It ended with exit code ${exitCode} and counted nothing.`] };
  const { passed, failed, what } = JSON.parse(readFileSync(file, "utf8"));
  if (exitCode === 0 || failed > 0) return { passed, failed, what };
  return { passed, failed: 1, what: [`It ended with exit code ${exitCode} although every test passed.`] };
}

/**
 * @param {Run} run
 * @param {readonly string[]} args
 * @returns {Promise<Counts>}
 */
async function command(run, args) {
  const exitCode = await run(args);
  if (exitCode === 0) return { passed: 1, failed: 0, what: [] };
  return { passed: 0, failed: 1, what: [`"${args.join(" ")}" ended with exit code ${exitCode}.`] };
}

/**
 * Node with its output on ours where the steps come one after another, through `write` otherwise.
 * @param {(text: string) => void} write
 * @returns {Run}
 */
function runWith(write) {
  const colour = process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: "1" } : {};
  return async (args, env = {}) => {
    const { exitCode } = await tryCommand(process.execPath, args, {
      cwd: projectRoot,
      env: { ...process.env, ...(jobs > 1 && colour), ...env },
      ...(jobs > 1 && { onOutput: write }),
    });
    return exitCode;
  };
}

/** @param {string} file below node_modules */
function bin(file) {
  return path.join(projectRoot, "node_modules", file);
}

/**
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => Promise<Counts>} work
 */
async function inOrder(items, work) {
  const all = [];
  for (const item of items) all.push(await work(item));
  return all;
}

/**
 * @param {readonly Counts[]} all
 * @returns {Counts}
 */
function add(all) {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    what: all.flatMap(({ what }) => what),
  };
}

/** @param {number} startedAt as `Date.now()` */
function secondsSince(startedAt) {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(`There is no step "${unknown.join('", "')}". The steps are: ${Object.keys(steps).join(", ")}.`);
  process.exit(2);
}

const startedAt = Date.now();
const wanted = Object.entries(steps).filter(([name]) => asked.length === 0 || asked.includes(name));
const jobs = Math.min(wanted.length, Number(process.env.TOOLWEAVE_TEST_JOBS) || Math.min(2, availableParallelism()));
await ensureNodeModules();
const counts = await runSideBySide(
  wanted.map(([name, { needs = [], count }]) => ({
    name,
    needs,
    run: async (write) => {
      const stepStartedAt = Date.now();
      write(`\n── ${name}\n`);
      const counted = await count(runWith(write));
      write(`── ${name}: ${counted.passed} passed, ${counted.failed} failed, ${secondsSince(stepStartedAt)}\n`);
      return { ...counted, what: counted.what.map((failure) => `${name}: ${failure}`) };
    },
  })),
  jobs,
  (text) => process.stdout.write(text),
);
const { passed, failed, what } = add(counts);
// Again at the end: the output of the steps is long, and whoever reads a log of it may have the last lines only.
for (const failure of what) console.log(`\nFAILED ${failure}`);
console.log(`\nAll steps took ${secondsSince(startedAt)}.`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
