import * as vscode from "vscode";
import type { Secrets } from "../ports/secrets.ts";
import { type ProviderConfig, readProviders } from "../providers/provider-config.ts";
import type { ModelDirectory } from "./model-directory.ts";
import { keyNameOf } from "./vscode-secrets.ts";

/**
 * Asks for a provider's key and keeps it in the secret storage. Without a provider it asks which one; the two vendors
 * are offered even when the settings do not name them, and are then added to the settings with a model to start with.
 */
export async function setApiKey(
  models: ModelDirectory,
  secrets: Secrets,
  providerId: string | undefined,
): Promise<void> {
  const provider = providerId === undefined ? await pickProvider(models) : providerNamed(models, providerId);
  if (provider === undefined) {
    return;
  }
  const key = await vscode.window.showInputBox({
    title: vscode.l10n.t("API key of {0}", provider.label),
    prompt: vscode.l10n.t("The key is kept in VS Code's secret storage, never in a file."),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() === "" ? vscode.l10n.t("Enter the key, or press Escape to cancel.") : undefined,
  });
  if (key === undefined) {
    return;
  }
  await secrets.store(keyNameOf(provider), key.trim());
  if (provider.addition !== undefined) {
    await addProvider(provider.addition);
  }
  await models.refreshKeys();
  if (models.selectedId() === undefined) {
    const first = models.options().find((option) => option.provider === provider.id);
    if (first !== undefined) {
      await models.select(first.id);
    }
  }
}

/** Removes a provider's key. */
export async function clearApiKey(models: ModelDirectory, secrets: Secrets): Promise<void> {
  const provider = await pickProvider(models);
  if (provider !== undefined) {
    await secrets.delete(keyNameOf(provider));
    await models.refreshKeys();
    void vscode.window.showInformationMessage(vscode.l10n.t("The key of {0} was removed.", provider.label));
  }
}

type ProviderEntry = { id: string; kind: string; models: string[] };

interface ProviderChoice extends ProviderConfig {
  /** The entry to add to `toolweave.providers`. */
  addition?: ProviderEntry;
}

/** What a vendor's entry starts with; the user changes it in the settings. */
const vendors: readonly ProviderEntry[] = [
  { id: "openai", kind: "openai-chat", models: ["gpt-4.1", "gpt-4.1-mini"] },
  { id: "anthropic", kind: "anthropic", models: ["claude-sonnet-4-5", "claude-haiku-4-5"] },
];

function choices(models: ModelDirectory): ProviderChoice[] {
  const configured = models.providers().filter(({ kind }) => kind !== "demo");
  const missing = vendors.filter(({ id, kind }) =>
    configured.every((provider) => provider.id !== id && provider.kind !== kind),
  );
  return [
    ...configured,
    ...missing.flatMap((addition) =>
      readProviders([addition]).providers.map((provider) => ({ ...provider, addition })),
    ),
  ];
}

function providerNamed(models: ModelDirectory, id: string): ProviderChoice | undefined {
  return choices(models).find((choice) => choice.id === id);
}

async function pickProvider(models: ModelDirectory): Promise<ProviderChoice | undefined> {
  const picked = await vscode.window.showQuickPick(
    choices(models).map((choice) => ({ label: choice.label, description: choice.id, choice })),
    { title: vscode.l10n.t("Provider"), placeHolder: vscode.l10n.t("Whose API key is it?") },
  );
  return picked?.choice;
}

async function addProvider(entry: ProviderEntry): Promise<void> {
  const configuration = vscode.workspace.getConfiguration("toolweave");
  const where = configuration.inspect<unknown[]>("providers");
  const inWorkspace = where?.workspaceValue !== undefined;
  const current = (inWorkspace ? where?.workspaceValue : where?.globalValue) ?? [];
  const target = inWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await configuration.update("providers", [...(Array.isArray(current) ? current : []), entry], target);
}
