/**
 * Waits for work that may not listen to a signal: rejects with the signal's reason when that aborts first. What the work
 * brings then is nobody's any more.
 */
export function orAborted<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    const end = () => signal.removeEventListener("abort", giveUp);
    if (signal.aborted) {
      giveUp();
    } else {
      signal.addEventListener("abort", giveUp, { once: true });
    }
    work.then(resolve, reject).then(end);
  });
}
