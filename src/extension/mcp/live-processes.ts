import type { PidFile } from "./pid-file.ts";

/** A running server process as far as its end is concerned. */
export interface LiveProcess {
  readonly pid: number | undefined;
  killNow(): void;
}

/**
 * The server processes that run now: written to the pid file, and killed when this process ends without having had the
 * time to stop them properly.
 */
export class LiveProcesses {
  readonly #pidFile: PidFile | undefined;
  readonly #live = new Set<LiveProcess>();
  readonly #killAll = () => {
    for (const process of this.#live) {
      process.killNow();
    }
  };

  constructor(pidFile: PidFile | undefined) {
    this.#pidFile = pidFile;
    process.once("exit", this.#killAll);
  }

  started(live: LiveProcess): void {
    this.#live.add(live);
    if (live.pid !== undefined) {
      void this.#pidFile?.add(live.pid);
    }
  }

  async ended(live: LiveProcess): Promise<void> {
    this.#live.delete(live);
    if (live.pid !== undefined) {
      await this.#pidFile?.remove(live.pid);
    }
  }

  dispose(): void {
    process.removeListener("exit", this.#killAll);
  }
}
