import { createInterface } from "node:readline";

/** All of stdin as text. */
export async function readInput(): Promise<string> {
  const pieces: string[] = [];
  process.stdin.setEncoding("utf8");
  for await (const piece of process.stdin) {
    pieces.push(String(piece));
  }
  return pieces.join("");
}

/** The lines of stdin as they come, until it ends or the signal aborts; blank ones are left out. */
export async function* readLines(signal: AbortSignal): AsyncIterable<string> {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY, signal })) {
    if (line.trim() !== "") {
      yield line;
    }
  }
}
