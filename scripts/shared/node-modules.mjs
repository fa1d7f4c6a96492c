// Makes sure that the packages of the lockfile are installed.
import { readFileSync } from "node:fs";
import path from "node:path";
import { npmInstall } from "./npm-install.mjs";
import { projectRoot } from "./project-paths.mjs";

/** @typedef {Record<string, { version?: string, optional?: boolean }>} LockedPackages by path below the root */

/** Runs `npm ci` when node_modules lacks a package of package-lock.json or has another version of it. */
export async function ensureNodeModules() {
  if (isUpToDate()) return;
  console.log("Installing the packages of package-lock.json.");
  await npmInstall("ci", projectRoot);
}

function isUpToDate() {
  const wanted = readPackages("package-lock.json");
  const installed = readPackages("node_modules/.package-lock.json"); // what npm wrote there at its last run
  return Object.entries(wanted).every(
    ([folder, { version, optional }]) => folder === "" || optional || installed[folder]?.version === version,
  );
}

/**
 * @param {string} lockfile
 * @returns {LockedPackages} empty when the file does not exist
 */
function readPackages(lockfile) {
  try {
    return JSON.parse(readFileSync(path.join(projectRoot, lockfile), "utf8")).packages;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return {};
    throw error;
  }
}
