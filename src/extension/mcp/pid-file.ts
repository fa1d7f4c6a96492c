import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject } from "../../shared/json.ts";
import { type ProcessEntry, readProcessTable } from "./process-table.ts";
import { killEntries } from "./process-tree.ts";

/** One process as it is written down; `parentPid` is of no use later. */
type Recorded = Pick<ProcessEntry, "pid" | "startedAt">;

/**
 * Writes down which server processes this host has started, so that the next one can end what a crash left. Every host
 * has its own file, for several windows run at once; a file counts as left over when its host no longer runs.
 */
export class PidFile {
  readonly #directory: string;
  readonly #path: string;
  readonly #servers = new Map<number, Recorded>();
  #host: Recorded | undefined;
  #changes: Promise<void> = Promise.resolve();

  /** @param directory of this extension's own; created when it is missing */
  constructor(directory: string) {
    this.#directory = directory;
    this.#path = join(directory, `servers-${process.pid}.json`);
  }

  /** Ends the processes that hosts left behind that no longer run. Returns how many files were swept. */
  async sweep(): Promise<number> {
    const names = (await readdir(this.#directory).catch(() => [])).filter((name) => /^servers-\d+\.json$/.test(name));
    if (names.length === 0) {
      return 0;
    }
    const table = await readProcessTable();
    let swept = 0;
    for (const name of names) {
      const path = join(this.#directory, name);
      const record = readRecord(await readFile(path, "utf8").catch(() => ""));
      if (record !== undefined && isRunning(table, record.host)) {
        continue;
      }
      await killEntries((record?.servers ?? []).map((server) => ({ ...server, parentPid: 0 })));
      await rm(path, { force: true });
      swept++;
    }
    return swept;
  }

  add(pid: number): Promise<void> {
    return this.#change(async () => {
      const table = await readProcessTable();
      this.#host ??= table.find((entry) => entry.pid === process.pid);
      const server = table.find((entry) => entry.pid === pid);
      if (server !== undefined) {
        this.#servers.set(pid, { pid, startedAt: server.startedAt });
        await this.#write();
      }
    });
  }

  remove(pid: number): Promise<void> {
    return this.#change(async () => {
      if (this.#servers.delete(pid)) {
        await this.#write();
      }
    });
  }

  /** One after the other. A full or read-only disk costs the sweep after a crash, nothing else. */
  #change(change: () => Promise<void>): Promise<void> {
    this.#changes = this.#changes.then(change).catch(() => {});
    return this.#changes;
  }

  async #write(): Promise<void> {
    if (this.#servers.size === 0) {
      await rm(this.#path, { force: true });
      return;
    }
    await mkdir(this.#directory, { recursive: true });
    await writeFile(this.#path, JSON.stringify({ host: this.#host, servers: [...this.#servers.values()] }));
  }
}

function isRunning(table: readonly ProcessEntry[], { pid, startedAt }: Recorded): boolean {
  return table.some((entry) => entry.pid === pid && entry.startedAt === startedAt);
}

function readRecord(text: string): { host: Recorded; servers: Recorded[] } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value) && isRecorded(value.host) && Array.isArray(value.servers)) {
      return { host: value.host, servers: value.servers.filter(isRecorded) };
    }
  } catch {
    // A file that was cut while it was written says nothing that could be trusted.
  }
  return undefined;
}

function isRecorded(value: unknown): value is Recorded & Record<string, never> {
  return isJsonObject(value) && typeof value.pid === "number" && value.pid > 1 && typeof value.startedAt === "string";
}
