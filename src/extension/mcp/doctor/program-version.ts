import { execFile } from "node:child_process";
import { basename } from "node:path";
import type { Environment } from "../child-environment.ts";

/** Programs that tell their version without doing anything else. */
const known =
  /^(node|npx|npm|pnpm|yarn|bun|bunx|deno|uv|uvx|pipx|python\d*(\.\d+)?|docker|podman|java|dotnet|go)(\.exe|\.cmd)?$/i;

/** ms; a version is a nicety. */
const patience = 5_000;

/** The version of a well-known program, as it tells it; other programs are not run for that. */
export function programVersion(path: string, env: Environment): Promise<string | undefined> {
  if (!known.test(basename(path)) || (process.platform === "win32" && /\.cmd$/i.test(path))) {
    return Promise.resolve(undefined);
  }
  return new Promise((resolve) => {
    execFile(path, ["--version"], { env, timeout: patience, windowsHide: true }, (error, stdout, stderr) => {
      const line = (stdout || stderr).trim().split("\n")[0]?.trim();
      resolve(error !== null || line === undefined || line === "" ? undefined : line);
    });
  });
}
