import { useState } from "preact/hooks";
import type { ToolBlock as Tool } from "../../../shared/conversation.ts";
import { Badge } from "../../controls/badge.tsx";
import { IconButton } from "../../controls/icon-button.tsx";
import { formatClock, formatDuration } from "../../format.ts";
import { post } from "../../host-bridge.ts";
import { classes } from "../../icon.tsx";
import { t } from "../../strings.ts";
import { useClock } from "../../use-clock.ts";
import { toolTitle } from "./approval/tool-title.ts";
import { Line } from "./line.tsx";
import { ToolBody } from "./tool-body.tsx";
import { resultText, toolNote } from "./tool-note.ts";
import { ToolProgress } from "./tool-progress.tsx";
import { hasEnded, isRunning, phaseIcon, phaseOf, phaseTone, phaseWord } from "./tool-state.tsx";
import { toolSummary } from "./tool-summary.ts";
import { useLiveBlock } from "./use-live-block.ts";

/** Characters of streaming arguments from which the block opens to show them: fewer fit on the line. */
const openFrom = 120;

interface ToolBlockProps {
  versionId: string;
  block: Tool;
}

/** A tool call: one line while closed; its arguments and its result when it is open. */
export function ToolBlock({ versionId, block: rendered }: ToolBlockProps) {
  const block = useLiveBlock(versionId, rendered, !hasEnded(rendered));
  const [chosen, setChosen] = useState<boolean>();
  const phase = phaseOf(block);
  const running = phase === "running";
  const open = chosen ?? (phase === "input-streaming" && block.inputText.length > openFrom);
  const note = open ? undefined : toolNote(block);
  const cancel = (): void => post({ type: "cancel_tool", toolCallId: block.toolCallId, giveProgress: false });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.target instanceof HTMLElement) || !event.target.matches(".tw-line-btn")) {
      return;
    }
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (plain && event.key.toLowerCase() === "c" && block.result !== undefined) {
      post({ type: "copy", text: resultText(block) });
    } else if (plain && event.key === "Delete" && running) {
      cancel();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its line is a button, and the keys are pressed there.
    <div class={classes("tw-tool", open && "is-open")} data-state={block.state} onKeyDown={onKeyDown}>
      <Line
        icon={phaseIcon(phase)}
        state={phaseWord(phase)}
        title={block.toolName === "" ? t("tool.unnamed") : toolTitle(block)}
        from={<ToolOrigin block={block} />}
        summary={phase === "input-streaming" ? undefined : toolSummary(block)}
        meta={<ToolMeta block={block} />}
        metaTone={phaseTone(phase)}
        metaRepeats={!running && phase !== "output-available"}
        open={open}
        onToggle={() => setChosen(!open)}
        extra={running && <IconButton icon="close" label={t("tool.cancelOne")} onClick={cancel} />}
      />
      {note !== undefined && <span class="tw-line-note">{note}</span>}
      {running && <ToolProgress block={block} />}
      {open && <ToolBody block={block} />}
    </div>
  );
}

/** Who runs it, and whether its arguments had to be mended. */
function ToolOrigin({ block }: { block: Tool }) {
  const by = block.via === "provider" ? t("tool.byProvider") : block.serverName;
  return (
    <>
      {by}
      {block.repaired && (
        <>
          {" "}
          <Badge>{t("tool.repaired")}</Badge>
        </>
      )}
    </>
  );
}

/** A word while something is owed, the time otherwise. */
function ToolMeta({ block }: { block: Tool }) {
  const running = isRunning(block);
  const now = useClock(running);
  const { startedAt, endedAt, state } = block;
  if (running && startedAt !== undefined) {
    const elapsed = now - startedAt;
    return <>{elapsed >= 1000 ? formatClock(elapsed) : ""}</>;
  }
  if (state !== "output-available") {
    return <>{phaseWord(phaseOf(block))}</>;
  }
  return <>{startedAt !== undefined && endedAt !== undefined ? formatDuration(endedAt - startedAt) : ""}</>;
}
