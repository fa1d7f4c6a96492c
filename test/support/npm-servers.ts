import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { npmInstall } from "../../scripts/shared/npm-install.mjs";
import { repository } from "./hub-bench.ts";

/** Servers that people really use, pinned. They are no dependencies of the project: tests fetch them into `out/`. */
const packages = {
  "@modelcontextprotocol/server-basic-vanillajs": "2.0.3",
  "@modelcontextprotocol/server-memory": "2026.8.31",
  "@modelcontextprotocol/server-sequential-thinking": "2026.8.31",
  "@notionhq/notion-mcp-server": "2.5.2",
  "@playwright/mcp": "0.0.83",
  "@upstash/context7-mcp": "4.1.1",
  "@wonderwhy-er/desktop-commander": "0.2.52",
  "chrome-devtools-mcp": "1.11.0",
};

export type NpmServer = keyof typeof packages;

const folder = path.join(repository, "out/npm-servers");

/** Installs the servers unless exactly these are there. No scripts of packages run. */
export async function installNpmServers(): Promise<void> {
  const marker = path.join(folder, "installed.json");
  const wanted = JSON.stringify(packages);
  if ((await readFile(marker, "utf8").catch(() => "")) === wanted) {
    return;
  }
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ private: true, dependencies: packages }));
  await npmInstall("install", folder, ["--no-package-lock"]);
  await writeFile(marker, wanted);
}

/** The absolute path of a server's program. */
export async function npmServerProgram(name: NpmServer): Promise<string> {
  const root = path.join(folder, "node_modules", name);
  const { bin } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8")) as {
    bin: string | Record<string, string>;
  };
  const program = typeof bin === "string" ? bin : Object.values(bin)[0];
  if (program === undefined) {
    throw new Error(`${name} has no program.`);
  }
  return path.join(root, program);
}
