import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../../scripts/shared/project-paths.mjs";

/** The package that `npm run package` made of this version. */
export function packagedVsix(): string {
  const { name, version } = JSON.parse(readFileSync(path.join(projectRoot, "package.json"), "utf8"));
  const file = path.join(projectRoot, `${name}-${version}.vsix`);
  if (!existsSync(file)) throw new Error(`${file} is missing. Run "npm run package" first.`);
  return file;
}
