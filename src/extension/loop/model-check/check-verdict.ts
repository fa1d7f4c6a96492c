import type { CheckVerdict, ModelCheckReport, WayResult } from "../../ports/model-check.ts";

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
