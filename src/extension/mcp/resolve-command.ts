import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join, resolve, win32 } from "node:path";
import type { Localizable } from "../../shared/localizable.ts";
import type { Environment } from "./child-environment.ts";
import { sentence } from "./sentences.ts";

export interface CommandQuery {
  command: string;
  args: readonly string[];
  /** Absolute, or relative to this process's folder. */
  cwd?: string;
  env: Environment;
}

export type CommandResolution = { path: string } | { problem: Localizable };

/**
 * Finds the program that a command names, the way a shell would, and says what was searched when it is not there. The
 * working directory is looked at first: the system reports a missing one as if the program were missing.
 */
export async function resolveCommand(query: CommandQuery): Promise<CommandResolution> {
  const { cwd, command } = query;
  if (cwd !== undefined) {
    const folder = await stat(cwd).catch(() => undefined);
    if (folder === undefined) {
      return { problem: sentence("mcp.fail.cwdMissing", { cwd }) };
    }
    if (!folder.isDirectory()) {
      return { problem: sentence("mcp.fail.cwdNotDirectory", { cwd }) };
    }
  }
  return /[\\/]/.test(command) && (process.platform === "win32" || command.includes("/"))
    ? resolvePath(query)
    : searchPath(query);
}

async function resolvePath({ command, args, cwd, env }: CommandQuery): Promise<CommandResolution> {
  const home = command.startsWith("~/") ? join(homedir(), command.slice(2)) : command;
  const path = isAbsolute(home) ? home : resolve(cwd ?? process.cwd(), home);
  const found = await firstRunnable(candidates(path, env));
  if (found !== undefined) {
    return { path: found };
  }
  return (await isFile(path))
    ? { problem: sentence("mcp.fail.commandNotExecutable", { command: path }) }
    : { problem: notFound(command, args, path) };
}

async function searchPath({ command, args, env }: CommandQuery): Promise<CommandResolution> {
  const folders = (pathOf(env) ?? "").split(delimiter).filter((folder) => folder !== "");
  for (const folder of folders) {
    const found = await firstRunnable(candidates(join(folder, command), env));
    if (found !== undefined) {
      return { path: found };
    }
  }
  return { problem: notFound(command, args, folders.length === 0 ? "PATH (empty)" : folders.join(", ")) };
}

/** A command with spaces is nearly always a whole command line in the wrong field. */
function notFound(command: string, args: readonly string[], searched: string): Localizable {
  const [program, ...rest] = command.split(/\s+/);
  if (rest.length > 0 && args.length === 0 && program !== undefined && !/[\\/]/.test(command.split(" ")[0] ?? "")) {
    return sentence("mcp.fail.commandNeedsArgs", { command, program, args: JSON.stringify(rest) });
  }
  return sentence("mcp.fail.commandNotFound", { command, searched });
}

/** On Windows a name stands for several files; npm puts an extensionless script for other shells beside `npx.cmd`. */
function candidates(path: string, env: Environment): string[] {
  if (process.platform !== "win32") {
    return [path];
  }
  const extensions = (env.PATHEXT ?? ".COM;.EXE;.BAT;.CMD").split(";").filter((extension) => extension !== "");
  const own = win32.extname(path).toUpperCase();
  return extensions.some((extension) => extension.toUpperCase() === own)
    ? [path]
    : extensions.map((extension) => path + extension.toLowerCase());
}

async function firstRunnable(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const runnable = await access(path, process.platform === "win32" ? constants.F_OK : constants.X_OK).then(
      () => isFile(path),
      () => false,
    );
    if (runnable) {
      return path;
    }
  }
  return undefined;
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}

function pathOf(env: Environment): string | undefined {
  return env.PATH ?? Object.entries(env).find(([name]) => name.toUpperCase() === "PATH")?.[1];
}
