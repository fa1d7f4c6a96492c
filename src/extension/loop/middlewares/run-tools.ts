import type { Chunk } from "../../../shared/chunk.ts";
import { McpError } from "../../../shared/mcp-error.ts";
import { messageOf } from "../../../shared/message-of.ts";
import type { ToolResult } from "../../../shared/tool-result.ts";
import type { Clock } from "../../ports/clock.ts";
import { cancelledCall, lostReplyCall, stoppedCall, unfinishedCall, withdrawnCall } from "../call-errors.ts";
import type { LedgerCall } from "../call-ledger.ts";
import { merge, type Outlet } from "../merge.ts";
import type { Middleware, Round } from "../middleware.ts";
import { OpenCalls } from "../open-calls.ts";
import { ProgressReports } from "../progress-reports.ts";
import { ProgressWanted } from "../progress-wanted.ts";

/**
 * Runs the cleared calls of a reply, in parallel, once the reply has ended properly; a reply that was lost runs none of
 * them. Every call of the round gets an end here: a call that was not run gets an error that says why. Results arrive as
 * they come; history puts them into call order.
 */
export function runTools(clock: Clock): Middleware {
  return {
    name: "run-tools",
    process(chunks, round) {
      let complete = false;
      const open = new OpenCalls();
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
          open.watch(chunk);
          if (chunk.type === "round_end") {
            complete = chunk.complete;
          } else if (chunk.type === "mcp_tool_approval_response") {
            decide(round, chunk);
          }
          if (complete && (chunk.type === "round_end" || chunk.type === "mcp_tool_approval_response")) {
            startCleared(outlet);
          }
        },
        (outlet) => {
          for (const toolCallId of round.calls.seen) {
            const state = round.calls.get(toolCallId)?.state;
            // Calls that ran have told their result by themselves.
            if (open.has(toolCallId) && state !== "started") {
              const error = notRun(toolCallId, round, complete, state);
              outlet.push({ type: "mcp_tool_call_error", toolCallId, error });
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
  const fail = (error: CallError) => outlet.push({ type: "mcp_tool_call_error", toolCallId, error });
  if (signal.aborted) {
    fail(cancelled(round));
    return;
  }
  outlet.push({ type: "mcp_tool_call_begin", toolCallId, startedAt: clock.now() });
  let running = true;
  const reports = new ProgressReports();
  const calling = async () =>
    round.turn.tools.call(tool.name, input, {
      signal,
      onProgress(progress) {
        if (running && !signal.aborted) {
          reports.add(progress);
          outlet.push({ type: "mcp_tool_call_progress", toolCallId, ...progress });
        }
      },
    });
  try {
    const result = await untilAborted(calling(), signal);
    outlet.push({ type: "mcp_tool_call_response", toolCallId, result });
  } catch (cause) {
    if (signal.reason instanceof ProgressWanted && !round.turn.signal.aborted) {
      outlet.push({ type: "mcp_tool_call_response", toolCallId, result: reports.toResult() });
    } else {
      fail(signal.aborted ? cancelled(round) : errorOf(cause, tool.name));
    }
  } finally {
    running = false;
  }
}

/** A tool that does not listen to its signal must not hold back who stopped it; what it returns later is dropped. */
function untilAborted(result: Promise<ToolResult>, signal: AbortSignal): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

type CallError = Extract<Chunk, { type: "mcp_tool_call_error" }>["error"];

function errorOf(cause: unknown, toolName: string): CallError {
  if (cause instanceof McpError) {
    return { code: cause.code, message: cause.message };
  }
  const detail = messageOf(cause);
  return { code: "TOOL_EXECUTION_FAILED", message: `The call of ${toolName} failed: ${detail}` };
}

function cancelled(round: Round): CallError {
  return round.turn.signal.aborted ? stoppedCall : cancelledCall;
}

/** Why a call that was found never ran. `state` is absent when it never became a valid call. */
function notRun(
  toolCallId: string,
  round: Round,
  complete: boolean,
  state: LedgerCall["state"] | undefined,
): CallError {
  if (round.turn.callSignal(toolCallId).aborted) {
    return cancelled(round);
  }
  return complete ? (state === undefined ? unfinishedCall : withdrawnCall) : lostReplyCall;
}
