import type { ToolBlock } from "../../../shared/conversation.ts";
import { ToolResultView } from "./results/tool-result-view.tsx";
import { ToolArguments } from "./tool-arguments.tsx";
import { hasEnded } from "./tool-state.tsx";

/** What an open call shows: its arguments, then what became of it. */
export function ToolBody({ block }: { block: ToolBlock }) {
  return (
    <div class="tw-tool-body">
      <ToolArguments block={block} />
      {hasEnded(block) && <ToolResultView block={block} />}
    </div>
  );
}
