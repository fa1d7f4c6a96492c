import { useEffect, useState } from "preact/hooks";
import type { FoundServer } from "../../shared/panel-state.ts";
import { Button } from "../controls/button.tsx";
import { post } from "../host-bridge.ts";
import { Icon, Spinner } from "../icon.tsx";
import { panel } from "../store.ts";
import { t } from "../strings.ts";
import { Offer, OfferWithChoice } from "./offer.tsx";

/** So many models of a server are shown before the person asks for the others. */
const fewModels = 6;

/** Rows for the model servers that answer on this computer; the page that shows them has the host look for them. */
export function FoundServers() {
  useEffect(() => post({ type: "discover" }), []);
  return (
    <>
      {panel.value.discovery?.servers.map((server) => (
        <FoundServerOffer key={server.baseUrl} server={server} />
      ))}
    </>
  );
}

function FoundServerOffer({ server }: { server: FoundServer }) {
  const [all, setAll] = useState(false);
  const { models, needsKey, baseUrl } = server;
  const [only] = models;
  const words = { icon: "vm", name: t("start.local", { name: server.label }), found: true };
  const add = (model?: string): void => post({ type: "add_found", baseUrl, ...(model === undefined ? {} : { model }) });
  if (only === undefined || needsKey) {
    return <Offer {...words} text={needsKey ? t("start.localKey") : t("start.localEmpty")} onClick={() => add()} />;
  }
  if (models.length === 1) {
    return <Offer {...words} text={only.label} onClick={() => add(only.name)} />;
  }
  const shown = all || models.length === fewModels + 1 ? models : models.slice(0, fewModels);
  return (
    <OfferWithChoice {...words} text={t("start.localChoose", { n: models.length })}>
      {shown.map(({ name, label }) => (
        <Button key={name} onClick={() => add(name)}>
          {label}
        </Button>
      ))}
      {shown.length < models.length && (
        <Button kind="quiet" onClick={() => setAll(true)}>
          {t("start.localMore", { n: models.length - shown.length })}
        </Button>
      )}
    </OfferWithChoice>
  );
}

/** Says that the search runs, or that it found nothing, with a way to start it again. */
export function SearchState() {
  const { discovery } = panel.value;
  if (discovery === undefined) {
    return null;
  }
  const { running, servers } = discovery;
  const n = servers.length;
  const hasOwn = panel.value.models.some(({ local, kind }) => local && kind !== "demo");
  const found = n > 0 ? t("start.localFound", { n }) : hasOwn ? t("start.noOtherLocal") : t("start.noLocal");
  return (
    <div class="tw-note">
      {running ? <Spinner /> : <Icon name="vm" />}
      <span>
        <span role="status">{running ? t("start.looking") : found}</span>{" "}
        {!running && (
          <button type="button" class="tw-link" onClick={() => post({ type: "discover" })}>
            {t("start.lookAgain")}
          </button>
        )}
      </span>
    </div>
  );
}
