// The licences of the packages whose code is in the bundles, as those licences ask for.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../shared/project-paths.mjs";

const alwaysIncluded = ["node_modules/@vscode/codicons"]; // copied, so no bundle tells of it

/**
 * @param {readonly import("esbuild").Metafile[]} metafiles
 * @returns {string} one section a package, sorted by name
 */
export function thirdPartyNotices(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((output) => Object.keys(output.inputs)),
  );
  const folders = new Set([...alwaysIncluded, ...inputs.map(packageFolder).filter((folder) => folder !== undefined)]);
  const sections = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(projectRoot, folder, "package.json"), "utf8"));
    return `${name} ${version} (${license})\n\n${licenceText(path.join(projectRoot, folder))}`;
  });
  return `Toolweave contains code of these packages.\n\n${sections.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

/**
 * The folder of the innermost package that a bundled file belongs to; none for our own files.
 * @param {string} input
 */
function packageFolder(input) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
}

/** @param {string} folder */
function licenceText(folder) {
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice)/i.test(file))
    .sort();
  return texts.map((file) => readFileSync(path.join(folder, file), "utf8").trim()).join("\n\n");
}
