// Opens the extension under development in a desktop VS Code, with a data folder of its own beside the person's usual one.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { endGroup, spawnGroup } from "./process-group.mjs";
import { projectRoot } from "./project-paths.mjs";

/**
 * The `code` command on the PATH, if it can open a window here.
 * @returns {string | undefined}
 */
export function findDesktopCode() {
  const { env, platform } = process;
  if (env.VSCODE_IPC_HOOK_CLI) return undefined; // this terminal's `code` talks to a window elsewhere and cannot load our folder
  if (platform === "linux" && !env.DISPLAY && !env.WAYLAND_DISPLAY) return undefined;
  const name = platform === "win32" ? "code.cmd" : "code";
  return (env.PATH ?? "")
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));
}

/**
 * @param {{ executable: string, dataFolder: string, workspace: string }} options `executable`: the `code` command or VS Code itself
 * @returns {{ closed: Promise<void>, stop: () => Promise<void> }} `closed` ends with the last window
 */
export function openDesktop({ executable, dataFolder, workspace }) {
  mkdirSync(dataFolder, { recursive: true });
  const onWindows = process.platform === "win32";
  const args = [
    "--wait", // until the window is closed
    "--new-window",
    "--user-data-dir",
    dataFolder,
    `--extensionDevelopmentPath=${projectRoot}`,
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), // VS Code does not start as root otherwise
    workspace,
  ];
  const child = spawnGroup(
    onWindows ? `"${executable}"` : executable,
    onWindows ? args.map((arg) => `"${arg}"`) : args,
    { stdio: "ignore", shell: onWindows && executable.endsWith(".cmd") },
  );
  /** @type {Promise<void>} */
  const closed = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", () => resolve());
  });
  const stop = async () => {
    endMainProcess(dataFolder);
    await endGroup(child);
  };
  return { closed, stop };
}

/**
 * The `code` command leaves VS Code in a group of its own; VS Code writes the id of its main process into its data folder.
 * @param {string} dataFolder
 */
function endMainProcess(dataFolder) {
  try {
    process.kill(Number(readFileSync(path.join(dataFolder, "code.lock"), "utf8")), "SIGTERM");
  } catch {
    // No lock file, or its process is gone: nothing is left to end.
  }
}
