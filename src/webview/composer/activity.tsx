import type { ToolBlock, Version } from "../../shared/conversation.ts";
import { formatClock, formatNumber } from "../format.ts";
import { Icon, Spinner } from "../icon.tsx";
import { held, path } from "../store.ts";
import { colon, comma, t } from "../strings.ts";
import { useClock } from "../use-clock.ts";
import { watchVersion } from "../version-watch.ts";

/** One line about the turn that runs: its round, what it does, how long it has been running. */
export function Activity() {
  const now = useClock();
  const last = path.value.findLast((entry) => entry.role === "assistant");
  const version = last?.role === "assistant" ? watchVersion(last.selectedVersionId).value : undefined;
  const asked = version?.blocks.some((block) => block.type === "tool" && block.state === "approval-requested") ?? false;
  const elapsed = version === undefined ? 0 : now - version.startedAt;
  return (
    <div class="tw-activity">
      {asked ? <Icon name="shield" tone="warn" /> : <Spinner tone="info" />}
      <span class="tw-clip">{describe(version, held.value)}</span>
      {elapsed >= 1000 && <span class="tw-num">{formatClock(elapsed)}</span>}
    </div>
  );
}

function describe(version: Version | undefined, heldCharacters: number): string {
  const round = t("composer.round", { n: Math.max(1, version?.rounds.length ?? 1) });
  const doing = whatHappens(version, heldCharacters);
  return doing === undefined ? round : `${round}${colon()}${doing}`;
}

/** What needs the person comes first, then what runs, then what is being written. */
function whatHappens(version: Version | undefined, heldCharacters: number): string | undefined {
  const tools = version?.blocks.filter((block) => block.type === "tool") ?? [];
  const asked = tools.find((tool) => tool.state === "approval-requested");
  if (asked !== undefined) {
    return `${t("tool.state.approvalRequested")}${comma()}${nameOf(asked)}`;
  }
  const busy = tools.filter((tool) => isRunning(tool) || tool.state === "input-streaming");
  const [first] = busy;
  if (first !== undefined) {
    return busy.length === 1 ? nameOf(first) : t("tool.group", { n: busy.length });
  }
  if (heldCharacters > 0) {
    return t("composer.held", { n: formatNumber(heldCharacters) });
  }
  const unanswered = version === undefined ? undefined : unansweredModel(version);
  if (unanswered !== undefined) {
    return t("composer.waiting", { model: unanswered });
  }
  const last = version?.blocks.at(-1);
  return last?.type === "reasoning" && last.endedAt === undefined ? t("reason.live") : undefined;
}

/** The model of which nothing has come yet in this round: a local server may load it for minutes. */
function unansweredModel({ rounds, blocks }: Version): string | undefined {
  const round = rounds.at(-1);
  const isOpen = round !== undefined && round.finishReason === undefined;
  return isOpen && !blocks.some((block) => block.round === round.round && block.type !== "notice")
    ? round.model
    : undefined;
}

function isRunning(tool: ToolBlock): boolean {
  return tool.startedAt !== undefined && tool.endedAt === undefined;
}

function nameOf(tool: ToolBlock): string {
  const name = tool.title ?? tool.toolName;
  return tool.serverName === undefined ? name : `${name}${comma()}${tool.serverName}`;
}
