// Installs something into a shared folder exactly once, also when several checkouts ask at the same time.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const LOOK_AGAIN_MS = 500;

/**
 * Makes sure that `folder` exists and is complete. `install` fills a new folder beside it, which is renamed when it is done:
 * a folder that exists is therefore always whole. A lock file keeps a second installer waiting instead of doing the work twice.
 * @param {string} folder
 * @param {(emptyFolder: string) => Promise<void>} install
 * @returns {Promise<boolean>} whether this call installed it
 */
export async function installOnce(folder, install) {
  if (existsSync(folder)) return false;
  mkdirSync(path.dirname(folder), { recursive: true });
  const lock = `${folder}.lock`;
  await takeLock(lock, folder);
  try {
    if (existsSync(folder)) return false;
    const draft = mkdtempSync(`${folder}.draft-`);
    try {
      await install(draft);
      renameSync(draft, folder);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
    return true;
  } finally {
    rmSync(lock, { force: true });
  }
}

/**
 * @param {string} lock
 * @param {string} folder
 */
async function takeLock(lock, folder) {
  for (let told = false; ; await delay(LOOK_AGAIN_MS)) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" });
      return;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
    }
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    else if (!told) {
      console.log(`Waiting for another process that installs ${path.basename(folder)}.`);
      told = true;
    }
  }
}

/** @param {string} lock */
function isAbandoned(lock) {
  try {
    const pid = Number(readFileSync(lock, "utf8"));
    if (!pid) return false; // its owner is about to write the id
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "ESRCH";
  }
}
