import type { LedgerCall } from "../call-ledger.ts";
import { checkInput } from "../check-input.ts";
import { merge, type Outlet } from "../merge.ts";
import type { ApprovalDecision, Approver, Middleware, Round } from "../middleware.ts";

/**
 * Asks as soon as a call is complete, while the model goes on writing. A stored permission clears a call without a
 * chunk; otherwise request and response go into the stream. When the reply is lost, or the person cancels the call,
 * the question is withdrawn.
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
  outlet.push({ type: "mcp_tool_approval_request", toolCallId, facts: verdict.facts });
  outlet.run(async () => {
    const signal = AbortSignal.any([round.turn.callSignal(toolCallId), lost]);
    const decision = await approver.wait(toolCallId, call.tool, signal).catch((cause: unknown) => {
      if (signal.aborted) {
        return undefined;
      }
      throw cause;
    });
    if (decision === undefined) {
      return;
    }
    outlet.push({ type: "mcp_tool_approval_response", toolCallId, ...decision, ...applyEdit(call, decision) });
  });
}

/** Takes over edited arguments and returns them as they will run: what is told and stored is what the tool gets. */
function applyEdit(
  call: LedgerCall,
  { decision, editedInput }: ApprovalDecision,
): Pick<ApprovalDecision, "editedInput"> {
  if (decision === "denied" || editedInput === undefined) {
    return {};
  }
  const check = checkInput(editedInput, call.tool.inputSchema);
  // The panel has checked the edit already; what still does not fit is for the server to refuse.
  call.input = check.valid ? check.input : editedInput;
  return { editedInput: call.input };
}
