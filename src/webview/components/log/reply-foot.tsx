import type { Version } from "../../../shared/conversation.ts";
import { focusComposer } from "../../composer/draft.ts";
import { IconButton } from "../../controls/icon-button.tsx";
import { formatClock, formatNumber, formatTokens } from "../../format.ts";
import { post } from "../../host-bridge.ts";
import { classes } from "../../icon.tsx";
import { panel } from "../../store.ts";
import { comma, t } from "../../strings.ts";
import { currentVersion } from "../../version-watch.ts";
import type { ReplyEntry } from "./reply.tsx";
import { ReplyMenu } from "./reply-menu.tsx";
import { VersionSwitch } from "./version-switch.tsx";
import { versionText } from "./version-text.ts";

interface ReplyFootProps {
  entry: ReplyEntry;
  version: Version;
  /** The newest reply's foot is always seen, the others' while they are pointed at or focused. */
  isLast: boolean;
}

/** What can be done with a reply that has ended, and what it cost. */
export function ReplyFoot({ entry, version, isLast }: ReplyFootProps) {
  const { messageId, versionIds, selectedVersionId } = entry;
  const { running } = panel.value;
  const copy = (): void => post({ type: "copy", text: versionText(currentVersion(version.versionId) ?? version) });
  const regenerate = (): void => {
    post({ type: "regenerate", messageId });
    focusComposer(); // this foot goes while the new reply is written
  };
  return (
    <div class={classes("tw-foot", !isLast && "is-on-hover")}>
      <div class="tw-icons">
        <IconButton icon="copy" label={t("action.copyMessage")} onClick={copy} />
        <IconButton icon="refresh" label={t("message.regenerate")} disabled={running} onClick={regenerate} />
        <ReplyMenu messageId={messageId} versionId={version.versionId} />
      </div>
      <VersionSwitch
        ids={versionIds}
        selectedId={selectedVersionId}
        disabled={running}
        onSelect={(versionId) => post({ type: "select_version", messageId, versionId })}
      />
      <Usage version={version} />
    </div>
  );
}

/** Rounds, tokens and time of a reply. */
function Usage({ version: { rounds, startedAt, endedAt } }: { version: Version }) {
  const used = rounds.flatMap(({ usage }) => (usage === undefined ? [] : [usage]));
  const sum = (count: (usage: (typeof used)[number]) => number): number =>
    used.reduce((total, usage) => total + count(usage), 0);
  const input = sum((usage) => usage.input);
  const output = sum((usage) => usage.output);
  const time = startedAt > 0 && endedAt !== undefined ? formatClock(endedAt - startedAt) : undefined;
  const tokens =
    used.length > 0 ? t("message.usage", { in: formatTokens(input), out: formatTokens(output) }) : undefined;
  const exact = t("message.usage", { in: formatNumber(input), out: formatNumber(output) });
  return (
    <span class="tw-usage" title={used.length > 0 ? exact : undefined}>
      <span class="tw-wide-only">
        {t("message.usageRounds", { n: rounds.length })}
        {tokens !== undefined && comma()}
      </span>
      {tokens}
      <span class="tw-wide-only">{time !== undefined && `${comma()}${time}`}</span>
    </span>
  );
}
