import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface, type Interface } from "node:readline";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("writing-window.ts", import.meta.url));

/** A store in another process, as another window has it. */
export class OtherWindow {
  readonly #process: ChildProcess;
  readonly #answers: Interface;

  constructor(folder: string, sessionId: string) {
    this.#process = spawn(process.execPath, ["--import", "tsx", script, folder, sessionId], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const { stdout } = this.#process;
    if (stdout === null) {
      throw new Error("The other window cannot be heard.");
    }
    this.#answers = createInterface({ input: stdout });
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  async ask(line: string): Promise<string> {
    const answer = once(this.#answers, "line");
    this.#process.stdin?.write(`${line}\n`);
    return String((await answer)[0]);
  }

  /** As a crash ends it: nothing is cleaned up. */
  async kill(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const ended = once(this.#process, "exit");
      this.#process.kill("SIGKILL");
      await ended;
    }
  }
}
