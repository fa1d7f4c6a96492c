import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { userInfo } from "node:os";
import { basename } from "node:path";
import { isJsonObject } from "../../shared/json.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { Log } from "../ports/log.ts";
import { type Environment, mergeEnvironments } from "./child-environment.ts";

export interface LoginShellOptions {
  log: Log;
  /** ms; default 10,000. A slow profile must not keep servers from starting. */
  timeoutMs?: number;
  /** Default: `$SHELL`, else the account's shell. */
  shell?: string;
}

/**
 * The environment that programs get when they are started from the user's terminal. An application that was opened from
 * a dock or menu has a bare `PATH` without nvm, Homebrew or uv, so the login shell is asked once. When it does not
 * answer, the process's own environment is what there is; the log says so.
 */
export async function loginShellEnvironment(options: LoginShellOptions): Promise<Environment> {
  if (process.platform === "win32") {
    return mergeEnvironments(process.env, {});
  }
  const shell = options.shell ?? process.env.SHELL ?? userInfo().shell ?? "/bin/sh";
  try {
    return mergeEnvironments(process.env, await askShell(shell, options.timeoutMs ?? 10_000));
  } catch (error) {
    const reason = messageOf(error);
    options.log.warn(`The environment of the login shell ${shell} could not be read: ${reason}`);
    return mergeEnvironments(process.env, {});
  }
}

/** Calls `resolve` once, at the first use, and remembers what it gave. */
export function resolvedOnce<T>(resolve: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= resolve();
    return result;
  };
}

function askShell(shell: string, timeoutMs: number): Promise<Record<string, string>> {
  // Profiles print greetings: what is between two marks that nobody else writes is the answer.
  const mark = randomUUID();
  const script = `process.stdout.write("${mark}" + JSON.stringify(process.env) + "${mark}")`;
  const { args, command } = shellInvocation(shell, `'${process.execPath.replaceAll("'", "'\\''")}' -e '${script}'`);
  return new Promise((resolve, reject) => {
    const child = spawn(shell, [...args, command], {
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
      // In the extension host `execPath` is Electron, which runs scripts when it is told to be Node.
      env: { ...process.env, ELECTRON_RUN_AS_NODE: "1", ELECTRON_NO_ATTACH_CONSOLE: "1", TERM: "dumb" },
    });
    let output = "";
    const timer = setTimeout(() => finish(new Error(`it did not answer within ${timeoutMs} ms`)), timeoutMs);
    const finish = (result: Error | Record<string, string>) => {
      clearTimeout(timer);
      child.stdout.destroy();
      killGroup(child.pid);
      if (result instanceof Error) {
        reject(result);
      } else {
        resolve(result);
      }
    };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const parts = output.split(mark);
      if (parts.length >= 3) {
        finish(readAnswer(parts[1] ?? ""));
      }
    });
    child.once("error", finish);
    child.once("close", (code) => finish(new Error(`it ended with code ${code} before it answered`)));
  });
}

/** nushell, PowerShell and the csh family take other switches than sh, bash, zsh and fish. */
function shellInvocation(shell: string, nodeCommand: string): { args: string[]; command: string } {
  const name = basename(shell).replace(/\.exe$/, "");
  switch (name) {
    case "pwsh":
    case "powershell":
      return { args: ["-Login", "-Command"], command: `& ${nodeCommand}` };
    case "nu":
      return { args: ["-i", "-l", "-c"], command: `^${nodeCommand}` };
    case "csh":
    case "tcsh":
      return { args: ["-ic"], command: nodeCommand };
    default:
      return { args: ["-i", "-l", "-c"], command: nodeCommand };
  }
}

function readAnswer(text: string): Error | Record<string, string> {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) {
      const { ELECTRON_RUN_AS_NODE: _, ELECTRON_NO_ATTACH_CONSOLE: __, TERM: ___, ...rest } = value;
      return Object.fromEntries(
        Object.entries(rest).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
      );
    }
  } catch {
    // Falls through to the error below.
  }
  return new Error("its answer was not readable");
}

function killGroup(pid: number | undefined): void {
  if (pid !== undefined) {
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // It has ended already.
    }
  }
}
