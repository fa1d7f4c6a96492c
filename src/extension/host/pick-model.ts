import * as vscode from "vscode";
import type { ModelOption } from "../../shared/panel-state.ts";
import type { Secrets } from "../ports/secrets.ts";
import { addModelsOf } from "./add-models.ts";
import type { ModelDirectory } from "./model-directory.ts";
import { setApiKey } from "./set-api-key.ts";

interface Row extends vscode.QuickPickItem {
  take(): Promise<void>;
}

/** Asks which model should answer, and for the key where one is missing; leads to more models of each provider. */
export async function pickModel(models: ModelDirectory, secrets: Secrets): Promise<void> {
  const picked = await vscode.window.showQuickPick<Row>(listed(models, secrets), {
    title: vscode.l10n.t("Model"),
    placeHolder: vscode.l10n.t("Which model should answer?"),
    matchOnDescription: true,
  });
  await picked?.take();
}

/** The models that VS Code has itself are asked for when somebody looks. */
async function listed(models: ModelDirectory, secrets: Secrets): Promise<Row[]> {
  await models.wake();
  return rows(models, secrets);
}

function rows(models: ModelDirectory, secrets: Secrets): Row[] {
  const selected = models.selectedId();
  const listing = models.providers().filter(({ kind }) => kind !== "demo");
  return [
    ...models.options().map((option) => ({
      label: option.label,
      description: option.providerLabel === option.label ? "" : option.providerLabel,
      detail: detailsOf(option, selected).join(", "),
      take: async () => {
        await models.select(option.id);
        if (option.needsKey) {
          await setApiKey(models, secrets, option.provider);
        }
      },
    })),
    { label: "", kind: vscode.QuickPickItemKind.Separator, take: async () => undefined },
    ...listing.map(({ id, label }) => ({
      label: `$(add) ${vscode.l10n.t("More models of {0}", label)}`,
      take: () => addModelsOf(models, secrets, id),
    })),
    {
      label: `$(key) ${vscode.l10n.t("Add a provider or set a key")}`,
      take: () => setApiKey(models, secrets, undefined),
    },
  ];
}

function detailsOf(option: ModelOption, selected: string | undefined): string[] {
  const { contextWindow, reasoningEffort } = option;
  return [
    ...(option.id === selected ? [vscode.l10n.t("Chosen now")] : []),
    ...(option.needsKey ? [vscode.l10n.t("Needs an API key")] : []),
    ...(contextWindow === undefined ? [] : [vscode.l10n.t("{0}k window", Math.round(contextWindow / 1000))]),
    ...(reasoningEffort === undefined ? [] : [vscode.l10n.t("Reasoning: {0}", reasoningEffort)]),
  ];
}
