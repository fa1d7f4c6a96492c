import type { ToolBlock } from "../../../shared/conversation.ts";
import { t } from "../../strings.ts";
import { Part } from "./part.tsx";
import { resultText, toolNote } from "./tool-note.ts";

/** What became of a call. */
export function ToolOutcome({ block }: { block: ToolBlock }) {
  const note = toolNote(block);
  if (block.result === undefined) {
    return note === undefined ? null : <p class="tw-line-note">{note}</p>;
  }
  return (
    <Part title={t("tool.result")}>
      <div class="tw-code">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
        <pre class="tw-pre is-wrap is-tall" tabIndex={0}>
          {resultText(block)}
        </pre>
      </div>
    </Part>
  );
}
