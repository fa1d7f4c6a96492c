import { readdir, stat, unlink } from "node:fs/promises";
import path from "node:path";
import type { Localizable } from "../../shared/localizable.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { SessionEvent } from "../../shared/session-event.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { FollowedSession, SessionStore, SessionSummary } from "../ports/session-store.ts";
import { SessionClaims } from "./session-claims.ts";
import { SessionFile } from "./session-file.ts";
import { SessionIndex, sessionSuffix } from "./session-index.ts";
import { describeWriteProblem, SessionTakenError } from "./write-problem.ts";

/** ms from an append to its write; with the write itself it stays under the 250 ms that the port promises. */
const writeDelay = 200;
/** ms from a failed write to the next try, when nothing else writes before. */
const retryDelay = 5_000;
/** ms for which a deleted session can be taken back. */
export const undoTime = 10_000;
/** ms by which a timer may be early, measured with the clock of the file system. */
const timerSlack = 100;

const trashSuffix = ".trash";

export interface SessionFilesOptions {
  /** The folder of the files; it is made when the first session is written. */
  folder: string;
  clock: Clock;
  log: Log;
  /** Called once when writing starts to fail, and again only after it has worked in between. */
  onError(problem: Localizable): void;
}

/**
 * Sessions as append-only files of one event a line, `SESSION_ID.jsonl` in one folder that several windows may share.
 * Nothing is ever written to a file without its claim; where none was made, one is made for the write alone.
 */
export class SessionFiles implements SessionStore {
  readonly #options: SessionFilesOptions;
  readonly #index: SessionIndex;
  readonly #claims: SessionClaims;
  /** Claims that stay until they are released. */
  readonly #kept = new Set<string>();
  readonly #files = new Map<string, SessionFile>();
  readonly #closed = new AbortController();
  /** Claims, releases and writes come one after the other: none is released under a write. */
  #steps: Promise<unknown> = Promise.resolve();
  #writeIsDue = false;
  #failing = false;

  constructor(options: SessionFilesOptions) {
    this.#options = options;
    this.#index = new SessionIndex(options.folder);
    this.#claims = new SessionClaims(options);
  }

  async list(): Promise<SessionSummary[]> {
    await this.#writeAll({ sync: false });
    return this.#index.list();
  }

  /** Rejects when the file is there but cannot be read. */
  async load(sessionId: string): Promise<SessionEvent[]> {
    return isSessionId(sessionId) ? (await this.#read(sessionId)).events : [];
  }

  async follow(sessionId: string): Promise<FollowedSession> {
    await this.#writeAll({ sync: false }); // what waits here would be read as news once it is written
    const { events, tail } = await this.#read(sessionId);
    return { events, news: () => tail.news(), skip: () => tail.skip() };
  }

  /** True too where no claim can be made because the folder cannot be written to: then nobody writes. */
  claim(sessionId: string): Promise<boolean> {
    checkSessionId(sessionId);
    return this.#inTurn(async () => {
      try {
        if (!(await this.#claims.claim(sessionId))) {
          return false;
        }
      } catch (error) {
        this.#options.log.warn(`No claim to the chat ${sessionId} could be made: ${messageOf(error)}`);
      }
      this.#kept.add(sessionId);
      return true;
    });
  }

  release(sessionId: string): Promise<void> {
    this.#kept.delete(sessionId);
    return this.#inTurn(() => this.#releaseUnused(sessionId));
  }

  async isClaimedElsewhere(sessionId: string): Promise<boolean> {
    return this.#claims.isTaken(sessionId);
  }

  append(sessionId: string, events: readonly SessionEvent[]): void {
    this.#file(sessionId).append(events);
    this.#writeIn(writeDelay);
  }

  async flush(sessionId?: string): Promise<boolean> {
    await this.#writeAll({ sync: true });
    return sessionId === undefined
      ? ![...this.#files.values()].some(({ dirty }) => dirty)
      : !this.#files.get(sessionId)?.dirty;
  }

  /**
   * Moves the session into the trash, from where `restore` brings it back for 10 s. Rejects with a
   * `SessionTakenError` when another window writes to it.
   */
  async delete(sessionId: string): Promise<void> {
    const file = this.#file(sessionId);
    await this.#underClaim(sessionId, async () => {
      await file.write({ sync: false });
      if (await file.trash()) {
        void this.#removeLater(file.trashPath);
      }
    });
    this.#files.delete(sessionId);
    await this.release(sessionId);
  }

  /** Takes a deleted session back; false when it is gone for good. */
  async restore(sessionId: string): Promise<boolean> {
    return isSessionId(sessionId) && (await this.#file(sessionId).restore());
  }

  /** Removes what was deleted before and could not be removed then, because the window was closed, and dead claims. */
  async sweep(): Promise<void> {
    await this.#claims.sweep();
    const names = await readdir(this.#options.folder).catch(() => []);
    await Promise.all(
      names
        .filter((name) => name.endsWith(trashSuffix))
        .map((name) => this.#removeWhenOld(path.join(this.#options.folder, name))),
    );
  }

  /** Writes everything and stops all timers. */
  async close(): Promise<void> {
    await this.flush();
    this.#closed.abort();
    await this.#claims.close();
    await this.#index.save();
  }

  async #read(sessionId: string): Promise<Awaited<ReturnType<SessionFile["read"]>>> {
    const read = await this.#file(sessionId).read();
    if (read.damagedLines > 0) {
      this.#options.log.warn(`Left out ${read.damagedLines} damaged lines of the chat ${sessionId}.`);
    }
    return read;
  }

  #underClaim(sessionId: string, step: () => Promise<void>): Promise<void> {
    return this.#inTurn(async () => {
      if (!(await this.#claims.claim(sessionId))) {
        throw new SessionTakenError();
      }
      try {
        await step();
      } finally {
        await this.#releaseUnused(sessionId);
      }
    });
  }

  async #releaseUnused(sessionId: string): Promise<void> {
    if (!this.#kept.has(sessionId) && !this.#files.get(sessionId)?.dirty) {
      await this.#claims.release(sessionId);
    }
  }

  #inTurn<T>(step: () => Promise<T>): Promise<T> {
    const result = this.#steps.then(step);
    this.#steps = result.catch(() => undefined);
    return result;
  }

  #file(sessionId: string): SessionFile {
    checkSessionId(sessionId);
    const place = path.join(this.#options.folder, sessionId);
    const file = this.#files.get(sessionId) ?? new SessionFile(`${place}${sessionSuffix}`, `${place}${trashSuffix}`);
    this.#files.set(sessionId, file);
    return file;
  }

  #writeIn(ms: number): void {
    if (this.#writeIsDue || this.#closed.signal.aborted) {
      return;
    }
    this.#writeIsDue = true;
    this.#options.clock.sleep(ms, this.#closed.signal).then(
      () => {
        this.#writeIsDue = false;
        return this.#writeAll({ sync: false });
      },
      () => {
        this.#writeIsDue = false;
      },
    );
  }

  async #writeAll(options: { sync: boolean }): Promise<void> {
    let problem: unknown;
    for (const [sessionId, file] of this.#files) {
      try {
        if (file.dirty) {
          await this.#underClaim(sessionId, () => file.write(options));
        } else {
          await file.write(options);
        }
        if (options.sync && !file.dirty) {
          this.#files.delete(sessionId);
        }
      } catch (error) {
        problem = error;
      }
    }
    if (problem === undefined) {
      this.#failing = false;
      return;
    }
    if (!this.#failing) {
      this.#failing = true;
      this.#options.log.error("A chat could not be written.", problem);
      this.#options.onError(describeWriteProblem(problem, this.#options.folder));
    }
    this.#writeIn(retryDelay);
  }

  async #removeLater(trashPath: string): Promise<void> {
    try {
      await this.#options.clock.sleep(undoTime, this.#closed.signal);
      await this.#removeWhenOld(trashPath);
    } catch {
      // The window is closing: the next start sweeps.
    }
  }

  async #removeWhenOld(trashPath: string): Promise<void> {
    try {
      // The change time is that of the renaming: another window may have deleted the session just now.
      const { ctimeMs } = await stat(trashPath);
      if (this.#options.clock.now() - ctimeMs >= undoTime - timerSlack) {
        await unlink(trashPath);
      }
    } catch {
      // It was taken back, or another window has removed it.
    }
  }
}

function checkSessionId(sessionId: string): void {
  if (!isSessionId(sessionId)) {
    throw new RangeError(`Not a session id: ${JSON.stringify(sessionId)}`);
  }
}

/** Ids become file names, and the webview may name any: nothing but letters, digits, `-` and `_` is one. */
function isSessionId(sessionId: string): boolean {
  return /^[A-Za-z0-9_-]{1,80}$/.test(sessionId);
}
