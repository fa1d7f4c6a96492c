import { useLayoutEffect, useRef } from "preact/hooks";
import type { LaunchFacts, ServerStatus } from "../../shared/panel-state.ts";
import { AskBox } from "../controls/ask-box.tsx";
import { Button } from "../controls/button.tsx";
import { type Fact, Facts } from "../controls/facts.tsx";
import { IconButton } from "../controls/icon-button.tsx";
import { post } from "../host-bridge.ts";
import { panel } from "../store.ts";
import { t, tParts } from "../strings.ts";
import { reviewedServer, serversToReview } from "./server-review-state.ts";

/** Keys that were meant for something else never answer: so long after a question appears they are not heard, ms. */
const deafTime = 500;

/** Asks whether a server may start: the exact command, its folder, the names of its variables. */
export function ServerReview({ server }: { server: ServerStatus }) {
  const { launch } = server;
  const shownAt = useRef(performance.now());
  const accept = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => accept.current?.focus(), []);
  const answer = (accepted: boolean): void => {
    if (performance.now() - shownAt.current < deafTime) {
      return;
    }
    post({ type: "consent", serverName: server.name, launchHash: launch.hash, accept: accepted });
    reviewedServer.value = serversToReview().find((name) => name !== server.name);
  };
  const hearKey = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() === "d" && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      answer(false);
    }
  };
  return (
    <div class="tw-pad">
      <AskBox
        title={t("launch.title", { server: server.name })}
        text={tParts(isRemote(launch) ? "launch.textRemote" : "launch.text", {
          file: (
            <span class="tw-mono" key="file">
              {launch.source}
            </span>
          ),
        })}
        count={<ReviewCount name={server.name} />}
        onKeyDown={hearKey}
        foot={
          <div class="tw-actions">
            <Button kind="main" shortcut="⏎" onClick={() => answer(true)} buttonRef={accept}>
              {t("launch.accept")}
            </Button>
            <Button shortcut="D" onClick={() => answer(false)}>
              {t("launch.reject")}
            </Button>
          </div>
        }
      >
        <div class="tw-part-head">
          <h4>{t(isRemote(launch) ? "launch.address" : "launch.command")}</h4>
          <span class="tw-clip" />
          <div class="tw-icons">
            <IconButton
              icon="copy"
              label={t("action.copy")}
              onClick={() => post({ type: "copy", text: launch.command })}
            />
          </div>
        </div>
        <div class="tw-code is-spaced">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long command scrolls, and keys must be able to. */}
          <pre class="tw-pre is-wrap" tabIndex={0}>
            {launch.command}
          </pre>
        </div>
        <Facts facts={launchFacts(launch)} />
      </AskBox>
    </div>
  );
}

/** Pages through the servers that wait for an answer. */
function ReviewCount({ name }: { name: string }) {
  const names = serversToReview();
  const at = names.indexOf(name);
  if (names.length < 2 || at < 0) {
    return null;
  }
  const go = (step: number): void => {
    reviewedServer.value = names[(at + step + names.length) % names.length];
  };
  return (
    <span class="tw-ask-count">
      <IconButton icon="chevron-left" label={t("action.previous")} onClick={() => go(-1)} />
      <span class="tw-num">{t("ask.count", { a: at + 1, n: names.length })}</span>
      <IconButton icon="chevron-right" label={t("action.next")} onClick={() => go(1)} />
    </span>
  );
}

/** The server under review, or `undefined` when it is gone or wants no answer any more. */
export function serverUnderReview(): ServerStatus | undefined {
  return panel.value.servers.find((server) => server.name === reviewedServer.value && server.state === "needs-consent");
}

function launchFacts(launch: LaunchFacts): Fact[] {
  const mono = (text: string) => <span class="tw-mono">{text}</span>;
  return [
    ...(launch.cwd === undefined ? [] : [{ name: t("launch.folder"), value: mono(launch.cwd) }]),
    ...(launch.env.length === 0
      ? []
      : [
          {
            name: t("launch.env"),
            value: launch.env.map(({ name, value }) => (
              <span class="tw-variable" key={name}>
                <span class="tw-mono">{value === undefined ? name : `${name}=${value}`}</span>
                {value === undefined && <span class="tw-quiet"> {t("launch.secret")}</span>}
              </span>
            )),
          },
        ]),
    ...(launch.headers.length === 0
      ? []
      : [
          {
            name: t("launch.headers"),
            value: launch.headers.map((header) => (
              <span class="tw-variable tw-mono" key={header}>
                {header}
              </span>
            )),
          },
        ]),
  ];
}

function isRemote(launch: LaunchFacts): boolean {
  return /^https?:\/\//.test(launch.command);
}
