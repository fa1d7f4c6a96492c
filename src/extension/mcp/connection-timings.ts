import { defaultPace, type RefreshPace } from "./list-refresh.ts";

/** All waiting times of a connection, in ms. */
export interface ConnectionTimings {
  /** From the start to the list of tools. */
  connectMs: number;
  /** For programs that install themselves first: without output, and in all. */
  installIdleMs: number;
  installMs: number;
  /** A call without progress, and in all. A server's own `timeout` replaces the first. */
  callIdleMs: number;
  callHardMs: number;
  /** A program that ended is started again so often within that time. */
  restarts: number;
  restartWindowMs: number;
  /** Doubled at every attempt. */
  restartDelayMs: number;
  /** Attempts to reach a server behind a URL again; the first follows at once, then the delay doubles up to the longest. */
  reconnects: number;
  reconnectDelayMs: number;
  longestReconnectDelayMs: number;
  /** A link that lasted so long makes the attempts count from one again. */
  steadyMs: number;
  refresh: RefreshPace;
}

export const defaultTimings: ConnectionTimings = {
  connectMs: 30_000,
  installIdleMs: 120_000,
  installMs: 600_000,
  callIdleMs: 60_000,
  callHardMs: 600_000,
  restarts: 3,
  restartWindowMs: 300_000,
  restartDelayMs: 500,
  reconnects: 8,
  reconnectDelayMs: 1_000,
  longestReconnectDelayMs: 60_000,
  steadyMs: 60_000,
  refresh: defaultPace,
};
