import * as vscode from "vscode";
import type { Secrets } from "../ports/secrets.ts";
import { hostOf, normaliseBaseUrl } from "../providers/base-url.ts";
import { type ProviderConfig, readProviders } from "../providers/provider-config.ts";
import type { ModelDirectory } from "./model-directory.ts";
import { pickModelsOf } from "./pick-models-of.ts";
import { addModels, addProvider, freeProviderId, type NewProvider } from "./provider-settings.ts";
import { keyNameOf } from "./vscode-secrets.ts";

/** A provider that is not in the settings yet. */
export type ProviderStart = Omit<NewProvider, "models"> & {
  /** Names that are marked in its list. */
  wished?: readonly string[];
};

/** Adds models of a provider of the settings; without one it asks whose. */
export async function addModelsOf(
  models: ModelDirectory,
  secrets: Secrets,
  providerId: string | undefined,
): Promise<void> {
  const configured = models.providers().filter(({ kind }) => kind !== "demo");
  const provider = configured.find(({ id }) => id === providerId) ?? (await pickConfigured(configured));
  if (provider === undefined) {
    return;
  }
  const present = provider.models.map(({ name }) => name);
  const chosen = await pickModelsOf({ provider, ...keyAccess(models, secrets, provider), present });
  if (chosen !== undefined) {
    await addModels(provider.id, chosen);
    await choose(models, `${provider.id}/${chosen[0]?.name}`);
  }
}

/** Asks for a provider's key, lists its models, and adds it with those that the person chooses. */
export async function addNewProvider(models: ModelDirectory, secrets: Secrets, start: ProviderStart): Promise<void> {
  const { wished = [], ...entry } = start;
  const provider = readProviders([{ ...entry, models: [] }]).providers[0];
  const key = provider === undefined ? undefined : await askForKey(provider.label, entry.baseUrl !== undefined);
  if (provider === undefined || key === undefined) {
    return;
  }
  if (key !== "") {
    await secrets.store(keyNameOf(provider), key);
  }
  const chosen = await pickModelsOf({ provider, ...keyAccess(models, secrets, provider), wished });
  if (chosen !== undefined) {
    await addProvider({ ...entry, models: chosen });
    await choose(models, `${entry.id}/${chosen[0]?.name}`);
  }
}

function keyAccess(models: ModelDirectory, secrets: Secrets, provider: ProviderConfig) {
  return {
    key: () => models.keyOf(provider),
    enterKey: async () => {
      const key = await askForKey(provider.label, false);
      return key === undefined ? undefined : secrets.store(keyNameOf(provider), key);
    },
  };
}

/** Asks for the address of any server that speaks one of the formats, then goes on like `addNewProvider`. */
export async function addCompatibleApi(
  models: ModelDirectory,
  secrets: Secrets,
  kind: ProviderStart["kind"],
): Promise<void> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t("Base URL"),
    prompt: vscode.l10n.t("The address of the API, without the path of an endpoint."),
    placeHolder: kind === "anthropic" ? "https://llm.example.com" : "https://llm.example.com/v1",
    ignoreFocusOut: true,
    validateInput: (value) =>
      normaliseBaseUrl(value) === undefined
        ? vscode.l10n.t("Enter an address that begins with http:// or https://.")
        : undefined,
  });
  const baseUrl = text === undefined ? undefined : normaliseBaseUrl(text);
  if (baseUrl === undefined) {
    return;
  }
  const label = hostOf(baseUrl) ?? baseUrl;
  const taken = models.providers().map(({ id }) => id);
  await addNewProvider(models, secrets, { id: freeProviderId(label, taken), kind, label, baseUrl });
}

/** Selects a model that was just added, and offers to find out what it can do. */
export async function choose(models: ModelDirectory, modelId: string): Promise<void> {
  await models.refreshKeys();
  const added = models.options().find(({ id }) => id === modelId);
  if (added === undefined) {
    void vscode.window.showErrorMessage(
      vscode.l10n.t("The settings do not have {0} yet. Look at toolweave.providers there.", modelId),
    );
    return;
  }
  await models.select(modelId);
  await models.makeDefault(modelId);
  const check = vscode.l10n.t("Check Model");
  void vscode.window
    .showInformationMessage(
      vscode.l10n.t("{0} is chosen. A check finds out how it uses tools best; it takes some requests.", added.label),
      check,
    )
    .then((answer) => (answer === check ? vscode.commands.executeCommand("toolweave.checkModel", modelId) : undefined));
}

async function pickConfigured(configured: readonly ProviderConfig[]): Promise<ProviderConfig | undefined> {
  if (configured.length === 0) {
    await vscode.commands.executeCommand("toolweave.setApiKey");
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    configured.map((provider) => ({ label: provider.label, description: provider.id, provider })),
    { title: vscode.l10n.t("Provider"), placeHolder: vscode.l10n.t("Whose models do you want to add?") },
  );
  return picked?.provider;
}

/** The key; empty when the server needs none; undefined when the person gave up. */
export async function askForKey(label: string, mayBeEmpty: boolean): Promise<string | undefined> {
  const key = await vscode.window.showInputBox({
    title: vscode.l10n.t("API key of {0}", label),
    prompt: mayBeEmpty
      ? vscode.l10n.t("The key is kept in VS Code's secret storage, never in a file. Leave it empty if there is none.")
      : vscode.l10n.t("The key is kept in VS Code's secret storage, never in a file."),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() === "" && !mayBeEmpty ? vscode.l10n.t("Enter the key, or press Escape to cancel.") : undefined,
  });
  return key?.trim();
}
