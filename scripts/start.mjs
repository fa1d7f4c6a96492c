// npm start: opens the example workspace with Toolweave in it, in a desktop VS Code or in one that is served to the browser.
//   npm start -- [--browser] [--port N]
// Plain Node without dependencies: it runs before anything is installed. Settings, chats and the port are kept between runs.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { canInstallVscode, installVscode } from "./install-vscode.mjs";
import { findDesktopCode, openDesktop } from "./shared/desktop-vscode.mjs";
import { endingSignals } from "./shared/ending-signals.mjs";
import { freePort, isPortFree } from "./shared/loopback-ports.mjs";
import { ensureNodeModules } from "./shared/node-modules.mjs";
import { cacheFolder, checkoutKey, projectRoot } from "./shared/project-paths.mjs";
import { startVscodeServer } from "./shared/vscode-server.mjs";

const workspace = path.join(projectRoot, "examples/workspace");
const dataFolder = path.join(cacheFolder(), `start-${checkoutKey()}`);

/** Ends what runs at the moment; replaced as soon as something does. */
let stopRunning = async () => {};

/** @param {{ browser: boolean, port?: string | undefined }} choice */
async function start({ browser, port }) {
  const code = browser ? undefined : findDesktopCode();
  await ensureNodeModules();
  if (code !== undefined) return openDesktopWindow(code);
  if (canInstallVscode) return serveToBrowser(port === undefined ? undefined : Number(port));
  if (browser)
    throw new Error("VS Code can be served to a browser on Linux x64 only. Run npm start without --browser.");
  return openDesktopWindow(await downloadDesktop());
}

/** @param {number} [askedPort] */
async function serveToBrowser(askedPort) {
  mkdirSync(dataFolder, { recursive: true });
  const port = askedPort ?? (await keptPort());
  if (!(await isPortFree(port))) {
    throw new Error(
      `Port ${port} is in use, perhaps by another npm start: try http://127.0.0.1:${port}/, or choose another port with "npm start -- --port N".`,
    );
  }
  const { packageExtension } = await import("./package.mjs"); // its packages may just have been installed
  const vsix = await packageExtension();
  const install = await installVscode();
  const server = await startVscodeServer({ install, dataFolder, port, vsix: [vsix] });
  stopRunning = server.stop;
  console.log(
    `\nToolweave is ready. Open this address and click the Toolweave icon at the left edge:\n\n  ${server.windowUrl({ workspace })}\n\nCtrl-C ends it.`,
  );
  await server.failed;
}

/** @param {string} executable */
async function openDesktopWindow(executable) {
  const { buildAll } = await import("../esbuild.mjs");
  await buildAll();
  const desktop = openDesktop({ executable, dataFolder: path.join(dataFolder, "desktop"), workspace });
  stopRunning = desktop.stop;
  console.log(
    "VS Code opens the example workspace. Click the Toolweave icon at the left edge of its window. Ctrl-C closes it.",
  );
  await desktop.closed;
}

async function downloadDesktop() {
  const { downloadAndUnzipVSCode } = await import("@vscode/test-electron");
  try {
    return await downloadAndUnzipVSCode({ cachePath: path.join(cacheFolder(), "vscode-desktop") });
  } catch (error) {
    throw new Error(
      `No VS Code was found and none could be downloaded (${error instanceof Error ? error.message : error}). Install VS Code, and let its "code" command be on the PATH.`,
    );
  }
}

/** What a browser stores belongs to the address, so the port stays the same from run to run. */
async function keptPort() {
  const file = path.join(dataFolder, "port");
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    const port = await freePort();
    writeFileSync(file, String(port));
    return port;
  }
}

function endOnSignal() {
  let stopping = false;
  for (const signal of endingSignals) {
    // The terminal and npm may both send the signal: only the first one counts, and none cuts the clean-up short.
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void stopRunning().finally(() => process.exit(0));
    });
  }
}

endOnSignal();
try {
  const { values } = parseArgs({ options: { browser: { type: "boolean", default: false }, port: { type: "string" } } });
  await start(values);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
