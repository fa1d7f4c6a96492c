import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { pushMerged } from "../../shared/merge-deltas.ts";
import type { SessionEvent } from "../../shared/session-event.ts";
import { formatSessionLines, type ParsedSession, parseSessionLines } from "./session-lines.ts";
import { SessionTail, wholeLines } from "./session-tail.ts";

/** Deltas are joined up to this many characters a line. */
const mergeLimit = 16_384;

const newline = "\n".charCodeAt(0);

/** Every write goes to the end, whoever else writes; reading is for the last byte. Unlike "a+" it creates no file. */
const appendToExisting = constants.O_RDWR | constants.O_APPEND;

/**
 * The file of one session, which only ever grows. Appended events wait in memory until `write` has put them on disk,
 * however often it failed before; bytes that reached the disk are never written twice.
 */
export class SessionFile {
  readonly path: string;
  readonly trashPath: string;
  #events: SessionEvent[] = [];
  /** Lines, or the rest of lines, that the last `write` could not put on disk. */
  #unwritten: Buffer = Buffer.alloc(0);
  /** The bytes on disk end inside a line whose rest is `#unwritten`. */
  #insideLine = false;
  /** Bytes were written that the disk may still lose when the power goes. */
  #unsynced = false;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(filePath: string, trashPath: string) {
    this.path = filePath;
    this.trashPath = trashPath;
  }

  /** Something is not on disk yet. */
  get dirty(): boolean {
    return this.#events.length > 0 || this.#unwritten.length > 0;
  }

  append(events: readonly SessionEvent[]): void {
    for (const event of events) {
      pushMerged(this.#events, event, mergeLimit);
    }
  }

  /** Writes what waits; rejects with the file system's error and keeps what could not be written. */
  write(options: { sync: boolean }): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.dirty && !(options.sync && this.#unsynced)) {
        return;
      }
      this.#takeEvents();
      const file = await this.#open();
      try {
        if (this.#unwritten.length > 0) {
          await this.#endForeignLine(file);
          await this.#writeAll(file);
        }
        if (options.sync) {
          await file.datasync();
          this.#unsynced = false;
        }
      } finally {
        await file.close();
      }
    });
  }

  /**
   * What is on disk, and behind it what is not there yet; `tail` goes on behind what is on disk. An absent file has no
   * events.
   */
  read(): Promise<ParsedSession & { tail: SessionTail }> {
    return this.#inTurn(async () => {
      this.#takeEvents();
      const stored = await readFile(this.path).catch(emptyWhenAbsent);
      const parsed = parseSessionLines(Buffer.concat([stored, this.#unwritten]).toString("utf8"));
      return { ...parsed, tail: new SessionTail(this.path, wholeLines(stored)) };
    });
  }

  /** Renames the file into the trash; false when there is none. */
  trash(): Promise<boolean> {
    return this.#inTurn(() => renameIfPresent(this.path, this.trashPath));
  }

  /** Takes the file out of the trash; false when it is not there. */
  restore(): Promise<boolean> {
    return this.#inTurn(() => renameIfPresent(this.trashPath, this.path));
  }

  /** Runs a step after all earlier ones, so that writes, reads and renames of this file never overlap. */
  #inTurn<T>(step: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(step);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  #takeEvents(): void {
    if (this.#events.length > 0) {
      const lines = Buffer.from(formatSessionLines(this.#events), "utf8");
      this.#unwritten = this.#unwritten.length === 0 ? lines : Buffer.concat([this.#unwritten, lines]);
      this.#events = [];
    }
  }

  async #open(): Promise<FileHandle> {
    await mkdir(path.dirname(this.path), { recursive: true });
    try {
      return await open(this.path, appendToExisting);
    } catch (error) {
      if (!isAbsent(error)) {
        throw error;
      }
    }
    // A chat that goes on in this window was deleted in another one: it comes back whole.
    await renameIfPresent(this.trashPath, this.path);
    return open(this.path, "a+");
  }

  /** A line that a crash cut must not swallow the first line of ours. */
  async #endForeignLine(file: FileHandle): Promise<void> {
    if (this.#insideLine) {
      return;
    }
    const { size } = await file.stat();
    if (size === 0) {
      return;
    }
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
    if (bytesRead === 1 && buffer[0] !== newline) {
      this.#unwritten = Buffer.concat([Buffer.of(newline), this.#unwritten]);
    }
  }

  async #writeAll(file: FileHandle): Promise<void> {
    while (this.#unwritten.length > 0) {
      const { bytesWritten } = await file.write(this.#unwritten);
      this.#unsynced = true;
      const lastByte = this.#unwritten[bytesWritten - 1];
      this.#insideLine = lastByte === undefined ? this.#insideLine : lastByte !== newline;
      this.#unwritten = this.#unwritten.subarray(bytesWritten);
    }
  }
}

async function renameIfPresent(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (isAbsent(error)) {
      return false;
    }
    throw error;
  }
}

function emptyWhenAbsent(error: unknown): Buffer {
  if (isAbsent(error)) {
    return Buffer.alloc(0);
  }
  throw error;
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
