// Runs mocha inside the extension host of a real VS Code, and prints its output here.
//   node --import tsx test/support/run-extension-host.ts
// On Linux x64 that is the VS Code of the end-to-end tests; elsewhere one that @vscode/test-electron downloads.
import { readdirSync } from "node:fs";
import path from "node:path";
import { format } from "node:util";
import { runTests } from "@vscode/test-electron";
import esbuild from "esbuild";
import type { Page } from "playwright-core";
import { canInstallVscode } from "../../scripts/install-vscode.mjs";
import { outFolder, projectRoot } from "../../scripts/shared/project-paths.mjs";
import { hostLinePrefix } from "../extension-host/host-line-prefix.ts";
import { launchBrowser } from "./browser.ts";
import { startWorkbench } from "./workbench.ts";

const RUN_LIMIT_MS = 300_000;

/** Bundles the run module and each test file; mocha itself stays in node_modules, because it loads files by name. */
async function bundleTests(): Promise<string> {
  const sources = path.join(projectRoot, "test/extension-host");
  const outdir = path.join(outFolder, "extension-host");
  const tests = readdirSync(sources).filter((file) => file.endsWith(".test.ts"));
  await esbuild.build({
    entryPoints: ["run.ts", ...tests].map((file) => path.join(sources, file)),
    outdir,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    mainFields: ["module", "main"], // as the extension is built: some packages have a form that cannot be bundled
    sourcemap: "inline",
    external: ["vscode", "mocha"],
    logLevel: "warning",
  });
  return path.join(outdir, "run.cjs");
}

/** Extensions that only the tests need: a vendor of models, a user of our interface. */
function testExtensions(): string[] {
  const folder = path.join(projectRoot, "test/extension-host/extensions");
  return readdirSync(folder).map((name) => path.join(folder, name));
}

async function runInWorkbench(testModule: string): Promise<number> {
  const env = { TOOLWEAVE_TEST_SUMMARY: process.env.TOOLWEAVE_TEST_SUMMARY };
  const workbench = await startWorkbench({
    install: "development",
    unpacked: testExtensions(),
    files: { "notes.txt": "A file to read.\n" },
    env,
  });
  try {
    const browser = await launchBrowser();
    try {
      return await runInPage(await browser.newPage(), workbench.windowUrl(testModule));
    } finally {
      await browser.close();
    }
  } finally {
    await workbench.stop();
  }
}

/** Opens the window and waits for the exit code that the extension host reports. */
async function runInPage(page: Page, url: string): Promise<number> {
  let end: (exitCode: number) => void = () => {};
  let giveUp: (error: Error) => void = () => {};
  const ended = new Promise<number>((resolve, reject) => {
    end = resolve;
    giveUp = reject;
  });
  ended.catch(() => {}); // it may fail while the page still loads
  const fail = (why: string) => () => giveUp(new Error(why));
  const limit = setTimeout(fail(`The tests did not end within ${RUN_LIMIT_MS / 1000} seconds.`), RUN_LIMIT_MS);
  page.once("crash", fail("The window crashed."));
  page.once("close", fail("The window closed before the tests had ended."));
  // The workbench calls these two globals when its address names a test suite.
  await page.exposeFunction("codeAutomationExit", end);
  await page.exposeFunction("codeAutomationLog", (_level: string, args: unknown[]) => printLine(format(...args)));
  try {
    await page.goto(url);
    return await ended;
  } finally {
    clearTimeout(limit);
  }
}

/** The workbench's own log comes the same way as the output of the tests. */
function printLine(text: string): void {
  if (text.startsWith(hostLinePrefix)) console.log(text.slice(hostLinePrefix.length));
  else if (process.env.VERBOSE) console.log(`[vscode] ${text}`);
}

async function runInDesktop(testModule: string): Promise<number> {
  return runTests({ extensionDevelopmentPath: [projectRoot, ...testExtensions()], extensionTestsPath: testModule });
}

const testModule = await bundleTests();
process.exitCode = canInstallVscode ? await runInWorkbench(testModule) : await runInDesktop(testModule);
