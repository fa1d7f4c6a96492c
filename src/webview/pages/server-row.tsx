import { useRef, useState } from "preact/hooks";
import type { ServerStatus, ToolSummary } from "../../shared/panel-state.ts";
import { matchesWords } from "../../shared/search-words.ts";
import { Button } from "../controls/button.tsx";
import { Check } from "../controls/check.tsx";
import { Hits } from "../controls/hits.tsx";
import { IconButton } from "../controls/icon-button.tsx";
import { formatNumber, formatTokens } from "../format.ts";
import { post } from "../host-bridge.ts";
import { classes, Icon, Spinner } from "../icon.tsx";
import { t } from "../strings.ts";
import { ServerDetails } from "./server-details.tsx";
import { ServerPicture } from "./server-picture.tsx";
import { isActive, stateLook } from "./server-state.ts";
import { canSwitch, offeredTokens, serverCheck, switchServer, switchTools } from "./server-switches.ts";

/** So many tools are listed before the rest is asked for. */
const listedTools = 8;

interface ServerRowProps {
  server: ServerStatus;
  words: readonly string[];
  now: number;
  open: boolean;
  onToggle: (open: boolean) => void;
}

/** A server: its state in an icon and words, below it what it needs from the person, and its tools when open. */
export function ServerRow({ server, words, now, open, onToggle }: ServerRowProps) {
  const main = useRef<HTMLButtonElement>(null);
  /** The button that was pressed goes with the state. */
  const keepFocus = (): void => main.current?.focus();
  const look = stateLook(server, now);
  const tokens = offeredTokens(server);
  const tools = server.tools.filter((tool) => nameMatches(server, words) || toolMatches(tool, words));
  const hearKey = (event: KeyboardEvent): void => {
    if ((event.key === "ArrowRight" && !open) || (event.key === "ArrowLeft" && open)) {
      event.preventDefault();
      onToggle(!open);
    }
  };
  return (
    <li class={classes("tw-node", server.state === "disabled" && "is-off")}>
      <div class="tw-node-row">
        <button
          type="button"
          class="tw-node-main"
          data-row
          aria-expanded={open}
          onClick={() => onToggle(!open)}
          onKeyDown={hearKey}
          ref={main}
        >
          <span class="tw-twist">
            <Icon name={open ? "chevron-down" : "chevron-right"} />
          </span>
          {look.spinning === true ? <Spinner tone={look.tone} /> : <Icon name={look.icon} tone={look.tone} />}
          <ServerPicture server={server} />
          <span class="tw-node-name">
            <Hits text={server.name} words={words} />
          </span>
          <span class="tw-node-state">{look.words}</span>
        </button>
        {server.builtIn !== true && <ServerActions server={server} onActed={keepFocus} />}
        {tokens !== undefined && <span class="tw-node-cost">{formatTokens(tokens)}</span>}
        <Check
          label={t("servers.offer", { name: server.name })}
          checked={serverCheck(server)}
          onChange={(on) => switchServer(server, on)}
          disabled={!canSwitch(server)}
        />
      </div>
      <ServerDetails server={server} open={open} onActed={keepFocus} />
      {open && (tools.length > 0 || server.offers !== undefined) && (
        <ToolList server={server} tools={tools} words={words} />
      )}
    </li>
  );
}

/** Whether the server, or one of its tools, is what is searched for. */
export function serverMatches(server: ServerStatus, words: readonly string[]): boolean {
  return nameMatches(server, words) || server.tools.some((tool) => toolMatches(tool, words));
}

function nameMatches(server: ServerStatus, words: readonly string[]): boolean {
  return matchesWords(`${server.name} ${server.serverTitle ?? ""}`, words);
}

function toolMatches(tool: ToolSummary, words: readonly string[]): boolean {
  return matchesWords(`${tool.name} ${tool.title ?? ""}`, words);
}

function ServerActions({ server, onActed }: { server: ServerStatus; onActed: () => void }) {
  const { name } = server;
  const act = (type: "restart_server" | "stop_server"): void => {
    post({ type, serverName: name });
    onActed();
  };
  const label = (action: string): string => `${action} ${name}`;
  return (
    <div class="tw-icons is-on-hover">
      {isActive(server) && (
        <>
          <IconButton icon="debug-restart" label={label(t("servers.restart"))} onClick={() => act("restart_server")} />
          <IconButton icon="debug-stop" label={label(t("limit.stop"))} onClick={() => act("stop_server")} />
        </>
      )}
      {server.state === "stopped" && (
        <IconButton icon="play" label={label(t("servers.start"))} onClick={() => act("restart_server")} />
      )}
      <IconButton
        icon="output"
        label={label(t("servers.log"))}
        onClick={() => post({ type: "action", id: "show_server_log", argument: name })}
      />
    </div>
  );
}

interface ToolListProps {
  server: ServerStatus;
  tools: readonly ToolSummary[];
  words: readonly string[];
}

function ToolList({ server, tools, words }: ToolListProps) {
  const [all, setAll] = useState(false);
  const rest = tools.length - listedTools;
  const shown = all || rest <= 1 ? tools : tools.slice(0, listedTools);
  return (
    <ul class="tw-tools">
      {shown.map((tool) => (
        <ToolRow key={tool.name} server={server} tool={tool} words={words} />
      ))}
      {shown.length < tools.length && (
        <li class="tw-tools-more">
          <Button kind="quiet" onClick={() => setAll(true)}>
            {t("servers.moreTools", { n: rest })}
          </Button>
        </li>
      )}
      {words.length === 0 && <OfferRow icon="comment" name={t("servers.prompts")} count={server.offers?.promptCount} />}
      {words.length === 0 && (
        <OfferRow
          icon="references"
          name={t("servers.resources")}
          count={server.offers && server.offers.resourceCount + server.offers.templateCount}
        />
      )}
    </ul>
  );
}

/** How many prompts or resources there are; none is not worth a line. */
function OfferRow({ icon, name, count = 0 }: { icon: string; name: string; count?: number | undefined }) {
  return count === 0 ? null : (
    <li>
      <div class="tw-node-row">
        <Icon name={icon} tone="quiet" />
        <span class="tw-node-name">{name}</span>
        <span class="tw-node-state">{formatNumber(count)}</span>
      </div>
    </li>
  );
}

interface ToolRowProps {
  server: ServerStatus;
  tool: ToolSummary;
  words: readonly string[];
}

function ToolRow({ server, tool, words }: ToolRowProps) {
  const broken = tool.quarantined !== undefined;
  return (
    <li class={classes("tw-node", (broken || tool.off === true) && "is-off")}>
      <div class="tw-node-row" title={tool.quarantined ?? tool.description ?? tool.name}>
        <Icon name={broken ? "warning" : "tools"} tone={broken ? "warn" : "quiet"} />
        <span class="tw-node-name">
          <Hits text={tool.title ?? tool.name} words={words} />
        </span>
        <span class="tw-node-state">{broken ? t("servers.quarantined") : tool.description}</span>
        {!broken && (
          <>
            {tool.tokens !== undefined && <span class="tw-node-cost">{formatTokens(tool.tokens)}</span>}
            <Check
              row
              label={t("servers.offer", { name: tool.title ?? tool.name })}
              checked={tool.off !== true}
              onChange={(on) => switchTools(server, [tool.name], on)}
            />
          </>
        )}
      </div>
    </li>
  );
}
