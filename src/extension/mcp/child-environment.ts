import { homedir } from "node:os";
import { delimiter, join } from "node:path";

/** A complete environment of a process. */
export type Environment = Readonly<Record<string, string>>;

/** Keys that this extension reads for itself; a server gets one only when its entry names it. */
const ownSecrets = ["OPENAI_API_KEY", "ANTHROPIC_API_KEY"];
/** What VS Code sets for its own processes and what would change how a child's Node behaves. */
const ownPrefixes = ["ELECTRON_", "VSCODE_"];
const ownNames = ["NODE_OPTIONS", "NODE_PATH", ...ownSecrets];

/**
 * The environment of a server: the inherited one without VS Code's own variables, `NODE_OPTIONS` and this extension's
 * keys, then what the entry sets (`null` removes). The SDK would pass six variables only, without proxies or locales.
 */
export function childEnvironment(
  inherited: Environment,
  entry: Readonly<Record<string, string | null>>,
  platform: NodeJS.Platform = process.platform,
): Environment {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(inherited)) {
    const upper = name.toUpperCase();
    if (!ownNames.includes(upper) && !ownPrefixes.some((prefix) => upper.startsWith(prefix))) {
      result[name] = value;
    }
  }
  for (const [name, value] of Object.entries(entry)) {
    // On Windows `Path` and `PATH` are one variable.
    for (const existing of platform === "win32" ? Object.keys(result) : [name]) {
      if (existing === name || existing.toUpperCase() === name.toUpperCase()) {
        delete result[existing];
      }
    }
    if (value !== null) {
      result[name] = value;
    }
  }
  return result;
}

/**
 * The process's own environment completed by the login shell's: variables that are missing are added, and of the two
 * `PATH`s first what only the process has (an activated environment), then the shell's in its order. Last come folders
 * where tools are usually installed, for shells that do not name them.
 */
export function mergeEnvironments(
  own: Readonly<Record<string, string | undefined>>,
  shell: Readonly<Record<string, string | undefined>>,
): Environment {
  const merged: Record<string, string> = {};
  for (const [name, value] of [...Object.entries(shell), ...Object.entries(own)]) {
    if (value !== undefined) {
      merged[name] = value;
    }
  }
  if (process.platform !== "win32") {
    const shellPath = pathEntries(shell.PATH);
    const ownPath = pathEntries(own.PATH).filter((entry) => !shellPath.includes(entry));
    merged.PATH = [...new Set([...ownPath, ...shellPath, ...usualToolFolders()])].join(delimiter);
  }
  return merged;
}

function pathEntries(path: string | undefined): string[] {
  return (path ?? "").split(delimiter).filter((entry) => entry !== "");
}

function usualToolFolders(): string[] {
  const home = homedir();
  return [
    "/usr/local/bin",
    "/opt/homebrew/bin",
    ...[".local/bin", ".cargo/bin", ".volta/bin", ".bun/bin", ".deno/bin"].map((folder) => join(home, folder)),
  ];
}
