/** Where the browser comes back to after a sign-in. */
export interface Redirect {
  /** The redirect address that the authorization server is told. */
  readonly url: string;
  /** Resolves with the parameters of the answer that carries this `state`; rejects when the signal aborts. */
  answer(state: string, signal: AbortSignal): Promise<URLSearchParams>;
  close(): Promise<void>;
}

/** Opens a place for the browser to come back to. `port` is the registered one, where that matters. */
export type OpenRedirect = (port: number | undefined) => Promise<Redirect>;
