import type { PanelPage } from "../../shared/protocol.ts";
import { Kbd } from "../controls/kbd.tsx";
import { formatTokens } from "../format.ts";
import { classes, Icon } from "../icon.tsx";
import { offeredToolCount, selectedModel } from "../models.ts";
import { page, panel, path } from "../store.ts";
import { comma, t, tParts } from "../strings.ts";
import { watchVersion } from "../version-watch.ts";
import { composerIsEmpty } from "./draft.ts";

/** From this share of the window on the meter warns, percent. */
const highWindow = 80;
const onMac = navigator.userAgent.includes("Mac");

/** The line under the composer: servers, failures, how full the window is; while a turn runs and text waits, the keys. */
export function StatusLine() {
  if (panel.value.running && !composerIsEmpty.value) {
    return (
      <div class="tw-status">
        <span>
          {tParts("composer.runningHint", {
            enter: <Kbd key="enter">⏎</Kbd>,
            ctrlEnter: <Kbd key="ctrlEnter">{onMac ? "⌘ ⏎" : "Ctrl ⏎"}</Kbd>,
          })}
        </span>
      </div>
    );
  }
  const { servers, problems, trusted } = panel.value;
  const failed = servers.filter((server) => server.state === "failed").length;
  const unseen = servers.filter((server) => server.state === "needs-consent").length;
  return (
    <div class="tw-status">
      <button type="button" title={serversText()} onClick={() => show("servers")}>
        <Icon name="server" />
        <span class="tw-clip">{serversText()}</span>
      </button>
      {!trusted && servers.length > 0 && <Alarm icon="workspace-untrusted" tone="warn" text={t("status.untrusted")} />}
      {failed > 0 && <Alarm icon="error" tone="error" text={t("status.failed", { n: failed })} />}
      {unseen > 0 && trusted && <Alarm icon="shield" tone="warn" text={t("status.review", { n: unseen })} />}
      {problems.length > 0 && <Alarm icon="warning" tone="warn" text={t("status.problems", { n: problems.length })} />}
      <WindowMeter />
    </div>
  );
}

function Alarm({ icon, tone, text }: { icon: string; tone: "warn" | "error"; text: string }) {
  return (
    <button type="button" class="is-alarm" data-tone={tone} title={text} onClick={() => show("servers")}>
      <Icon name={icon} />
      <span class="tw-clip">{text}</span>
    </button>
  );
}

/** How much of the chosen model's window the last request and its answer filled. */
function WindowMeter() {
  const entry = path.value.findLast((item) => item.role === "assistant");
  const version = entry?.role === "assistant" ? watchVersion(entry.selectedVersionId).value : undefined;
  const usage = version?.rounds.findLast((round) => round.usage !== undefined)?.usage;
  const all = selectedModel.value?.contextWindow;
  if (usage === undefined || all === undefined) {
    return null;
  }
  const used = usage.input + usage.output;
  const percent = Math.min(100, Math.round((used * 100) / all));
  const words = `${percent}%${comma()}${t("status.context", { used: formatTokens(used), all: formatTokens(all) })}`;
  return (
    <span class="is-end" role="img" aria-label={words} title={words}>
      <span class={classes("tw-meter", percent >= highWindow && "is-high")}>
        <i style={{ width: `${percent}%` }} />
      </span>
      <span class="tw-num">{percent}%</span>
    </span>
  );
}

function serversText(): string {
  const servers = panel.value.servers.filter((server) => server.state !== "disabled");
  if (servers.length === 0) {
    return t("status.noServers");
  }
  const readyCount = servers.filter((server) => server.state === "ready").length;
  return t("status.servers", { ready: readyCount, all: servers.length, tools: offeredToolCount.value });
}

function show(target: PanelPage): void {
  page.value = target;
}
