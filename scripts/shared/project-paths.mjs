// Where things are: the checkout, and the folder that outlives it.
import { createHash } from "node:crypto";
import { accessSync, constants, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The root folder of the checkout. */
export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** Pictures, logs and bundles of test runs; git-ignored, safe to delete. */
export const outFolder = path.join(projectRoot, "out");

/**
 * The folder for downloads that clones share (a real VS Code, a browser) and for the data of `npm start`.
 * `TOOLWEAVE_CACHE` places it; otherwise it is the user's cache folder, or `.cache` in the checkout when that one cannot be written.
 * @returns {string}
 */
export function cacheFolder() {
  const chosen = process.env.TOOLWEAVE_CACHE;
  if (chosen) return makeFolder(path.resolve(chosen));
  const shared = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"), "toolweave");
  try {
    return makeFolder(shared);
  } catch {
    return makeFolder(path.join(projectRoot, ".cache"));
  }
}

/**
 * A short name that differs between checkouts, so that two clones never share a data folder.
 * @returns {string} eight hexadecimal digits
 */
export function checkoutKey() {
  return createHash("sha256").update(projectRoot).digest("hex").slice(0, 8);
}

/** @param {string} folder */
function makeFolder(folder) {
  mkdirSync(folder, { recursive: true });
  accessSync(folder, constants.W_OK);
  return folder;
}
