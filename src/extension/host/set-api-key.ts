import * as vscode from "vscode";
import type { Secrets } from "../ports/secrets.ts";
import { hostOf } from "../providers/base-url.ts";
import type { ProviderConfig } from "../providers/provider-config.ts";
import { addCompatibleApi, addModelsOf, addNewProvider, askForKey, type ProviderStart } from "./add-models.ts";
import type { ModelDirectory } from "./model-directory.ts";
import { keyNameOf } from "./vscode-secrets.ts";

/**
 * Asks for a provider's key and keeps it in the secret storage. Without a provider it asks which one; the two vendors
 * and any compatible API are offered as well, and are added to the settings with the models that the person chooses.
 */
export async function setApiKey(
  models: ModelDirectory,
  secrets: Secrets,
  providerId: string | undefined,
): Promise<void> {
  const provider = configured(models).find(({ id }) => id === providerId);
  const vendor = vendors.find(({ start }) => start.id === providerId)?.start;
  if (provider !== undefined) {
    return keepKey(models, secrets, provider);
  }
  if (vendor !== undefined) {
    return addNewProvider(models, secrets, vendor);
  }
  const picked = await vscode.window.showQuickPick(choices(models, secrets), {
    title: vscode.l10n.t("Provider"),
    placeHolder: vscode.l10n.t("Whose API key is it?"),
  });
  await picked?.run();
}

/** Removes a provider's key. */
export async function clearApiKey(models: ModelDirectory, secrets: Secrets): Promise<void> {
  const picked = await vscode.window.showQuickPick(
    configured(models).map((provider) => ({ label: provider.label, description: provider.id, provider })),
    { title: vscode.l10n.t("Provider"), placeHolder: vscode.l10n.t("Whose API key is it?") },
  );
  if (picked !== undefined) {
    await secrets.delete(keyNameOf(picked.provider));
    await models.refreshKeys();
    void vscode.window.showInformationMessage(vscode.l10n.t("The key of {0} was removed.", picked.provider.label));
  }
}

/** The vendors' own APIs. `wished` are marked in the list of their models. */
const vendors: readonly { name: string; host: string; start: ProviderStart }[] = [
  {
    name: "OpenAI",
    host: "api.openai.com",
    start: { id: "openai", kind: "openai-chat", wished: ["gpt-4.1", "gpt-4.1-mini"] },
  },
  {
    name: "Anthropic",
    host: "api.anthropic.com",
    start: { id: "anthropic", kind: "anthropic", wished: ["claude-sonnet-4-5", "claude-haiku-4-5"] },
  },
];

function configured(models: ModelDirectory): ProviderConfig[] {
  return models.providers().filter(({ kind }) => kind !== "demo");
}

interface Choice extends vscode.QuickPickItem {
  run(): Promise<void>;
}

function choices(models: ModelDirectory, secrets: Secrets): Choice[] {
  const present = configured(models);
  const missing = vendors.filter(({ start, host }) =>
    present.every(({ id, baseUrl }) => id !== start.id && hostOf(baseUrl) !== host),
  );
  return [
    ...present.map((provider) => ({
      label: provider.label,
      description: provider.id,
      run: () => keepKey(models, secrets, provider),
    })),
    ...missing.map(({ name, start }) => ({
      label: name,
      description: start.id,
      run: () => addNewProvider(models, secrets, start),
    })),
    {
      label: vscode.l10n.t("Compatible API"),
      description: vscode.l10n.t("OpenAI's format, at an address of your own"),
      run: () => addCompatibleApi(models, secrets, "openai-chat"),
    },
    {
      label: vscode.l10n.t("Compatible API (Anthropic)"),
      description: vscode.l10n.t("Anthropic's format, at an address of your own"),
      run: () => addCompatibleApi(models, secrets, "anthropic"),
    },
  ];
}

async function keepKey(models: ModelDirectory, secrets: Secrets, provider: ProviderConfig): Promise<void> {
  const key = await askForKey(provider.label, false);
  if (key === undefined) {
    return;
  }
  await secrets.store(keyNameOf(provider), key);
  await models.refreshKeys();
  if (provider.models.length === 0) {
    return addModelsOf(models, secrets, provider.id);
  }
  const first = models.options().find((option) => option.provider === provider.id);
  if (models.selectedId() === undefined && first !== undefined) {
    await models.select(first.id);
  }
}
