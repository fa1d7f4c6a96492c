import type { ErrorChunk, ToolMode } from "../../shared/chunk.ts";
import type { Localizable } from "../../shared/localizable.ts";

/** The small tasks that a model is given. */
export type ProbeId = "one_call" | "no_call" | "several_calls" | "nested_json" | "line_breaks";

export interface CheckProgress {
  /** A text format's id, or `stream`, `native`, `guided_json`, `vision`. */
  step: string;
  /** Requests that were made or are not needed, and all. */
  done: number;
  of: number;
}

/** `unknown`: nothing was seen that tells. */
export type Finding = "yes" | "no" | "unknown";

/** What a model made of one small task. */
export interface ProbeResult {
  probe: ProbeId;
  passed: boolean;
  /** What is wrong; absent when it passed. */
  why?: Localizable;
  /** The calls that were made, as JSON, or the first words of the reply. */
  saw: string;
}

/** How well a way of calling tools works. */
export interface WayResult {
  mode: ToolMode;
  /** The text format, in text mode. */
  textFormat?: string;
  passed: number;
  /** Probes that were made; fewer than all when the first ones failed. */
  of: number;
  probes: ProbeResult[];
  /** The server or the client cannot do this at all, and why. */
  refused?: Localizable;
}

/** What the check concluded; what it does not know is absent. */
export interface CheckVerdict {
  toolMode?: ToolMode;
  /** The text format that worked best. */
  textFormat?: string;
  guided?: boolean;
  vision?: boolean;
}

export interface ModelCheckReport {
  provider: string;
  model: string;
  streams: Finding;
  usage: Finding;
  vision: Finding;
  /** Several calls in one reply, in the way that the verdict names. */
  severalCalls: Finding;
  ways: WayResult[];
  verdict: CheckVerdict;
  requests: number;
  /** Tokens, as the server reported them, else estimated from characters. */
  tokens: number;
  /** Why the check ended before its end. */
  ended?: "stopped" | "budget" | "error";
  problem?: ErrorChunk;
}
