// Starts the VS Code of install-vscode.mjs (code-server) on a loopback port, and builds the addresses of its windows.
import { cpSync, createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "./loopback-ports.mjs";
import { endGroup, spawnGroup } from "./process-group.mjs";
import { runCommand } from "./run-command.mjs";

const START_LIMIT_MS = 60_000;
const LOOK_AGAIN_MS = 50;

/** Settings under which VS Code asks nothing, looks nothing up and opens nothing by itself. */
export const quietSettings = {
  "chat.commandCenter.enabled": false,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "git.enabled": false,
  "git.openRepositoryInParentFolders": "never",
  "json.schemaDownload.enable": false,
  "npm.fetchOnlinePackageInfo": false,
  "remote.autoForwardPorts": false, // it would announce every other server on this machine
  "telemetry.telemetryLevel": "off",
  "typescript.disableAutomaticTypeAcquisition": true,
  "update.mode": "none",
  "window.commandCenter": false,
  "window.restoreWindows": "none",
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
};

/**
 * @typedef {object} ServerOptions
 * @property {import("../install-vscode.mjs").VscodeInstall} install
 * @property {string} dataFolder settings, extensions and logs; VS Code makes sockets in it, so its path has to be short (sockets end at 107 characters)
 * @property {number} [port] default: a free one
 * @property {readonly string[]} [vsix] packages to install
 * @property {readonly string[]} [unpacked] folders of small extensions to install as they are
 * @property {Readonly<Record<string, unknown>>} [settings] user settings, over the quiet ones; written only when `dataFolder` has none yet
 * @property {boolean} [workspaceTrust] asks before it trusts a folder; default: every folder is trusted
 * @property {boolean} [testDriver] lets a window's address name an extension under development, and a test suite; toasts stay hidden then
 * @property {Readonly<Record<string, string | undefined>>} [env] reaches the extension host too
 */

/**
 * @typedef {object} WindowChoice
 * @property {string} workspace the folder to open
 * @property {readonly string[]} [developed] extension folders to load from source (needs `testDriver`)
 * @property {string} [tests] the module whose `run` the extension host calls (needs `testDriver`)
 */

/**
 * @typedef {object} VscodeServer
 * @property {number} port
 * @property {string} logFile
 * @property {Promise<never>} failed rejects when the server ends without `stop`
 * @property {(choice: WindowChoice) => string} windowUrl
 * @property {() => Promise<void>} stop ends the server, its extension hosts and all that they started
 */

/**
 * Starts the server; resolves when it answers. Fails with the end of its log when it does not.
 * @param {ServerOptions} options
 * @returns {Promise<VscodeServer>}
 */
export async function startVscodeServer(options) {
  const { install, dataFolder, workspaceTrust = false, testDriver = false } = options;
  const port = options.port ?? (await freePort());
  const runFolder = mkdtempSync(path.join(tmpdir(), "tw-")); // sockets of this run; short for the same reason
  const folders = layOutData(options);
  const env = serverEnvironment(runFolder, options.env);
  for (const file of options.vsix ?? []) {
    await runCommand(install.node, [install.entry, ...folders.args, "--install-extension", file, "--force"], {
      env,
      quiet: true,
    });
  }
  const logFile = path.join(dataFolder, "server.log");
  const log = createWriteStream(logFile);
  const child = spawnGroup(
    install.node,
    [
      install.entry,
      ...folders.args,
      ...["--auth", "none", "--bind-addr", `127.0.0.1:${port}`],
      ...[
        "--disable-telemetry",
        "--disable-update-check",
        "--disable-getting-started-override",
        "--disable-proxy",
        "--ignore-last-opened",
      ],
      ...["--reconnection-grace-time", "5"], // seconds; by default the extension host of a closed window lives for three hours
      ...(workspaceTrust ? [] : ["--disable-workspace-trust"]),
      ...(testDriver ? ["--vscode-option", "enable-smoke-test-driver"] : []),
    ],
    { env, stdio: ["ignore", "pipe", "pipe"] },
  );
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });

  let stopping = false;
  const stop = async () => {
    stopping = true;
    await endGroup(child);
    log.end();
    rmSync(runFolder, { recursive: true, force: true });
  };
  /** @type {Promise<never>} */
  const failed = new Promise((_, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      if (!stopping)
        reject(new Error(`VS Code ended with exit code ${code}. Its log is ${logFile}.\n${lastLines(logFile)}`));
    });
  });
  failed.catch(() => {}); // nobody has to listen
  const url = `http://127.0.0.1:${port}`;
  try {
    await Promise.race([failed, answers(`${url}/healthz`, logFile)]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, logFile, failed, stop, windowUrl: (choice) => windowUrl(url, choice) };
}

/** @param {ServerOptions} options */
function layOutData({ dataFolder, unpacked = [], settings = {}, workspaceTrust = false }) {
  const user = path.join(dataFolder, "user");
  const extensions = path.join(dataFolder, "extensions");
  for (const folder of [path.join(user, "User"), extensions]) mkdirSync(folder, { recursive: true });
  writeNew(path.join(user, "User/settings.json"), {
    ...quietSettings,
    "security.workspace.trust.enabled": workspaceTrust,
    "workbench.colorTheme": "Default Dark Modern",
    ...settings,
  });
  for (const folder of unpacked) {
    const { publisher, name, version } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    cpSync(folder, path.join(extensions, `${publisher}.${name}-${version}`), { recursive: true });
  }
  const config = path.join(dataFolder, "config.yaml"); // named, or code-server writes one into the user's home
  writeFileSync(config, "auth: none\ncert: false\n");
  return { args: ["--config", config, "--user-data-dir", user, "--extensions-dir", extensions] };
}

/**
 * A person may have changed the settings since; those stay.
 * @param {string} file
 * @param {unknown} value
 */
function writeNew(file, value) {
  try {
    writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`, { flag: "wx" });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
  }
}

/**
 * Our own environment without what would steer another VS Code (this may be its terminal), and without look-ups in a marketplace.
 * @param {string} temporaryFolder
 * @param {Readonly<Record<string, string | undefined>>} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
function serverEnvironment(temporaryFolder, extra = {}) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VSCODE_|CODE_SERVER|ELECTRON_|PORT$|NODE_OPTIONS$)/.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    EXTENSIONS_GALLERY: '{"serviceUrl":""}',
    TMPDIR: temporaryFolder,
    ...extra,
  };
}

/**
 * @param {string} url
 * @param {string} logFile
 */
async function answers(url, logFile) {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline) {
    try {
      if ((await fetch(url)).ok) return;
    } catch {
      // Not listening yet.
    }
    await delay(LOOK_AGAIN_MS);
  }
  throw new Error(
    `VS Code did not start within ${START_LIMIT_MS / 1000} seconds. Its log is ${logFile}.\n${lastLines(logFile)}`,
  );
}

/** @param {string} file */
function lastLines(file) {
  return readFileSync(file, "utf8").trim().split("\n").slice(-10).join("\n");
}

/**
 * @param {string} url
 * @param {WindowChoice} choice
 */
function windowUrl(url, { workspace, developed = [], tests }) {
  const { host } = new URL(url);
  /** @param {string} file */
  const remote = (file) => `vscode-remote://${host}${file}`;
  const payload = [
    ["skipWelcome", "true"],
    ["skipReleaseNotes", "true"],
    ...developed.map((folder) => ["extensionDevelopmentPath", remote(folder)]),
    ...(tests === undefined ? [] : [["extensionTestsPath", remote(tests)]]),
  ];
  // With nothing to tell, the address stays one that a person can read and keep.
  const query =
    developed.length + (tests === undefined ? 0 : 1) > 0
      ? `&payload=${encodeURIComponent(JSON.stringify(payload))}`
      : "";
  return `${url}/?folder=${encodeURIComponent(workspace)}${query}`;
}
