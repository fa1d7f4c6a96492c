import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ServerStatus } from "../../shared/panel-state.ts";
import { searchWords } from "../../shared/search-words.ts";
import { Button } from "../controls/button.tsx";
import { IconButton } from "../controls/icon-button.tsx";
import { SearchBox } from "../controls/search-box.tsx";
import { formatTokens } from "../format.ts";
import { post } from "../host-bridge.ts";
import { Icon } from "../icon.tsx";
import { offeredToolCount, toolSources } from "../models.ts";
import { leavePage } from "../navigation.ts";
import { moveThroughRows } from "../row-keys.ts";
import { panel } from "../store.ts";
import { t } from "../strings.ts";
import { useClock } from "../use-clock.ts";
import { Page } from "./page.tsx";
import { ProblemNotes } from "./problem-notes.tsx";
import { ServerReview, serverUnderReview } from "./server-review.tsx";
import { reviewedServer } from "./server-review-state.ts";
import { ServerRow, serverMatches } from "./server-row.tsx";
import { offeredTokens } from "./server-switches.ts";

/** The servers with their states and tools, or the question whether one of them may start. */
export function ServersPage() {
  const reviewed = serverUnderReview();
  const leaveReview = (): void => {
    reviewedServer.value = undefined;
  };
  useEffect(() => leaveReview, []);
  useEffect(watchSources, []);
  if (reviewed !== undefined) {
    const leaveWithEscape = (event: KeyboardEvent): void => {
      if (event.key === "Escape") {
        event.preventDefault();
        leaveReview();
      }
    };
    return (
      <Page title={t("servers.title")} onBack={leaveReview} onKeyDown={leaveWithEscape} key="review">
        {/* A changed command is a new question: its keys start deaf again. */}
        <ServerReview server={reviewed} key={`${reviewed.name} ${reviewed.launch.hash}`} />
      </Page>
    );
  }
  return (
    <Page title={t("servers.title")} onBack={leavePage} tools={<PageTools />} key="list">
      <ServerList />
    </Page>
  );
}

function PageTools() {
  return (
    <>
      <IconButton icon="add" label={t("servers.add")} onClick={addServer} />
      <IconButton
        icon="cloud-download"
        label={t("servers.import")}
        onClick={() => post({ type: "action", id: "import_servers" })}
      />
      <IconButton icon="output" label={t("servers.log")} onClick={() => post({ type: "action", id: "show_log" })} />
    </>
  );
}

function ServerList() {
  const [query, setQuery] = useState("");
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(new Set());
  const search = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => search.current?.focus(), []);
  const { servers, trusted } = panel.value;
  const sources = toolSources.value;
  const words = searchWords(query);
  const shown = sources.filter((server) => serverMatches(server, words));
  const now = useClock(servers.some((server) => ["starting", "installing", "reconnecting"].includes(server.state)));
  const toggle = (key: string, open: boolean): void => {
    const keys = new Set(openKeys);
    if (open) {
      keys.add(key);
    } else {
      keys.delete(key);
    }
    setOpenKeys(keys);
  };
  return (
    <>
      {sources.length > 0 && (
        <div class="tw-page-tools">
          <SearchBox label={t("servers.search")} value={query} onInput={setQuery} inputRef={search} />
        </div>
      )}
      <ProblemNotes />
      {!trusted && servers.length > 0 && (
        <div class="tw-pad">
          <div class="tw-note">
            <Icon name="workspace-untrusted" tone="warn" />
            <span>{t("start.untrusted")}</span>
          </div>
        </div>
      )}
      {servers.length === 0 && (
        <>
          <p class="tw-page-sub">{t("servers.none")}</p>
          <div class="tw-pad tw-actions">
            <Button onClick={addServer}>{t("servers.add")}</Button>
            <Button onClick={() => post({ type: "action", id: "import_servers" })}>{t("servers.import")}</Button>
          </div>
        </>
      )}
      {sources.length > 0 && shown.length === 0 && <p class="tw-page-sub">{t("servers.noMatch")}</p>}
      {shown.length > 0 && (
        <div class="tw-tree-head" aria-hidden="true">
          <span>{t("servers.name")}</span>
          <span title={t("servers.costHelp")}>{t("servers.cost")}</span>
          <span>{t("servers.on")}</span>
        </div>
      )}
      <ul class="tw-tree" onKeyDown={moveThroughRows}>
        {shown.map((server) => (
          <ServerRow
            key={keyOf(server)}
            server={server}
            words={words}
            now={now}
            open={openKeys.has(keyOf(server)) || (words.length > 0 && server.tools.length > 0)}
            onToggle={(open) => toggle(keyOf(server), open)}
          />
        ))}
      </ul>
      {sources.length > 0 && (
        <div class="tw-total" title={t("servers.costHelp")}>
          <Icon name="tools" tone="quiet" />
          <Total servers={sources} />
        </div>
      )}
    </>
  );
}

/** What all offered tools take in every request. */
function Total({ servers }: { servers: readonly ServerStatus[] }) {
  const counts = servers.map(offeredTokens).filter((count) => count !== undefined);
  const tools = offeredToolCount.value;
  const tokens = formatTokens(counts.reduce((sum, count) => sum + count, 0));
  return (
    <span>{counts.length === 0 ? t("servers.total", { n: tools }) : t("servers.totalText", { n: tools, tokens })}</span>
  );
}

function addServer(): void {
  post({ type: "action", id: "add_server" });
}

/** A server may be called what the built-in source is called. */
function keyOf({ name, builtIn }: ServerStatus): string {
  return builtIn === true ? `built-in ${name}` : `server ${name}`;
}

/** VS Code does not tell when its list of tools changes: it is read when the page opens, and when the person comes back to it. */
function watchSources(): () => void {
  const look = (): void => post({ type: "servers_shown" });
  look();
  window.addEventListener("focus", look);
  return () => window.removeEventListener("focus", look);
}
