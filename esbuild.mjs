// Builds dist/: the extension host's side and the webview's side. The headless runner is built elsewhere, by scripts/headless.mjs.
//   node esbuild.mjs [--production] [--watch]
import { existsSync } from "node:fs";
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import esbuild from "esbuild";
import { startProblems } from "./scripts/build/first-chunk.mjs";
import { lazyEntries, lazyEntriesPlugin } from "./scripts/build/lazy-entries.mjs";
import { openaiStubsPlugin } from "./scripts/build/openai-stubs.mjs";
import { thirdPartyNotices } from "./scripts/build/third-party-notices.mjs";
import { watchReporter } from "./scripts/build/watch-reporter.mjs";
import { isMain } from "./scripts/shared/is-main.mjs";
import { projectRoot } from "./scripts/shared/project-paths.mjs";

/**
 * @typedef {object} BuildChoice
 * @property {boolean} [production] minifies, and leaves source maps out
 */

/**
 * @param {BuildChoice} choice
 * @returns {import("esbuild").BuildOptions}
 */
function sharedOptions({ production = false }) {
  return {
    absWorkingDir: projectRoot,
    bundle: true,
    entryNames: "[name]",
    minify: production,
    sourcemap: production ? false : "linked",
    legalComments: "none", // third-party-notices.txt holds the licences
    metafile: true,
    logLevel: "silent", // messages are printed by us, once
  };
}

/**
 * A program for Node, and the SDKs that it loads when they are needed, as files beside it.
 * @param {string} entry
 * @param {string} outdir
 * @param {BuildChoice} [choice]
 * @returns {import("esbuild").BuildOptions}
 */
function nodeOptions(entry, outdir, choice = {}) {
  return {
    ...sharedOptions(choice),
    entryPoints: existing([entry, ...lazyEntries]),
    outdir,
    outExtension: { ".js": ".cjs" },
    platform: "node",
    format: "cjs",
    target: "node20",
    supported: { "dynamic-import": false },
    mainFields: ["module", "main"],
    external: ["vscode"],
    plugins: [lazyEntriesPlugin, openaiStubsPlugin],
  };
}

/**
 * The builds of one choice. Entry files that do not exist are left out with a warning.
 * @param {BuildChoice} choice
 * @returns {import("esbuild").BuildOptions[]}
 */
function extensionOptions(choice) {
  const host = nodeOptions("src/extension/extension.ts", "dist", choice);
  /** @type {import("esbuild").BuildOptions} */
  const page = {
    ...sharedOptions(choice),
    outdir: "dist/webview",
    platform: "browser",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
  };
  /** @type {import("esbuild").BuildOptions} */
  const modules = {
    ...page,
    entryPoints: existing(["src/webview/main.tsx", "src/webview/styles/panel.css"]),
    chunkNames: "chunks/[name]-[hash]",
    format: "esm",
    splitting: true,
    external: ["*.ttf"],
  };
  // A webview starts a worker from a blob: address, which cannot import siblings: one file, no modules.
  /** @type {import("esbuild").BuildOptions} */
  const worker = {
    ...page,
    entryPoints: existing(["src/webview/highlight-worker.ts"], { optional: true }),
    format: "iife",
  };
  return [host, modules, worker].filter(({ entryPoints }) => Array.isArray(entryPoints) && entryPoints.length > 0);
}

/**
 * Empties dist/ and builds everything once.
 * @param {BuildChoice} [choice]
 * @returns {Promise<Map<string, number>>} bytes of each bundle, by its path from the root
 */
export async function buildAll(choice = {}) {
  await rm(path.join(projectRoot, "dist"), { recursive: true, force: true });
  await copyIconFont();
  const metafiles = await Promise.all(extensionOptions(choice).map(buildOnce));
  const sizes = new Map();
  for (const [file, { bytes }] of metafiles.flatMap(({ outputs }) => Object.entries(outputs))) {
    if (!file.endsWith(".map")) sizes.set(file, bytes);
  }
  const notices = thirdPartyNotices(metafiles);
  await writeFile(path.join(projectRoot, "dist/third-party-notices.txt"), notices);
  return sizes;
}

/**
 * Builds the headless runner as `headless.cjs` into a folder.
 * @param {string} outdir
 */
export async function buildHeadless(outdir) {
  await buildOnce(nodeOptions("src/extension/headless.ts", outdir));
}

/** @param {import("esbuild").BuildOptions} options */
async function buildOnce(options) {
  const { metafile, warnings } = await esbuild.build({ ...options, metafile: true });
  await print(warnings, "warning");
  const problems = startProblems(metafile, { minified: options.minify === true });
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return metafile;
}

async function watchAll() {
  await copyIconFont();
  const reporter = watchReporter();
  for (const options of extensionOptions({})) {
    const context = await esbuild.context({ ...options, plugins: [...(options.plugins ?? []), reporter] });
    await context.watch();
  }
}

/** The icons that VS Code itself draws; the webview loads them from its own folder. */
async function copyIconFont() {
  const from = path.join(projectRoot, "node_modules/@vscode/codicons/dist");
  const to = path.join(projectRoot, "dist/webview");
  await mkdir(to, { recursive: true });
  for (const file of ["codicon.css", "codicon.ttf"]) await copyFile(path.join(from, file), path.join(to, file));
}

/**
 * @param {string[]} files
 * @param {{ optional?: boolean }} [options]
 */
function existing(files, { optional = false } = {}) {
  return files.filter((file) => {
    const there = existsSync(path.join(projectRoot, file));
    if (!there && !optional) console.warn(`Left out of the build: ${file} does not exist.`);
    return there;
  });
}

/**
 * @param {import("esbuild").Message[]} messages
 * @param {"warning" | "error"} kind
 */
async function print(messages, kind) {
  for (const text of await esbuild.formatMessages(messages, { kind, color: process.stderr.isTTY })) console.error(text);
}

if (isMain(import.meta.url)) {
  const flags = process.argv.slice(2);
  if (flags.includes("--watch")) await watchAll();
  else {
    try {
      const sizes = await buildAll({ production: flags.includes("--production") });
      for (const [file, bytes] of sizes) console.log(`${String(Math.ceil(bytes / 1000)).padStart(6)} kB  ${file}`);
    } catch (error) {
      const { errors } = /** @type {Partial<import("esbuild").BuildFailure>} */ (error);
      if (errors === undefined) throw error;
      await print(errors, "error");
      process.exitCode = 1;
    }
  }
}
