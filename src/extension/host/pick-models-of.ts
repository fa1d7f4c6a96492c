import * as vscode from "vscode";
import { systemClock } from "../ports/system-clock.ts";
import { listModels, type ModelList } from "../providers/list-models.ts";
import type { ModelConfig, ProviderConfig } from "../providers/provider-config.ts";
import { localized } from "./localized.ts";

export interface PickModelsOptions {
  provider: ProviderConfig;
  key(): Promise<string | undefined>;
  /** Asks for another key and keeps it. */
  enterKey(): Promise<void>;
  /** Names that are marked from the start. */
  wished?: readonly string[];
  /** Names that are left out, for they are configured. */
  present?: readonly string[];
}

/**
 * Lists what a provider offers and lets the person choose several. When there is no list, says why and offers to try
 * again or to write the names. Undefined when the person gave up.
 */
export async function pickModelsOf(options: PickModelsOptions): Promise<ModelConfig[] | undefined> {
  const { provider, present = [] } = options;
  for (;;) {
    const list = await listWithProgress(options);
    if (list === undefined) {
      return undefined;
    }
    const offered = list.models.filter(({ name }) => !present.includes(name));
    if (offered.length > 0) {
      return pickFrom(offered, options);
    }
    const problem =
      list.problem !== undefined
        ? localized(list.problem)
        : present.length > 0
          ? vscode.l10n.t("{0} lists no other models than those you have.", provider.label)
          : vscode.l10n.t("{0} lists no models. Write their names, or load one there and try again.", provider.label);
    const answer = await askAfter(problem, list.problem?.action?.id === "set_api_key" ? options.enterKey : undefined);
    if (answer !== "again") {
      return answer;
    }
  }
}

async function listWithProgress({ provider, key }: PickModelsOptions): Promise<ModelList | undefined> {
  return vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t("Asking {0} for its models", provider.label),
      cancellable: true,
    },
    async (_, token) => {
      const stop = new AbortController();
      const listening = token.onCancellationRequested(() => stop.abort());
      try {
        const list = await listModels(provider, { key, clock: systemClock }, stop.signal);
        return stop.signal.aborted ? undefined : list;
      } finally {
        listening.dispose();
      }
    },
  );
}

async function pickFrom(
  models: readonly ModelConfig[],
  { provider, wished = [] }: PickModelsOptions,
): Promise<ModelConfig[] | undefined> {
  const picked = await vscode.window.showQuickPick(
    models.map((model) => ({
      label: model.label ?? model.name,
      description: [
        ...(model.label === undefined ? [] : [model.name]),
        ...(model.contextWindow === undefined
          ? []
          : [vscode.l10n.t("{0}k window", Math.round(model.contextWindow / 1000))]),
      ].join(", "),
      picked: wished.includes(model.name),
      model,
    })),
    {
      title: vscode.l10n.t("Models of {0}", provider.label),
      placeHolder: vscode.l10n.t("Which models do you want to use?"),
      canPickMany: true,
      matchOnDescription: true,
      ignoreFocusOut: true,
    },
  );
  return picked === undefined || picked.length === 0 ? undefined : picked.map(({ model }) => model);
}

async function askAfter(
  problem: string,
  enterKey: (() => Promise<void>) | undefined,
): Promise<"again" | ModelConfig[] | undefined> {
  const again = vscode.l10n.t("Try Again");
  const write = vscode.l10n.t("Write Model Names");
  const setKey = vscode.l10n.t("Set API Key");
  const actions = enterKey === undefined ? [again, write] : [setKey, again, write];
  const answer = await vscode.window.showErrorMessage(problem, ...actions);
  if (answer === setKey) {
    await enterKey?.();
    return "again";
  }
  return answer === again ? "again" : answer === write ? writeNames() : undefined;
}

async function writeNames(): Promise<ModelConfig[] | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t("Model names"),
    prompt: vscode.l10n.t("As the provider knows them, with commas between them."),
    ignoreFocusOut: true,
    validateInput: (value) =>
      namesIn(value).length === 0 ? vscode.l10n.t("Enter a name, or press Escape to cancel.") : undefined,
  });
  return text === undefined ? undefined : namesIn(text).map((name) => ({ name }));
}

function namesIn(text: string): string[] {
  return [...new Set(text.split(/[,，\n]/).map((name) => name.trim()))].filter((name) => name !== "");
}
