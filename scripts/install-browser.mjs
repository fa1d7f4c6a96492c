// Finds a browser of the Chromium family for the tests, and installs one when there is none.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { installOnce } from "./shared/install-once.mjs";
import { isMain } from "./shared/is-main.mjs";
import { cacheFolder, projectRoot } from "./shared/project-paths.mjs";
import { runCommand } from "./shared/run-command.mjs";

const SPARTICUZ_VERSION = "147.0.0";

const places = [
  ...["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"].flatMap((name) =>
    (process.env.PATH ?? "").split(path.delimiter).map((folder) => path.join(folder, name)),
  ),
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ...[process.env.PROGRAMFILES, process.env["PROGRAMFILES(X86)"], process.env.LOCALAPPDATA]
    .filter((folder) => folder !== undefined)
    .map((folder) => path.join(folder, "Google/Chrome/Application/chrome.exe")),
];

/**
 * The browser that `CHROMIUM` names, or the first one found that starts.
 * @returns {Promise<string | undefined>} its executable
 */
export async function findBrowser() {
  const named = process.env.CHROMIUM;
  if (named) {
    if (starts(named)) return named;
    throw new Error(`CHROMIUM names ${named}, which does not start as a browser. Correct it or unset it.`);
  }
  return [...places, await playwrightBrowser(), sparticuzBrowser()].find((file) => file !== undefined && starts(file));
}

/**
 * Finds a browser or installs one: as a system package when this is root on a Debian-like system, else from npm, else the way Playwright does.
 * @returns {Promise<string>} its executable
 */
export async function installBrowser() {
  const found = await findBrowser();
  if (found !== undefined) return found;
  const problems = [];
  for (const [how, install] of Object.entries({
    apt: installWithApt,
    npm: installFromNpm,
    playwright: installWithPlaywright,
  })) {
    try {
      console.log(`No browser found; installing one (${how}).`);
      await install();
      const browser = await findBrowser();
      if (browser !== undefined) return browser;
      problems.push(`${how}: what was installed does not start`);
    } catch (error) {
      problems.push(`${how}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(
    `The tests need Chromium or Chrome, and none could be installed. Install one, or name it in CHROMIUM.\n${problems.join("\n")}`,
  );
}

/** @param {string} file */
function starts(file) {
  if (!existsSync(file)) return false;
  if (process.platform === "win32") return true; // Chrome prints no version there
  // Not every file of that name is a browser: some systems place a script that only says how to get one.
  return spawnSync(file, ["--version"], { timeout: 20_000 }).status === 0;
}

async function playwrightBrowser() {
  const { chromium } = await import("playwright-core");
  return chromium.executablePath();
}

async function installWithApt() {
  if (process.platform !== "linux" || process.getuid?.() !== 0) throw new Error("needs root on Linux");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await runCommand("apt-get", ["update"], { quiet: true, env });
  await runCommand("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], { quiet: true, env });
}

const sparticuzFolder = () => path.join(cacheFolder(), "browser", `sparticuz-${SPARTICUZ_VERSION}`);
const sparticuzBrowser = () => path.join(sparticuzFolder(), "chromium");

async function installFromNpm() {
  if (process.platform !== "linux" || process.arch !== "x64") throw new Error("this package holds a Linux x64 browser");
  await installOnce(sparticuzFolder(), async (folder) => {
    mkdirSync(folder, { recursive: true });
    const manifest = { private: true, dependencies: { "@sparticuz/chromium": SPARTICUZ_VERSION } };
    writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
    await runCommand("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"], {
      cwd: folder,
      quiet: true,
    });
    // The browser is compressed in the package; the package unpacks it into the temporary folder, once it is asked for.
    const entry = pathToFileURL(path.join(folder, "node_modules/@sparticuz/chromium/build/esm/index.js")).href;
    const unpack = `process.stdout.write(await (await import(${JSON.stringify(entry)})).default.executablePath())`;
    await runCommand(process.execPath, ["--input-type=module", "--eval", unpack], {
      quiet: true,
      env: { ...process.env, TMPDIR: folder },
    });
  });
}

async function installWithPlaywright() {
  const cli = path.join(projectRoot, "node_modules/playwright-core/cli.js");
  await runCommand(process.execPath, [cli, "install", "chromium"], { quiet: true });
}

if (isMain(import.meta.url)) console.log(await installBrowser());
