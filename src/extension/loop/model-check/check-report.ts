import type { ErrorChunk, ToolMode } from "../../../shared/chunk.ts";

/** `unknown`: nothing was seen that tells. */
export type Finding = "yes" | "no" | "unknown";

/** What a model made of one small task. */
export interface ProbeResult {
  probe: string;
  passed: boolean;
  /** What is wrong, in English, for the report; absent when it passed. */
  why?: string;
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
  refused?: string;
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

/** A way that fails so much less often than another must be better, not luckier. */
const noise = 1;
/** Probes that a way must pass to be taken for working. */
const leastPassed = 2;

/**
 * Native calls where they work about as well as the best other way; else guided replies, which keep weak models on the
 * task; else the text format that worked best.
 */
export function verdictOf(report: Pick<ModelCheckReport, "ways" | "vision">): CheckVerdict {
  const native = report.ways.find(({ mode }) => mode === "native");
  const guided = report.ways.find(({ mode }) => mode === "guided");
  const text = bestOf(report.ways.filter(({ mode }) => mode === "text"));
  const best = Math.max(0, ...report.ways.map(({ passed }) => passed));
  const works = (way: WayResult | undefined) => way !== undefined && way.passed >= Math.max(leastPassed, best - noise);
  const toolMode = works(native) ? "native" : works(guided) ? "guided" : works(text) ? "text" : undefined;
  const isGuided = guided === undefined ? undefined : guided.refused === undefined && guided.passed > 0;
  return {
    ...(toolMode === undefined ? {} : { toolMode }),
    ...(text?.textFormat === undefined || text.passed < leastPassed ? {} : { textFormat: text.textFormat }),
    ...(isGuided === undefined ? {} : { guided: isGuided }),
    ...(report.vision === "unknown" ? {} : { vision: report.vision === "yes" }),
  };
}

/** The way with the most passed probes, the first of equals. */
function bestOf(ways: readonly WayResult[]): WayResult | undefined {
  return ways.reduce<WayResult | undefined>(
    (best, way) => (best === undefined || way.passed > best.passed ? way : best),
    undefined,
  );
}
