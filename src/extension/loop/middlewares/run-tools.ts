import type { Chunk } from "../../../shared/chunk.ts";
import { McpError } from "../../../shared/mcp-error.ts";
import type { Clock } from "../../ports/clock.ts";
import type { LedgerCall } from "../call-ledger.ts";
import { merge, type Outlet } from "../merge.ts";
import type { Middleware, Round } from "../middleware.ts";

/**
 * Runs the cleared calls of a reply, in parallel, once the reply has ended properly; a reply that was lost runs none of
 * them, and each gets an error that says so. Results arrive as they come; history puts them into call order.
 */
export function runTools(clock: Clock): Middleware {
  return {
    name: "run-tools",
    process(chunks, round) {
      let ended: boolean | undefined;
      const startCleared = (outlet: Outlet) => {
        for (const call of round.calls.all()) {
          if (call.state === "cleared") {
            call.state = "started";
            outlet.run(() => runCall(call, round, clock, outlet));
          }
        }
      };
      return merge(
        chunks,
        (chunk, outlet) => {
          outlet.push(chunk);
          if (chunk.type === "round_end") {
            ended = chunk.complete;
          } else if (chunk.type === "mcp_tool_approval_response") {
            decide(round, chunk);
          }
          if (ended === true && (chunk.type === "round_end" || chunk.type === "mcp_tool_approval_response")) {
            startCleared(outlet);
          }
        },
        (outlet) => {
          for (const call of round.calls.all()) {
            if (call.state === "open" || call.state === "cleared") {
              outlet.push(notRun(call, round, ended));
            }
          }
          if (round.calls.seen.size > 0) {
            outlet.push({ type: "mcp_tool_complete", round: round.depth, toolCallIds: [...round.calls.seen] });
          }
        },
      );
    },
  };
}

/** An answer counts from where it stands in the stream, so that no run begins before its approval is told. */
function decide(round: Round, chunk: Extract<Chunk, { type: "mcp_tool_approval_response" }>): void {
  const call = round.calls.get(chunk.toolCallId);
  if (call?.state === "open") {
    call.state = chunk.decision === "approved" ? "cleared" : "denied";
  }
}

async function runCall(call: LedgerCall, round: Round, clock: Clock, outlet: Outlet): Promise<void> {
  const { toolCallId, tool, input } = call;
  const signal = round.turn.callSignal(toolCallId);
  outlet.push({ type: "mcp_tool_call_begin", toolCallId, startedAt: clock.now() });
  try {
    const result = await round.turn.tools.call(tool.name, input, {
      signal,
      onProgress(progress) {
        if (!signal.aborted) {
          outlet.push({ type: "mcp_tool_call_progress", toolCallId, ...progress });
        }
      },
    });
    outlet.push({ type: "mcp_tool_call_response", toolCallId, result });
  } catch (cause) {
    outlet.push({ type: "mcp_tool_call_error", toolCallId, error: errorOf(cause, call, round) });
  }
}

type CallError = Extract<Chunk, { type: "mcp_tool_call_error" }>["error"];

function errorOf(cause: unknown, call: LedgerCall, round: Round): CallError {
  if (round.turn.callSignal(call.toolCallId).aborted) {
    return cancelled(round);
  }
  if (cause instanceof McpError) {
    return { code: cause.code, message: cause.message };
  }
  const detail = cause instanceof Error ? cause.message : String(cause);
  return { code: "TOOL_EXECUTION_FAILED", message: `The call of ${call.tool.name} failed: ${detail}` };
}

function cancelled(round: Round): CallError {
  return round.turn.signal.aborted
    ? {
        code: "CANCELLED",
        message: "The user stopped the turn before this call had a result.",
        key: "tool.error.stopped",
      }
    : { code: "CANCELLED", message: "The user cancelled this call.", key: "tool.error.cancelled" };
}

/** The error result of a call that was found but never ran. */
function notRun(call: LedgerCall, round: Round, ended: boolean | undefined): Chunk {
  const { toolCallId } = call;
  if (round.turn.callSignal(toolCallId).aborted) {
    return { type: "mcp_tool_call_error", toolCallId, error: cancelled(round) };
  }
  const error: CallError = {
    code: "INTERRUPTED",
    message:
      ended === undefined || !ended
        ? "The reply was lost before its end, so this call was not run."
        : "The question whether this call may run was withdrawn, so it was not run.",
    key: ended ? "tool.error.withdrawn" : "tool.error.replyLost",
  };
  return { type: "mcp_tool_call_error", toolCallId, error };
}
