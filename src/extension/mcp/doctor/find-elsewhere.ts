import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Environment } from "../child-environment.ts";
import { resolveCommand } from "../resolve-command.ts";

/** Folders that version managers and installers put programs into, and that a PATH often lacks. */
const folders =
  process.platform === "win32"
    ? [
        "~/AppData/Roaming/npm",
        "C:/Program Files/nodejs",
        "~/.local/bin",
        "~/.cargo/bin",
        "~/scoop/shims",
        "~/.bun/bin",
      ]
    : [
        "/opt/homebrew/bin",
        "/usr/local/bin",
        "~/.local/bin",
        "~/.cargo/bin",
        "~/.volta/bin",
        "~/.bun/bin",
        "~/.deno/bin",
        "~/.asdf/shims",
        "~/.local/share/mise/shims",
        "~/bin",
        "/snap/bin",
      ];

/** Folders with a version in their path. */
const versioned = [
  ["~/.nvm/versions/node", "bin"],
  ["~/.local/share/fnm/node-versions", "installation/bin"],
  ["~/.fnm/node-versions", "installation/bin"],
] as const;

/** Looks for a program where it usually is, although the PATH does not name that folder. */
export async function findElsewhere(command: string, env: Environment): Promise<string | undefined> {
  if (/[\\/]/.test(command)) {
    return undefined;
  }
  const home = (path: string) => (path.startsWith("~/") ? join(homedir(), path.slice(2)) : path);
  const places = [...folders.map(home)];
  for (const [root, rest] of versioned) {
    const names = await readdir(home(root)).catch(() => []);
    places.push(
      ...names
        .toSorted()
        .reverse()
        .map((name) => join(home(root), name, rest)),
    );
  }
  for (const place of places) {
    const found = await resolveCommand({ command: join(place, command), args: [], env });
    if ("path" in found) {
      return found.path;
    }
  }
  return undefined;
}
