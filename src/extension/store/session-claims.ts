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
  /** The last sign of life of other claims, and how many looks ago it was. */
  readonly #beats = new Map<string, { at: number; lookedAt: number; looks: number }>();
  readonly #closed = new AbortController();
  #beating = false;

  constructor({ folder, clock, host = thisHost() }: SessionClaimsOptions) {
    this.#folder = folder;
    this.#clock = clock;
    this.#host = host;
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
    const name = `${sessionId}.${this.#host}-${process.pid}-${randomBytes(8).toString("hex")}${suffix}`;
    await mkdir(this.#folder, { recursive: true });
    await writeFile(this.#pathOf(name), "", { flag: "wx" });
    this.#own.set(sessionId, name);
    if (await this.isTaken(sessionId)) {
      await this.release(sessionId);
      return false;
    }
    this.#beat();
    return true;
  }

  async release(sessionId: string): Promise<void> {
    const name = this.#own.get(sessionId);
    if (name !== undefined) {
      this.#own.delete(sessionId);
      await unlink(this.#pathOf(name)).catch(() => {}); // a left-over of a dead process is swept
    }
  }

  /** Whether somebody else who is alive has a claim. Claims of the dead are removed. */
  async isTaken(sessionId: string): Promise<boolean> {
    const names = await readdir(this.#folder).catch(() => []);
    const own = this.#own.get(sessionId);
    const others = names.filter((name) => name !== own && claimName.exec(name)?.[1] === sessionId);
    const alive = await Promise.all(others.map((name) => this.#isAlive(name)));
    return alive.includes(true);
  }

  /** Removes the claims of processes that are gone. */
  async sweep(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    const own = new Set(this.#own.values());
    await Promise.all(
      names.filter((name) => claimName.test(name) && !own.has(name)).map((name) => this.#isAlive(name)),
    );
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await Promise.all([...this.#own.keys()].map((sessionId) => this.release(sessionId)));
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
    } catch {
      this.#own.delete(sessionId);
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
    await unlink(this.#pathOf(name)).catch(() => {}); // another window was faster
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
