// Makes sure that the packages of the lockfile are installed.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "./project-paths.mjs";
import { runCommand } from "./run-command.mjs";

const stampFile = path.join(projectRoot, "node_modules/.toolweave-lockfile");

/** Runs `npm ci` when node_modules is missing or belongs to another lockfile. */
export async function ensureNodeModules() {
  const lockfile = readFileSync(path.join(projectRoot, "package-lock.json"));
  const wanted = createHash("sha256").update(lockfile).digest("hex");
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === wanted) return;
  console.log("Installing the packages of package-lock.json.");
  // Install scripts are not needed: every binary in use comes inside a package.
  await runCommand("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: projectRoot,
  });
  writeFileSync(stampFile, wanted);
}
