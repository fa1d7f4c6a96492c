import { merge, type Outlet } from "../merge.ts";
import type { ApprovalDecision, Approver, Middleware, Round, UnfitEdit } from "../middleware.ts";

/**
 * Asks as soon as a call is complete, while the model goes on writing. A stored permission clears a call without a
 * chunk; otherwise request and response go into the stream. Edited arguments that do not fit the tool never reach it:
 * the question is asked again and says why. When the reply is lost, or the person cancels the call, the question is
 * withdrawn.
 */
export function approve(approver: Approver): Middleware {
  return {
    name: "approve",
    process(chunks, round) {
      const lost = new AbortController();
      return merge(chunks, (chunk, outlet) => {
        outlet.push(chunk);
        if (chunk.type === "mcp_tool_in_progress") {
          ask(chunk.toolCallId, round, approver, lost.signal, outlet);
        } else if (chunk.type === "round_end" && !chunk.complete) {
          lost.abort();
        }
      });
    },
  };
}

function ask(toolCallId: string, round: Round, approver: Approver, lost: AbortSignal, outlet: Outlet): void {
  const call = round.calls.get(toolCallId);
  if (call === undefined) {
    return;
  }
  const verdict = call.tool.builtIn ? { granted: true as const } : approver.check(call.tool);
  if (verdict.granted) {
    call.state = "cleared";
    return;
  }
  const { facts } = verdict;
  outlet.push({ type: "mcp_tool_approval_request", toolCallId, facts });
  outlet.run(async () => {
    const signal = AbortSignal.any([round.turn.callSignal(toolCallId), lost]);
    const wait = (): Promise<ApprovalDecision | UnfitEdit | undefined> =>
      approver.wait(toolCallId, call.tool, signal).catch((cause: unknown) => {
        if (signal.aborted) {
          return undefined;
        }
        throw cause;
      });
    let answer = await wait();
    for (let attempt = 1; answer !== undefined && "unfit" in answer; attempt++) {
      const refusedEdit = { input: answer.unfit, problems: answer.problems, attempt };
      outlet.push({ type: "mcp_tool_approval_request", toolCallId, facts: { ...facts, refusedEdit } });
      answer = await wait();
    }
    if (answer === undefined) {
      return;
    }
    call.input = answer.editedInput ?? call.input;
    outlet.push({ type: "mcp_tool_approval_response", toolCallId, ...answer });
  });
}
