import type { ToolBlock } from "../../../shared/conversation.ts";
import { Button } from "../../controls/button.tsx";
import { formatNumber } from "../../format.ts";
import { post } from "../../host-bridge.ts";
import { t } from "../../strings.ts";
import { toolTitle } from "./approval/tool-title.ts";

/** How far a running call is, as its server tells; without a total the bar only moves. */
export function ToolProgress({ block }: { block: ToolBlock }) {
  const { progress = 0, total, message } = block.progress ?? {};
  const share = total !== undefined && total > 0 ? Math.min(1, Math.max(0, progress / total)) : undefined;
  const count = countText(block);
  return (
    <div class="tw-run">
      <div
        class={share === undefined ? "tw-progress is-endless" : "tw-progress"}
        role="progressbar"
        aria-label={toolTitle(block)}
        aria-valuemin={0}
        aria-valuemax={share === undefined ? undefined : total}
        aria-valuenow={share === undefined ? undefined : progress}
      >
        <i style={share === undefined ? undefined : { width: `${share * 100}%` }} />
      </div>
      {(message !== undefined || count !== undefined) && (
        <div class="tw-run-text">
          <span class="tw-clip" title={message}>
            {message}
          </span>
          {count !== undefined && <span class="tw-num">{count}</span>}
        </div>
      )}
      {block.progress !== undefined && (
        <div class="tw-actions">
          <Button
            kind="quiet"
            onClick={() => post({ type: "cancel_tool", toolCallId: block.toolCallId, giveProgress: true })}
          >
            {t("tool.giveNow")}
          </Button>
        </div>
      )}
    </div>
  );
}

function countText({ progress: told }: ToolBlock): string | undefined {
  if (told === undefined) {
    return undefined;
  }
  const { progress, total } = told;
  return total === undefined
    ? formatNumber(progress)
    : t("tool.progress", { a: formatNumber(progress), b: formatNumber(total) });
}
