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
}
