import { open } from "node:fs/promises";
import type { SessionNews } from "../ports/session-store.ts";
import { parseSessionLine, parseSessionLines } from "./session-lines.ts";

const newline = "\n".charCodeAt(0);

/** Reads what comes to a session's file after it was read: files only grow, so a place in bytes is enough. */
export class SessionTail {
  readonly #path: string;
  #end: number;

  /** @param end bytes that were read: up to the end of the last whole line */
  constructor(path: string, end: number) {
    this.#path = path;
    this.#end = end;
  }

  /** The whole lines that were added. `gone` when the file is not there, or is not the one that was read. */
  async news(): Promise<SessionNews> {
    const added = await this.#read();
    if (added === "gone") {
      return added;
    }
    const whole = added.subarray(0, wholeLines(added));
    this.#end += whole.length;
    return parseSessionLines(whole.toString("utf8")).events;
  }

  async skip(): Promise<void> {
    const added = await this.#read();
    this.#end += added === "gone" ? 0 : wholeLines(added);
  }

  async #read(): Promise<Buffer | "gone"> {
    const file = await open(this.#path, "r").catch((error: unknown) => {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") {
        return undefined;
      }
      throw error;
    });
    if (file === undefined) {
      return "gone";
    }
    try {
      const { size } = await file.stat();
      if (size < this.#end) {
        return "gone";
      }
      const buffer = Buffer.alloc(size - this.#end);
      const { bytesRead } = await file.read(buffer, 0, buffer.length, this.#end);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }
}

/** Bytes up to the end of the last whole line; a line that lacks nothing but its line break is one. */
export function wholeLines(bytes: Buffer): number {
  const end = bytes.lastIndexOf(newline) + 1;
  const rest = bytes.subarray(end);
  return rest.length > 0 && parseSessionLine(rest.toString("utf8")) !== undefined ? bytes.length : end;
}
