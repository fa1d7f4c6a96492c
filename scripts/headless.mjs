// npm run --silent headless -- COMMAND: runs src/extension/headless.ts, built anew when a source file has changed.
// Only the runner writes to stdout; what happens around it goes to stderr.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { buildHeadless } from "../esbuild.mjs";
import { endingSignals } from "./shared/ending-signals.mjs";
import { installOnce } from "./shared/install-once.mjs";
import { outFolder, projectRoot } from "./shared/project-paths.mjs";

const builds = path.join(outFolder, "headless");
const KEPT_MS = 24 * 60 * 60 * 1000;

/** A hash over everything that goes into the bundle, so that a build is never stale and several runners can share it. */
function sourceHash() {
  const hash = createHash("sha256");
  for (const root of ["src/shared", "src/extension", "esbuild.mjs", "scripts/build", "package-lock.json"]) {
    for (const file of filesBelow(path.join(projectRoot, root))) hash.update(file).update(readFileSync(file));
  }
  return hash.digest("hex").slice(0, 16);
}

/**
 * @param {string} file
 * @returns {string[]}
 */
function filesBelow(file) {
  if (!statSync(file).isDirectory()) return [file];
  return readdirSync(file)
    .sort()
    .flatMap((name) => filesBelow(path.join(file, name)));
}

/** Earlier builds go, but not those that a runner may still be using. */
function removeOldBuilds() {
  for (const name of readdirSync(builds)) {
    const build = path.join(builds, name);
    if (Date.now() - statSync(build).mtimeMs > KEPT_MS) rmSync(build, { recursive: true, force: true });
  }
}

console.log = console.error; // for what the build says
const build = path.join(builds, sourceHash());
if (await installOnce(build, buildHeadless)) removeOldBuilds();
const entry = path.join(build, "headless.cjs");
if (!existsSync(entry)) throw new Error("src/extension/headless.ts was not built.");

const runner = spawn(process.execPath, ["--enable-source-maps", entry, ...process.argv.slice(2)], { stdio: "inherit" });
// The runner cleans up (its servers, its requests) and decides about the exit code.
for (const signal of endingSignals) process.on(signal, () => runner.kill(signal));
runner.once("exit", (code) => process.exit(code ?? 1));
