import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { FetchLike } from "./http-fetch.ts";
import type { ProviderConfig } from "./provider-config.ts";

/** What an adapter needs from outside. */
export interface AdapterOptions {
  provider: ProviderConfig;
  /** The key at the time of the request: it may have been changed since the last one. */
  key(): Promise<string | undefined>;
  clock: Clock;
  log: Log;
  /** Unique ids for calls that come without one. */
  newId(): string;
  /** What sends requests; by default VS Code's `fetch`, or `node:http` for the own network. */
  send?: FetchLike;
  /** What counts in place of the host's own limits. */
  limits?: RequestLimits;
}

/** How long to wait for a server, and how often to ask again. */
export interface RequestLimits {
  /** ms until the first byte of a reply. */
  firstByteMs?: number;
  /** ms between two bytes. */
  idleMs?: number;
  retries?: number;
}
