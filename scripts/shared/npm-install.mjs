// Runs npm where something has to be downloaded.
import { CommandFailed, runCommand } from "./run-command.mjs";

/** No script of a package runs: every binary in use comes inside a package. */
const FLAGS = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/**
 * Runs `npm ci` or `npm install` in a folder, and once more when it failed: a registry that does not answer for a moment is no
 * fault of what is installed. Throws `CommandFailed` with npm's own words when it fails again.
 * @param {"ci" | "install"} command
 * @param {string} folder
 * @param {readonly string[]} [flags]
 */
export async function npmInstall(command, folder, flags = []) {
  const args = [command, ...FLAGS, ...flags];
  try {
    await runCommand("npm", args, { cwd: folder, quiet: true });
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    console.error(`${error.message}\nTrying once more.`);
    await runCommand("npm", args, { cwd: folder, quiet: true });
  }
}
