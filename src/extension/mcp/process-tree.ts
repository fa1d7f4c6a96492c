import { type ChildProcess, execFile } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import spawn from "cross-spawn";
import { descendants, type ProcessEntry, readProcessTable } from "./process-table.ts";

/** How to start a program. The command is resolved; the environment is complete. */
export interface ProcessLaunch {
  command: string;
  args: readonly string[];
  cwd?: string;
  env: Readonly<Record<string, string>>;
}

/** How a process ended: with a code, or by a signal. */
export interface ProcessExit {
  code: number | null;
  signal: string | null;
}

/** How long each step of ending a tree may take, in ms. Together they stay under one second. */
const grace = { afterStdinEnd: 300, afterTerm: 350, afterKill: 200 };

/**
 * A program with everything it starts, as one thing that can be ended. On POSIX it leads its own process group, and
 * descendants that left the group (browsers, daemons) are found by parentage; on Windows `taskkill /T` does it.
 */
export class ProcessTree {
  readonly child: ChildProcess;
  /** Resolves when the program itself has ended. A program that cannot be started never resolves it. */
  readonly exited: Promise<ProcessExit>;
  /** Resolves when the program runs; rejects with the system's error when it cannot be started. */
  readonly spawned: Promise<void>;
  #exit: ProcessExit | undefined;
  #ending: Promise<void> | undefined;

  constructor(launch: ProcessLaunch) {
    this.child = spawn(launch.command, [...launch.args], {
      ...(launch.cwd === undefined ? {} : { cwd: launch.cwd }),
      env: { ...launch.env },
      stdio: ["pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    this.exited = new Promise((resolve) => {
      this.child.once("exit", (code, signal) => {
        this.#exit = { code, signal };
        resolve(this.#exit);
      });
    });
    this.spawned = new Promise((resolve, reject) => {
      this.child.once("spawn", resolve);
      this.child.once("error", reject);
    });
    // Without a listener a later error (a failed kill, say) would be thrown.
    this.child.on("error", () => {});
    this.spawned.catch(() => {});
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  get exit(): ProcessExit | undefined {
    return this.#exit;
  }

  /**
   * Ends the program and its descendants within a second: ends its standard input, then SIGTERM, then SIGKILL (MCP
   * 2025-11-25, "Shutdown" of stdio). Safe to call again.
   */
  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  /** Kills the program's group at once, for the moment when this process itself ends. */
  killNow(): void {
    if (this.pid !== undefined) {
      signalGroup(this.pid, "SIGKILL");
    }
  }

  async #end(): Promise<void> {
    const pid = this.pid;
    if (pid === undefined) {
      return;
    }
    // Looked up while the parents still live: an orphan's parent is process 1.
    const family = process.platform === "win32" ? [] : descendants(await readProcessTable(), pid);
    this.child.stdin?.end();
    await this.#exitWithin(grace.afterStdinEnd);
    if (process.platform === "win32") {
      await killWindowsTree(pid);
    } else {
      await this.#signalAndWait(pid, family);
    }
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
  }

  async #signalAndWait(pid: number, family: readonly ProcessEntry[]): Promise<void> {
    signalGroup(pid, "SIGTERM");
    await this.#exitWithin(grace.afterTerm);
    // Later children are in the group; those of before that left it are in `family`.
    signalGroup(pid, "SIGKILL");
    await killEntries(family.filter((entry) => entry.pid !== pid));
    await this.#exitWithin(grace.afterKill);
  }

  async #exitWithin(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([this.exited, timeout]);
    clearTimeout(timer);
  }
}

/**
 * Kills those of the processes that still run as the same process, each with its group, and waits a moment until they
 * are gone.
 */
export async function killEntries(entries: readonly ProcessEntry[]): Promise<void> {
  let left = await stillRunning(entries);
  for (const { pid } of left) {
    if (process.platform === "win32") {
      await killWindowsTree(pid);
    } else {
      signalGroup(pid, "SIGKILL");
      signalProcess(pid, "SIGKILL");
    }
  }
  const deadline = Date.now() + grace.afterKill;
  while (left.length > 0 && Date.now() < deadline) {
    await delay(10);
    left = await stillRunning(left);
  }
}

async function stillRunning(entries: readonly ProcessEntry[]): Promise<readonly ProcessEntry[]> {
  if (entries.length === 0) {
    return [];
  }
  const table = await readProcessTable();
  return entries.filter(({ pid, startedAt }) =>
    table.some((running) => running.pid === pid && running.startedAt === startedAt),
  );
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  // Negative: the whole group, which may outlive its leader.
  signalProcess(process.platform === "win32" ? pid : -pid, signal);
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}

function killWindowsTree(pid: number): Promise<void> {
  return new Promise((resolve) => {
    execFile("taskkill", ["/pid", String(pid), "/T", "/F"], { windowsHide: true }, () => resolve());
  });
}
