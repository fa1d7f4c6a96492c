import { ClientFailure } from "./mcp-client.ts";

/** The engines' own timeouts are not used (setTimeout's longest, in ms): the caller has deadlines. */
export const never = 2 ** 31 - 1;

/**
 * Runs a request with a signal of its own: the engines listen to one for ever, and would cancel a request that ended long
 * ago when a longer-lived signal is aborted. Rejects with `ClientFailure`.
 */
export async function withOwnSignal<T>(
  signal: AbortSignal,
  work: (options: { signal: AbortSignal; timeout: number }) => Promise<T>,
  asFailure: (error: unknown) => ClientFailure,
): Promise<T> {
  const own = new AbortController();
  const abort = () => own.abort(signal.reason);
  try {
    signal.throwIfAborted();
    signal.addEventListener("abort", abort, { once: true });
    return await work({ signal: own.signal, timeout: never });
  } catch (error) {
    throw signal.aborted ? new ClientFailure("aborted", "The request was cancelled.") : asFailure(error);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
