import type { ModelOption } from "../../shared/panel-state.ts";
import { Button } from "../controls/button.tsx";
import { post } from "../host-bridge.ts";
import { Icon } from "../icon.tsx";
import { modelsByProvider } from "../models.ts";
import { page, panel } from "../store.ts";
import { comma, t, tParts } from "../strings.ts";
import { FoundServers, SearchState } from "./found-servers.tsx";
import { Mark } from "./mark.tsx";
import { Offer } from "./offer.tsx";
import { ProblemNotes } from "./problem-notes.tsx";
import { firstToReview, reviewServer } from "./server-review-state.ts";

/** Before a model is chosen: what there is to choose from, the workspace's servers, where keys are kept. */
export function FirstRun() {
  const groups = modelsByProvider(panel.value.models);
  return (
    <div class="tw-view">
      <div class="tw-empty">
        <div class="tw-empty-head">
          <Mark />
          <h2>{t("start.title")}</h2>
          <p>{t("start.text")}</p>
        </div>
        <ul class="tw-offers">
          {groups.filter(isReal).map((models) => (
            <ProviderOffer key={models[0]?.provider} models={models} />
          ))}
          <FoundServers />
          <Offer
            icon="key"
            name={t("start.key")}
            text={t("start.keyText")}
            onClick={() => post({ type: "action", id: "set_api_key" })}
          />
          {groups
            .filter((models) => !isReal(models))
            .map(([demo]) => (
              <Offer
                key="demo"
                icon="play-circle"
                name={t("start.demo")}
                text={t("start.demoText")}
                onClick={() => choose(demo)}
              />
            ))}
        </ul>
        <SearchState />
        <ProblemNotes />
        <WorkspaceServers />
        <div class="tw-note is-last">
          <Icon name="lock-small" />
          <span>{t("start.keyStored")}</span>
        </div>
      </div>
    </div>
  );
}

function ProviderOffer({ models }: { models: readonly ModelOption[] }) {
  const [first] = models;
  if (first === undefined) {
    return null;
  }
  const listed = listOf(models);
  return first.needsKey ? (
    <Offer
      icon={iconOf(first)}
      name={first.providerLabel}
      text={t("start.providerKey")}
      onClick={() => post({ type: "action", id: "set_api_key", argument: first.provider })}
    />
  ) : (
    <Offer
      icon={iconOf(first)}
      name={first.providerLabel}
      text={first.kind === "vscode-lm" ? t("start.vscodeText", { list: listed }) : listed}
      found
      onClick={() => choose(first)}
    />
  );
}

function WorkspaceServers() {
  const { servers, trusted } = panel.value;
  const sources = [...new Set(servers.map((server) => server.launch.source))];
  const unseen = firstToReview();
  const unseenCount = servers.filter((server) => server.state === "needs-consent").length;
  if (servers.length === 0) {
    return null;
  }
  return (
    <section>
      <h3 class="tw-section-label">{t("start.serversTitle")}</h3>
      <div class="tw-note">
        <Icon name="mcp" />
        <span>
          {tParts("start.serversText", {
            file: (
              <span class="tw-mono" key="file">
                {sources.join(comma())}
              </span>
            ),
            n: servers.length,
          })}
        </span>
      </div>
      {!trusted && (
        <div class="tw-note">
          <Icon name="workspace-untrusted" tone="warn" />
          <span>{t("start.untrusted")}</span>
        </div>
      )}
      <div class="tw-actions">
        {unseen !== undefined && trusted ? (
          <Button onClick={() => reviewServer(unseen)}>{t("start.review", { n: unseenCount })}</Button>
        ) : (
          <Button
            onClick={() => {
              page.value = "servers";
            }}
          >
            {t("start.reviewList", { n: servers.length })}
          </Button>
        )}
      </div>
    </section>
  );
}

function choose(model: ModelOption | undefined): void {
  if (model !== undefined) {
    post({ type: "select_model", modelId: model.id });
  }
}

function isReal(models: readonly ModelOption[]): boolean {
  return models[0]?.kind !== "demo";
}

/** Names few of many: providers may have hundreds of models. */
function listOf(models: readonly ModelOption[]): string {
  const n = models.length;
  const names = models.slice(0, n > 4 ? 3 : n).map((model) => model.label);
  const list = names.join(comma());
  return n > names.length
    ? t("start.providerMany", { n: n - names.length, list })
    : t("start.providerText", { n, list });
}

function iconOf(model: ModelOption): string {
  if (model.kind === "vscode-lm") {
    return "vscode";
  }
  return model.local ? "vm" : "cloud";
}
