import type { ToolBlock } from "../../../shared/conversation.ts";
import { ToolArguments } from "./tool-arguments.tsx";
import { ToolOutcome } from "./tool-outcome.tsx";

/** What an open call shows: its arguments, then what became of it. */
export function ToolBody({ block }: { block: ToolBlock }) {
  return (
    <div class="tw-tool-body">
      <ToolArguments block={block} />
      <ToolOutcome block={block} />
    </div>
  );
}
