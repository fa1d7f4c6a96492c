import { computed } from "@preact/signals";
import type { ModelOption, ServerStatus } from "../shared/panel-state.ts";
import { panel } from "./store.ts";
import { t } from "./strings.ts";

/** The model that answers the next message. */
export const selectedModel = computed<ModelOption | undefined>(() =>
  panel.value.models.find((model) => model.id === panel.value.selectedModelId),
);

/** Everything that tools come from: the servers, and VS Code itself when it has some. */
export const toolSources = computed<readonly ServerStatus[]>(() => {
  const { servers, vscodeTools } = panel.value;
  return vscodeTools === undefined ? servers : [...servers, vscodeTools];
});

/** Tools of sources that are ready, without the broken ones. */
export const offeredToolCount = computed(() =>
  toolSources.value
    .filter((server) => server.state === "ready")
    .reduce(
      (sum, server) => sum + server.tools.filter((tool) => tool.quarantined === undefined && tool.off !== true).length,
      0,
    ),
);

/** How the model gets its tools, in words. */
export function modeLabel(mode: ModelOption["toolMode"]): string {
  switch (mode) {
    case "native":
      return t("models.native");
    case "text":
      return t("models.text");
    case "guided":
      return t("models.guided");
    case "auto":
      return t("models.auto");
  }
}

/** The models of each provider, in the order in which the host lists them. */
export function modelsByProvider(models: readonly ModelOption[]): ModelOption[][] {
  const groups = new Map<string, ModelOption[]>();
  for (const model of models) {
    groups.set(model.provider, [...(groups.get(model.provider) ?? []), model]);
  }
  return [...groups.values()];
}
