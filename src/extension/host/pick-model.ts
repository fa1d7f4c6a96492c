import * as vscode from "vscode";
import type { Secrets } from "../ports/secrets.ts";
import type { ModelDirectory } from "./model-directory.ts";
import { setApiKey } from "./set-api-key.ts";

/** Asks which model should answer, and for the key where one is missing. */
export async function pickModel(models: ModelDirectory, secrets: Secrets): Promise<void> {
  const selected = models.selectedId();
  const picked = await vscode.window.showQuickPick(
    models.options().map((option) => ({
      label: option.label,
      description: option.providerLabel === option.label ? "" : option.providerLabel,
      detail: [
        ...(option.id === selected ? [vscode.l10n.t("Chosen now")] : []),
        ...(option.needsKey ? [vscode.l10n.t("Needs an API key")] : []),
      ].join(", "),
      option,
    })),
    {
      title: vscode.l10n.t("Model"),
      placeHolder: vscode.l10n.t("Which model should answer?"),
      matchOnDescription: true,
    },
  );
  if (picked === undefined) {
    return;
  }
  await models.select(picked.option.id);
  if (picked.option.needsKey) {
    await setApiKey(models, secrets, picked.option.provider);
  }
}
