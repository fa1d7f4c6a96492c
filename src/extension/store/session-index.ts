import { open, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { isJsonObject } from "../../shared/json.ts";
import type { SessionSummary } from "../ports/session-store.ts";
import { digestLines, emptyDigest, type SessionDigest } from "./session-digest.ts";

export const sessionSuffix = ".jsonl";

/** Raised when a digest holds something else than before, so that older ones are thrown away. */
const cacheVersion = 1;
const cacheName = "index.json";

/** Files that are looked at side by side: enough to hide the latency of a disk, few enough for any limit of open files. */
const parallel = 16;

interface Entry {
  /** Bytes and time of the file as it was when it was read. */
  size: number;
  modifiedAt: number;
  /** Bytes that were folded into the digest: up to the end of the last whole line. */
  consumed: number;
  digest: SessionDigest;
}

/**
 * The list of the sessions in a folder, made from the files alone. Files only grow, so of a changed one just the new
 * lines are read, and an unchanged one costs a `stat`. `index.json` saves reading everything again after a restart;
 * it may be deleted, be out of date or come from another window at any time.
 */
export class SessionIndex {
  readonly #folder: string;
  #entries: Map<string, Entry> | undefined;
  /** The look that has begun last, and the one that begins when it is over. */
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<SessionSummary[]> | undefined;
  #changedSinceSave = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * All sessions, the one that changed last first. Calls share a look at the folder, but never one that has begun
   * before: it may have missed what changed since.
   */
  list(): Promise<SessionSummary[]> {
    if (this.#next === undefined) {
      this.#next = this.#running.then(() => {
        this.#next = undefined;
        return this.#list();
      });
      this.#running = this.#next.catch(() => undefined);
    }
    return this.#next;
  }

  /** Remembers the list for the next start. Failing to is no loss. */
  async save(): Promise<void> {
    if (!this.#changedSinceSave || this.#entries === undefined) {
      return;
    }
    const file = path.join(this.#folder, cacheName);
    // Another window may save at the same time: whoever is last wins, and nobody reads half a file.
    const draft = `${file}.${process.pid}.tmp`;
    try {
      await writeFile(draft, JSON.stringify({ version: cacheVersion, entries: [...this.#entries] }));
      await rename(draft, file);
      this.#changedSinceSave = false;
    } catch {
      // The next start reads the files instead.
    }
  }

  async #list(): Promise<SessionSummary[]> {
    const known = this.#entries ?? (await this.#readCache());
    const names = await readdir(this.#folder).catch(() => []);
    const waiting = names.filter((name) => name.endsWith(sessionSuffix));
    const entries = new Map<string, Entry>();
    const work = async () => {
      for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
        const entry = await this.#look(name, known.get(name)).catch(() => undefined);
        if (entry !== undefined) {
          entries.set(name, entry);
        }
      }
    };
    await Promise.all(Array.from({ length: parallel }, work));
    this.#changedSinceSave ||=
      entries.size !== known.size || [...entries].some(([name, entry]) => known.get(name) !== entry);
    this.#entries = entries;
    return [...entries]
      .map(([name, { digest }]) => summarize(name.slice(0, -sessionSuffix.length), digest))
      .sort((a, b) => b.updatedAt - a.updatedAt);
  }

  async #look(name: string, known: Entry | undefined): Promise<Entry> {
    const file = path.join(this.#folder, name);
    const { size, mtimeMs: modifiedAt } = await stat(file);
    if (known?.size === size && known.modifiedAt === modifiedAt) {
      return known;
    }
    const from = known !== undefined && size > known.size ? known : { consumed: 0, digest: emptyDigest };
    const added = await readFrom(file, from.consumed, size);
    // A line that is still being written is read when it is whole.
    const end = added.lastIndexOf("\n") + 1;
    const lines = added.subarray(0, end).toString("utf8").split("\n");
    return { size, modifiedAt, consumed: from.consumed + end, digest: digestLines(from.digest, lines) };
  }

  async #readCache(): Promise<Map<string, Entry>> {
    try {
      const cache: unknown = JSON.parse(await readFile(path.join(this.#folder, cacheName), "utf8"));
      if (isJsonObject(cache) && cache.version === cacheVersion && Array.isArray(cache.entries)) {
        const entries: unknown[] = cache.entries;
        return new Map(entries.filter(isCachedEntry));
      }
    } catch {
      // There is none yet, or it is damaged: the files are read.
    }
    return new Map();
  }
}

function summarize(sessionId: string, digest: SessionDigest): SessionSummary {
  const { title, createdAt, updatedAt, preview } = digest;
  return { sessionId, title, createdAt, updatedAt, preview };
}

async function readFrom(file: string, start: number, end: number): Promise<Buffer> {
  const handle = await open(file, "r");
  try {
    const buffer = Buffer.alloc(end - start);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function isCachedEntry(value: unknown): value is [string, Entry] {
  if (!Array.isArray(value) || typeof value[0] !== "string" || !isJsonObject(value[1])) {
    return false;
  }
  const { size, modifiedAt, consumed, digest } = value[1];
  return (
    [size, modifiedAt, consumed].every((number) => typeof number === "number") &&
    isJsonObject(digest) &&
    [digest.title, digest.preview].every((text) => typeof text === "string") &&
    [digest.createdAt, digest.updatedAt].every((time) => typeof time === "number")
  );
}
