import { createHash, randomBytes } from "node:crypto";
import { readlinkSync } from "node:fs";
import { mkdir, readdir, stat, unlink, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import type { Clock } from "../ports/clock.ts";

/** ms between two signs of life of a claim. */
const beatGap = 2_000;
/** ms between two looks that count. */
const lookGap = 900;
/** So many looks in a row without a sign of life: the process id belongs to something else now. */
const patience = 30;

const suffix = ".claim";
const claimName = /^([A-Za-z0-9_-]+)\.([0-9a-f]{8})-(\d+)-[0-9a-f]{16}\.claim$/;

export interface SessionClaimsOptions {
  /** The folder of the sessions. */
  folder: string;
  clock: Clock;
  /** Where process ids mean the same; that of this process. */
  host?: string;
}

/**
 * Who may write to which session. A claim is an empty file beside the session that names the process and is unique:
 * `SESSION.HOST-PID-TOKEN.claim`. Whoever wants one first makes the file and then looks for others, so of two at the same
 * time none or one wins, and what a dead process left can be removed without ever hitting a live claim.
 *
 * Its owner is gone when its process is, which a crash cannot hide. When the process id is used again, or is one of
 * another computer that shares the folder, the signs of life count: looks are counted, not seconds, because a
 * computer that slept has silenced everybody alike.
 */
export class SessionClaims {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #host: string;
  readonly #own = new Map<string, string>();
  /** Names of claims of which it is not known yet whether they stand. */
  readonly #making = new Set<string>();
  /** What only claims have that were made here: those are never somebody else's, however long removing one takes. */
  readonly #mark: string;
  /** The last sign of life of other claims, and how many looks ago it was. */
  readonly #beats = new Map<string, { at: number; lookedAt: number; looks: number }>();
  readonly #closed = new AbortController();
  #beating = false;

  constructor({ folder, clock, host = thisHost() }: SessionClaimsOptions) {
    this.#folder = folder;
    this.#clock = clock;
    this.#host = host;
    this.#mark = `.${host}-${process.pid}-${randomBytes(4).toString("hex")}`;
  }

  holds(sessionId: string): boolean {
    return this.#own.has(sessionId);
  }

  /**
   * Makes a claim, or makes sure that the one that is there still counts. False while another one stands. Rejects when
   * no file can be made.
   */
  async claim(sessionId: string): Promise<boolean> {
    if (await this.#renew(sessionId)) {
      return true;
    }
    if (await this.isTaken(sessionId)) {
      return false;
    }
    const name = `${sessionId}${this.#mark}${randomBytes(4).toString("hex")}${suffix}`;
    await mkdir(this.#folder, { recursive: true });
    let won = false;
    this.#making.add(name);
    try {
      await writeFile(this.#pathOf(name), "", { flag: "wx" });
      won = !(await this.isTaken(sessionId));
    } finally {
      this.#making.delete(name);
      if (won) {
        this.#own.set(sessionId, name);
      } else {
        await this.#remove(name);
      }
    }
    this.#beat();
    return won;
  }

  async release(sessionId: string): Promise<void> {
    const name = this.#own.get(sessionId);
    if (name !== undefined) {
      this.#own.delete(sessionId);
      await this.#remove(name);
    }
  }

  /**
   * Whether somebody else who is alive has a claim. Claims of the dead are removed. Rejects when the folder is there but
   * cannot be read: then nobody knows.
   */
  async isTaken(sessionId: string): Promise<boolean> {
    const others = (await this.#others()).filter((name) => claimName.exec(name)?.[1] === sessionId);
    const alive = await Promise.all(others.map((name) => this.#isAlive(name)));
    return alive.includes(true);
  }

  /** Removes the claims of processes that are gone. */
  async sweep(): Promise<void> {
    const others = await this.#others().catch(() => []);
    await Promise.all(others.map((name) => this.#isAlive(name)));
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await Promise.all([...this.#own.keys()].map((sessionId) => this.release(sessionId)));
  }

  /** Claims that were not made here. One of ours that could not be removed when it was released is removed. */
  async #others(): Promise<string[]> {
    const names = (await readdir(this.#folder).catch(emptyWhenAbsent)).filter((name) => claimName.test(name));
    const kept = new Set([...this.#own.values(), ...this.#making]);
    const ours = names.filter((name) => name.includes(this.#mark));
    await Promise.all(ours.filter((name) => !kept.has(name)).map((name) => this.#remove(name)));
    const others = new Set(names.filter((name) => !name.includes(this.#mark)));
    for (const name of this.#beats.keys()) {
      if (!others.has(name)) {
        this.#beats.delete(name);
      }
    }
    return [...others];
  }

  /** What cannot be removed now is at a later look, or by others once this process has ended. */
  async #remove(name: string): Promise<void> {
    await unlink(this.#pathOf(name)).catch(() => {});
  }

  /** A sign of life. False when there is no claim, or no more: somebody took this process for dead. */
  async #renew(sessionId: string): Promise<boolean> {
    const name = this.#own.get(sessionId);
    if (name === undefined) {
      return false;
    }
    try {
      const now = new Date();
      await utimes(this.#pathOf(name), now, now);
      return true;
    } catch (error) {
      if (!isAbsent(error)) {
        return true; // it is there, whatever keeps us from touching it
      }
      if (this.#own.get(sessionId) === name) {
        this.#own.delete(sessionId);
      }
      return false;
    }
  }

  #beat(): void {
    if (this.#beating) {
      return;
    }
    this.#beating = true;
    const beat = async () => {
      try {
        while (this.#own.size > 0) {
          await this.#clock.sleep(beatGap, this.#closed.signal);
          await Promise.all([...this.#own.keys()].map((sessionId) => this.#renew(sessionId)));
        }
      } catch {
        // The window closes.
      } finally {
        this.#beating = false;
      }
    };
    void beat();
  }

  async #isAlive(name: string): Promise<boolean> {
    const [, , host, pid] = claimName.exec(name) ?? [];
    const mayLive = host !== this.#host || isRunning(Number(pid));
    if (mayLive && (await this.#hasBeaten(name))) {
      return true;
    }
    this.#beats.delete(name);
    await this.#remove(name);
    return false;
  }

  async #hasBeaten(name: string): Promise<boolean> {
    const seen = await stat(this.#pathOf(name)).catch(() => undefined);
    if (seen === undefined) {
      return false;
    }
    const now = this.#clock.now();
    const last = this.#beats.get(name);
    if (last === undefined || last.at !== seen.mtimeMs) {
      this.#beats.set(name, { at: seen.mtimeMs, lookedAt: now, looks: 0 });
      return true;
    }
    if (now - last.lookedAt >= lookGap) {
      this.#beats.set(name, { at: last.at, lookedAt: now, looks: last.looks + 1 });
    }
    return last.looks < patience;
  }

  #pathOf(name: string): string {
    return path.join(this.#folder, name);
  }
}

function emptyWhenAbsent(error: unknown): string[] {
  if (isAbsent(error)) {
    return [];
  }
  throw error;
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Names this computer and, in containers, the part of it whose process ids we see. */
function thisHost(): string {
  let pids = "";
  try {
    pids = readlinkSync("/proc/self/ns/pid");
  } catch {
    // Only Linux divides process ids.
  }
  return createHash("sha256").update(`${hostname()} ${pids}`).digest("hex").slice(0, 8);
}
