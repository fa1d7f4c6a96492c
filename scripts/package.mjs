// npm run package: builds for production and makes toolweave-VERSION.vsix, then checks what is in it.
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { listFiles, PackageManager } from "@vscode/vsce";
import { buildAll } from "../esbuild.mjs";
import { lazyEntries } from "./build/lazy-entries.mjs";
import { isMain } from "./shared/is-main.mjs";
import { projectRoot } from "./shared/project-paths.mjs";
import { runCommand } from "./shared/run-command.mjs";

const LIMIT_BYTES = 2_000_000;

/** What a package without would not start, or would look broken. */
const requiredFiles = [
  ...["package.json", "README.md", "LICENSE", "media/icon.png", "media/panel.svg"],
  ...["dist/extension.cjs", "dist/third-party-notices.txt"],
  ...lazyEntries.map((entry) => `dist/${path.basename(entry, ".ts")}.cjs`),
  ...["dist/webview/main.js", "dist/webview/panel.css", "dist/webview/codicon.css", "dist/webview/codicon.ttf"],
];

/**
 * Builds and packages the extension.
 * @returns {Promise<string>} the path of the .vsix
 */
export async function packageExtension() {
  await buildAll({ production: true });
  const { name, version } = JSON.parse(readFileSync(path.join(projectRoot, "package.json"), "utf8"));
  const packagePath = path.join(projectRoot, `${name}-${version}.vsix`);
  const files = await listFiles({ cwd: projectRoot, packageManager: PackageManager.None });
  const problems = findProblems(files.map((file) => file.replaceAll("\\", "/")));
  if (problems.length > 0) throw new Error(`The package would be wrong:\n${problems.join("\n")}`);

  const vsce = path.join(projectRoot, "node_modules/@vscode/vsce/vsce");
  const flags = ["--no-dependencies", "--allow-missing-repository", "--no-rewrite-relative-links"];
  await runCommand(process.execPath, [vsce, "package", ...flags, "--out", packagePath], {
    cwd: projectRoot,
    quiet: true,
  });
  const { size } = statSync(packagePath);
  if (size > LIMIT_BYTES) throw new Error(`${packagePath} has ${size} bytes, the limit is ${LIMIT_BYTES}.`);
  console.log(`${path.relative(projectRoot, packagePath)}: ${files.length} files, ${Math.ceil(size / 1000)} kB.`);
  return packagePath;
}

/** @param {readonly string[]} files paths from the root */
function findProblems(files) {
  const missing = requiredFiles.filter((file) => !files.includes(file)).map((file) => `${file} is missing.`);
  const unwanted = files
    .filter((file) => /(^|\/)node_modules\/|\.map$|\.ts$/.test(file))
    .map((file) => `${file} does not belong in it.`);
  return [...missing, ...unwanted];
}

if (isMain(import.meta.url)) await packageExtension();
