import { assertNever } from "../../../shared/assert-never.ts";
import type { Block, SuspectBlock as Suspect, Version } from "../../../shared/conversation.ts";
import type { PathEntry } from "../../conversation-path.ts";
import { panel } from "../../store.ts";
import { t } from "../../strings.ts";
import { watchVersion } from "../../version-watch.ts";
import { ApprovalPrompt } from "./approval/approval-prompt.tsx";
import { DiscardedBlock } from "./discarded-block.tsx";
import { ErrorBlock } from "./error-block.tsx";
import { MarkdownIsland } from "./markdown-island.tsx";
import { NoticeBlock } from "./notice-block.tsx";
import { ReasoningBlock } from "./reasoning-block.tsx";
import { ReplyFoot } from "./reply-foot.tsx";
import { replyItems } from "./reply-items.ts";
import { SuspectBlock } from "./suspect-block.tsx";
import { ToolBlock } from "./tool-block.tsx";
import { ToolGroup } from "./tool-group.tsx";
import { TurnEnd } from "./turn-end.tsx";
import { useAnnouncements } from "./use-announcements.ts";

export type ReplyEntry = Extract<PathEntry, { role: "assistant" }>;

/** An answer: the blocks of its chosen version in order, then what can be done with it. */
export function Reply({ entry, isLast }: { entry: ReplyEntry; isLast: boolean }) {
  const version = watchVersion(entry.selectedVersionId).value;
  useAnnouncements(isLast ? version : undefined);
  if (version === undefined) {
    return null;
  }
  const ended = version.endReason !== undefined;
  const place: BlockPlace = { version, isLast, canAct: isLast && ended && !panel.value.running };
  return (
    <div class="tw-reply">
      <h3 class="tw-hidden">{t("message.reply", { model: version.model })}</h3>
      {replyItems(version).map((item) =>
        item.type === "group" ? (
          <ToolGroup key={`${version.versionId} ${item.id}`} versionId={version.versionId} calls={item.calls} />
        ) : (
          <ReplyBlock key={`${version.versionId} ${item.block.id}`} block={item.block} place={place} />
        ),
      )}
      {isLast && <ApprovalPrompt />}
      <TurnEnd version={version} canAct={place.canAct} />
      {ended && <ReplyFoot entry={entry} version={version} isLast={isLast} />}
    </div>
  );
}

interface BlockPlace {
  version: Version;
  isLast: boolean;
  canAct: boolean;
}

function ReplyBlock({ block, place: { version, isLast, canAct } }: { block: Block; place: BlockPlace }) {
  const { versionId } = version;
  const running = version.endReason === undefined;
  const growing = running && version.blocks.at(-1)?.id === block.id;
  switch (block.type) {
    case "text":
      return <MarkdownIsland versionId={versionId} blockId={block.id} live={growing} class="tw-md" />;
    case "reasoning":
      return <ReasoningBlock versionId={versionId} block={block} live={running && block.endedAt === undefined} />;
    case "tool":
      return <ToolBlock versionId={versionId} block={block} />;
    case "discarded":
      return <DiscardedBlock block={block} />;
    case "suspect":
      return wasRun(block, version) ? null : <SuspectBlock versionId={versionId} block={block} canRun={canAct} />;
    case "notice":
      return <NoticeBlock block={block} current={growing} running={running} canAct={canAct} />;
    case "error":
      return <ErrorBlock block={block} canAct={canAct && isLast} />;
    default:
      return assertNever(block);
  }
}

/** Whether the person has had the suspect run: the same call follows it. */
function wasRun({ id, call }: Suspect, { blocks }: Version): boolean {
  const at = blocks.findIndex((block) => block.id === id);
  return (
    call !== undefined &&
    blocks
      .slice(at + 1)
      .some(
        (block) =>
          block.type === "tool" &&
          block.toolName === call.name &&
          JSON.stringify(block.input) === JSON.stringify(call.input),
      )
  );
}
