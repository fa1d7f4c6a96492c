import type { ErrorCode } from "../../shared/mcp-error.ts";
import type { ReplyEnd } from "./tool-call-accumulator.ts";

/** Why a call of a lost or stopped reply did not run. */
export function lostMessage(toolName: string, end: "lost" | "stopped"): string {
  return end === "lost"
    ? `The connection was lost before the reply ended, so ${toolName} was not run.`
    : `The reply was stopped before it ended, so ${toolName} was not run.`;
}

export function truncatedMessage(toolName: string, end: ReplyEnd): string {
  return end === "length"
    ? `The output limit cut the arguments of ${toolName}, so it was not run. Send less in one call, or split it into several calls.`
    : `The reply ended before the arguments of ${toolName} were complete, so it was not run. Send the whole call again.`;
}

export function invalidMessage(toolName: string, why: string): string {
  return `The arguments of ${toolName} are not valid: ${why}. Send the call again with one JSON object as arguments.`;
}

/** The end of a call that was run elsewhere and whose result never came. */
export function missingResult(end: ReplyEnd): { code: ErrorCode; message: string } {
  return {
    code: "INTERRUPTED",
    message:
      end === "ended"
        ? "The provider ran this call and sent no result."
        : "The reply ended before the provider sent the result of this call.",
  };
}
