import { useState } from "preact/hooks";
import type { ToolBlock as Tool } from "../../../shared/conversation.ts";
import { formatClock, formatDuration } from "../../format.ts";
import { classes, Icon } from "../../icon.tsx";
import { comma, t } from "../../strings.ts";
import { useClock } from "../../use-clock.ts";
import { Line } from "./line.tsx";
import { ToolBlock } from "./tool-block.tsx";
import { hasEnded, isRunning, phaseIcon, phaseOf, phaseWord, type ToolPhase } from "./tool-state.tsx";

/** What decides a group's icon: the first of these that one of its calls is in. */
const worstFirst: readonly ToolPhase[] = [
  "approval-requested",
  "running",
  "input-streaming",
  "approval-responded",
  "input-available",
  "output-error",
  "output-denied",
  "output-available",
];

/** The calls of a round. It is open while one of them is not done, so that none waits out of sight. */
export function ToolGroup({ versionId, calls }: { versionId: string; calls: readonly Tool[] }) {
  const [chosen, setChosen] = useState<boolean>();
  const phases = calls.map(phaseOf);
  const asks = phases.includes("approval-requested");
  const busy = !calls.every(hasEnded);
  const open = asks || (chosen ?? busy);
  const worst = worstFirst.find((phase) => phases.includes(phase)) ?? "output-available";
  return (
    <div class={classes("tw-group", open && "is-open")}>
      <Line
        icon={worst === "output-error" ? <Icon name="warning" tone="warn" /> : phaseIcon(worst)}
        state={phaseWord(worst)}
        title={t("tool.group", { n: calls.length })}
        from={countsOf(calls)}
        summary={[...new Set(calls.map((call) => call.serverName ?? call.toolName))].join(comma())}
        meta={<GroupTime calls={calls} />}
        open={open}
        onToggle={() => setChosen(!open)}
      />
      {open && (
        <div class="tw-group-items">
          {calls.map((call) => (
            <ToolBlock key={call.id} versionId={versionId} block={call} />
          ))}
        </div>
      )}
    </div>
  );
}

function countsOf(calls: readonly Tool[]): string {
  const failed = calls.filter(({ state }) => state === "output-error").length;
  const denied = calls.filter(({ state }) => state === "output-denied").length;
  const ok = calls.length - failed - denied;
  if (!calls.every(hasEnded) || ok === calls.length) {
    return t("tool.groupIn");
  }
  const parts = failed > 0 ? [t("tool.groupDone", { ok, failed })] : [t("tool.groupOk", { n: ok })];
  return [...parts, ...(denied > 0 ? [t("tool.groupDenied", { n: denied })] : [])].join(comma());
}

/** The longest time: calls of a round run side by side. */
function GroupTime({ calls }: { calls: readonly Tool[] }) {
  const running = calls.some(isRunning);
  const now = useClock(running);
  const longest = Math.max(
    0,
    ...calls.map(({ startedAt, endedAt }) => (startedAt === undefined ? 0 : (endedAt ?? now) - startedAt)),
  );
  if (running) {
    return <>{longest >= 1000 ? formatClock(longest) : ""}</>;
  }
  return <>{longest > 0 ? formatDuration(longest) : ""}</>;
}
