import { computed, signal } from "@preact/signals";
import type { ApprovalFacts } from "../../../../shared/chunk.ts";
import type { ToolBlock } from "../../../../shared/conversation.ts";
import { path } from "../../../store.ts";
import { watchVersion } from "../../../version-watch.ts";

/** A call that waits for the person. */
export interface WaitingCall {
  /** Unique over all versions. */
  id: string;
  block: ToolBlock;
  facts: ApprovalFacts;
}

/** Calls whose answer is on its way to the host, by their ids. */
const answered = signal<ReadonlySet<string>>(new Set());

/** The calls of the running version that wait for an answer, oldest first. */
export const waitingCalls = computed<readonly WaitingCall[]>(() => {
  const last = path.value.at(-1);
  const version = last?.role === "assistant" ? watchVersion(last.selectedVersionId).value : undefined;
  if (version === undefined || version.endReason !== undefined) {
    return [];
  }
  return version.blocks.flatMap((block): WaitingCall[] => {
    if (block.type !== "tool" || block.state !== "approval-requested" || block.approval === undefined) {
      return [];
    }
    const id = `${version.versionId}/${block.id}`;
    return answered.value.has(id) ? [] : [{ id, block, facts: block.approval.facts }];
  });
});

/** Takes a call out of the waiting ones at once, so that no second answer follows the first. */
export function markAnswered(id: string): void {
  answered.value = new Set([...answered.value, id]);
}
