import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ReasoningBlock as Reasoning } from "../../../shared/conversation.ts";
import { formatClock, formatDuration } from "../../format.ts";
import { classes, Icon, Spinner } from "../../icon.tsx";
import { t } from "../../strings.ts";
import { useClock } from "../../use-clock.ts";
import { Line } from "./line.tsx";
import { MarkdownIsland } from "./markdown-island.tsx";

interface ReasoningBlockProps {
  versionId: string;
  block: Reasoning;
  /** It may still grow. */
  live: boolean;
}

/** What the model thought: its last lines while it thinks, a closed line afterwards. */
export function ReasoningBlock({ versionId, block, live }: ReasoningBlockProps) {
  const [chosen, setChosen] = useState<boolean>();
  const open = chosen ?? live;
  const now = useClock(live);
  const elapsed = now - block.startedAt;
  return (
    <div class={classes("tw-reason", open && "is-open")}>
      <Line
        icon={live ? <Spinner /> : <Icon name="thinking" tone="quiet" />}
        title={
          <span class="tw-quiet">
            {live
              ? t("reason.live")
              : t("reason.done", { time: formatDuration((block.endedAt ?? block.startedAt) - block.startedAt) })}
          </span>
        }
        meta={live && elapsed >= 1000 ? formatClock(elapsed) : undefined}
        open={open}
        onToggle={() => setChosen(!open)}
      />
      {open && <ReasoningBody versionId={versionId} blockId={block.id} live={live} whole={chosen === true} />}
    </div>
  );
}

interface ReasoningBodyProps {
  versionId: string;
  blockId: string;
  live: boolean;
  /** The person asked to see it: not only its last lines. */
  whole: boolean;
}

function ReasoningBody({ versionId, blockId, live, whole }: ReasoningBodyProps) {
  const body = useRef<HTMLDivElement>(null);
  const tail = live && !whole;
  useLayoutEffect(() => {
    const element = body.current;
    const content = element?.firstElementChild;
    if (!tail || element === null || !content) {
      return;
    }
    const observer = new ResizeObserver(() => {
      element.scrollTop = element.scrollHeight;
    });
    observer.observe(content);
    return () => observer.disconnect();
  }, [tail]);
  return (
    <div class={classes("tw-reason-body", tail && "is-tail")} ref={body}>
      <MarkdownIsland versionId={versionId} blockId={blockId} live={live} class={classes("tw-md", live && "is-live")} />
    </div>
  );
}
