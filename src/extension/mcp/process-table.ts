import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** A running process. `pid` and `startedAt` together name it for good: a process id alone is used again. */
export interface ProcessEntry {
  pid: number;
  parentPid: number;
  /** When it started, in the form of the platform: equal for the same process, of no other use. */
  startedAt: string;
}

const run = promisify(execFile);

/** All running processes; empty when the system does not tell. */
export async function readProcessTable(): Promise<ProcessEntry[]> {
  try {
    switch (process.platform) {
      case "linux":
        return await readProc();
      case "win32":
        return await readWithPowerShell();
      default:
        return await readWithPs();
    }
  } catch {
    return [];
  }
}

/** The process and everything that descends from it, the process first. */
export function descendants(table: readonly ProcessEntry[], pid: number): ProcessEntry[] {
  const byParent = new Map<number, ProcessEntry[]>();
  for (const entry of table) {
    byParent.set(entry.parentPid, [...(byParent.get(entry.parentPid) ?? []), entry]);
  }
  const found = table.filter((entry) => entry.pid === pid);
  for (const entry of found) {
    found.push(...(byParent.get(entry.pid) ?? []).filter((child) => !found.includes(child)));
  }
  return found;
}

async function readProc(): Promise<ProcessEntry[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const entries = await Promise.all(pids.map(readStat));
  return entries.filter((entry) => entry !== undefined);
}

async function readStat(pid: string): Promise<ProcessEntry | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The second field is the program's name in parentheses and may hold anything, `)` and spaces too (man 5 proc).
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, parentPid] = fields;
  const startedAt = fields[19];
  if (state === undefined || state === "Z" || parentPid === undefined || startedAt === undefined) {
    return undefined;
  }
  return { pid: Number(pid), parentPid: Number(parentPid), startedAt };
}

async function readWithPs(): Promise<ProcessEntry[]> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid=,lstart="], { env: { ...process.env, LC_ALL: "C" } });
  return readLines(stdout);
}

async function readWithPowerShell(): Promise<ProcessEntry[]> {
  const query =
    'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId) $($_.CreationDate.Ticks)" }';
  const { stdout } = await run("powershell.exe", ["-NoProfile", "-NonInteractive", "-Command", query], {
    windowsHide: true,
    maxBuffer: 16 * 1024 * 1024,
  });
  return readLines(stdout);
}

function readLines(text: string): ProcessEntry[] {
  return text.split("\n").flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(.+?)\s*$/.exec(line);
    return match === null ? [] : [{ pid: Number(match[1]), parentPid: Number(match[2]), startedAt: match[3] ?? "" }];
  });
}
