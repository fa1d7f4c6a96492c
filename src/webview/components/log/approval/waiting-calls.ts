import { computed, signal } from "@preact/signals";
import type { ApprovalFacts, ApprovalScope, ApprovalTarget } from "../../../../shared/chunk.ts";
import type { ToolBlock } from "../../../../shared/conversation.ts";
import type { JsonObject } from "../../../../shared/json.ts";
import { post } from "../../../host-bridge.ts";
import { panel, path } from "../../../store.ts";
import { watchVersion } from "../../../version-watch.ts";

/** A call that waits for the person. */
export interface WaitingCall {
  /** Unique over all versions, and another one each time the call is asked about again. */
  id: string;
  block: ToolBlock;
  facts: ApprovalFacts;
}

/** How a call is allowed. */
export interface Permission {
  scope: ApprovalScope;
  target: ApprovalTarget;
  /** The arguments as the person wrote them, where they were edited. */
  input?: JsonObject;
}

/** Calls whose answer is on its way to the host, by their ids. */
const answered = signal<ReadonlySet<string>>(new Set());

/** The calls of the running version that wait for an answer, oldest first. */
export const waitingCalls = computed<readonly WaitingCall[]>(() => {
  const last = path.value.at(-1);
  const version = last?.role === "assistant" ? watchVersion(last.selectedVersionId).value : undefined;
  if (version === undefined || version.endReason !== undefined || panel.value.elsewhere) {
    return [];
  }
  return version.blocks.flatMap((block): WaitingCall[] => {
    if (block.type !== "tool" || block.state !== "approval-requested" || block.approval === undefined) {
      return [];
    }
    const { facts } = block.approval;
    const id = `${version.versionId}/${block.id}/${facts.refusedEdit?.attempt ?? 0}`;
    return answered.value.has(id) ? [] : [{ id, block, facts }];
  });
});

/** Lets a call run. A permission for once covers nothing but the call. */
export function allowCall(call: WaitingCall, { scope, target, input }: Permission): void {
  const edited = input !== undefined && JSON.stringify(input) !== JSON.stringify(call.block.input);
  markAnswered(call);
  post({
    type: "approval",
    toolCallId: call.block.toolCallId,
    decision: "approved",
    scope,
    target: scope === "once" ? "tool" : target,
    ...(edited ? { editedInput: input } : {}),
  });
}

/** Refuses a call. The model reads the reason. */
export function denyCall(call: WaitingCall, reason = ""): void {
  markAnswered(call);
  post({
    type: "approval",
    toolCallId: call.block.toolCallId,
    decision: "denied",
    scope: "once",
    target: "tool",
    ...(reason.trim() === "" ? {} : { reason: reason.trim() }),
  });
}

/** Takes a call out of the waiting ones at once, so that no second answer follows the first. */
function markAnswered({ id }: WaitingCall): void {
  answered.value = new Set([...answered.value, id]);
}
