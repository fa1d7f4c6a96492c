import type { Block } from "../../../shared/conversation.ts";
import { toolTitle } from "./approval/tool-title.ts";
import { toolSummary } from "./tool-summary.ts";

/** Characters of the arguments in a call's name. */
const argumentLength = 40;

/** The call that a version made most often, as people read it, and how often. */
export function mostRepeatedCall(blocks: readonly Block[]): { label: string; times: number } {
  const counts = new Map<string, { label: string; times: number }>();
  let most = { label: "", times: 0 };
  for (const block of blocks) {
    if (block.type !== "tool") {
      continue;
    }
    const summary = toolSummary(block);
    const shown = summary.length > argumentLength ? `${summary.slice(0, argumentLength)}…` : summary;
    const key = JSON.stringify([block.toolName, block.input ?? block.inputText]);
    const call = { label: `${toolTitle(block)}(${shown})`, times: (counts.get(key)?.times ?? 0) + 1 };
    counts.set(key, call);
    if (call.times > most.times) {
      most = call;
    }
  }
  return most;
}
