import type { Deadline } from "./deadline.ts";

/** The tool calls that one server works on now. What it asks in the meantime belongs to them. */
export class OpenCalls {
  readonly #deadlines = new Set<Deadline>();

  /** A call begins; the result says that it is over. */
  enter(deadline: Deadline): () => void {
    this.#deadlines.add(deadline);
    return () => this.#deadlines.delete(deadline);
  }

  /**
   * Runs something for which the server waits. The calls that are open now are given no time limit meanwhile. The work's
   * signal aborts with the given one, and when every one of these calls was cancelled.
   */
  async during<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const calls = [...this.#deadlines];
    const resumes = calls.map((call) => call.pause());
    const cancelled = new AbortController();
    const check = (): void => {
      if (calls.every((call) => call.signal.aborted)) {
        cancelled.abort(new Error("The call was cancelled."));
      }
    };
    for (const call of calls) {
      call.signal.addEventListener("abort", check, { once: true });
    }
    try {
      return await work(AbortSignal.any([signal, cancelled.signal]));
    } finally {
      for (const call of calls) {
        call.signal.removeEventListener("abort", check);
      }
      for (const resume of resumes) {
        resume();
      }
    }
  }
}
