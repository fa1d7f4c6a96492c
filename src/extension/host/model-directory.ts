import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import type { Localizable } from "../../shared/localizable.ts";
import type { ModelOption } from "../../shared/panel-state.ts";
import type { Log } from "../ports/log.ts";
import type { ModelClient } from "../ports/model.ts";
import type { ModelMemory } from "../ports/model-memory.ts";
import type { ResolvedModel } from "../ports/resolved-model.ts";
import type { Secrets } from "../ports/secrets.ts";
import { systemClock } from "../ports/system-clock.ts";
import { isThisComputer, reachOf } from "../providers/base-url.ts";
import { createModelClient, environmentKey } from "../providers/create-model-client.ts";
import type { ModelConfig, ProviderConfig } from "../providers/provider-config.ts";
import type { Settings } from "./settings.ts";
import type { VscodeModels } from "./vscode-models.ts";
import { keyNameOf } from "./vscode-secrets.ts";

const selectedKey = "toolweave.selectedModel";
/** Tokens of a reply when the user has not said how many. A request always carries a limit. */
const defaultOutputTokens = 8_192;

export interface ModelDirectoryOptions {
  settings: Settings;
  secrets: Secrets;
  memory: ModelMemory;
  log: Log;
  /** Remembers the picked model for this workspace. */
  workspaceState: vscode.Memento;
  /** The models that VS Code offers itself. */
  vscodeModels?: VscodeModels;
}

/** The models that can be picked, the picked one, and how to talk to it. */
export class ModelDirectory implements vscode.Disposable {
  readonly #options: ModelDirectoryOptions;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  /** Providers of which it is known that they have a key. */
  readonly #keyed = new Set<string>();
  readonly #clients = new Map<string, { entry: string; client: ModelClient }>();

  constructor(options: ModelDirectoryOptions) {
    this.#options = options;
  }

  providers(): ProviderConfig[] {
    return this.#options.settings.providers().providers;
  }

  options(): ModelOption[] {
    const configured = this.providers().flatMap((provider) =>
      provider.models.map((model) => this.#optionOf(provider, model)),
    );
    return [...configured, ...(this.#options.vscodeModels?.options(this.#wanted()[0]) ?? [])];
  }

  /** Lists the models that nobody configured, from now on; resolves when they were asked for once. */
  async wake(): Promise<void> {
    await this.#options.vscodeModels?.wake();
  }

  /** The picked model, else the configured default; absent when neither is there any more. */
  selectedId(): string | undefined {
    const ids = this.options().map(({ id }) => id);
    return this.#wanted().find((id) => ids.includes(id));
  }

  async select(modelId: string): Promise<void> {
    await this.#options.workspaceState.update(selectedKey, modelId);
    this.#changed.fire();
  }

  /** The first model that somebody adds answers in other workspaces too; a default that is set stays. */
  async makeDefault(modelId: string): Promise<void> {
    const { settings } = this.#options;
    if (settings.defaultModelId() === undefined) {
      await settings.setDefaultModelId(modelId);
    }
  }

  /** Looks again which providers have keys: at start, and when keys or settings change. */
  async refreshKeys(): Promise<void> {
    for (const provider of this.providers()) {
      if (!(await this.#hasKey(provider))) {
        this.#keyed.delete(provider.id);
      } else {
        this.#keyed.add(provider.id);
      }
    }
    this.#changed.fire();
  }

  /** The key that is used for a provider: the stored one, else the vendor's own from the environment. */
  async keyOf(provider: ProviderConfig): Promise<string | undefined> {
    return (await this.#options.secrets.get(keyNameOf(provider))) ?? environmentKey(provider);
  }

  /** A model, the selected one unless another is named, ready to be asked, or why there is none. */
  resolve(id = this.selectedId()): ResolvedModel | Localizable {
    const provider = this.providers().find((item) => item.models.some((model) => idOf(item, model) === id));
    const model = provider?.models.find((item) => idOf(provider, item) === id);
    const ofVscode = id === undefined || model !== undefined ? undefined : this.#options.vscodeModels?.resolve(id);
    if (ofVscode !== undefined) {
      return ofVscode;
    }
    if (id === undefined || provider === undefined || model === undefined) {
      return { message: "No model is chosen. Choose one, then send the message again.", key: "error.noModel" };
    }
    const client = this.#clientOf(provider);
    const { toolMode, textFormat, temperature, reasoningEffort } = model;
    const memoryKey = memoryKeyOf(provider, model);
    const verdict = this.#options.memory.get(memoryKey);
    const contextWindow = model.contextWindow ?? verdict?.facts?.contextWindow;
    const vision = model.vision ?? verdict?.vision;
    return {
      id,
      client,
      model: model.name,
      label: model.label ?? model.name,
      toolMode: toolMode ?? "auto",
      maxOutputTokens: model.maxOutputTokens ?? defaultOutputTokens,
      memoryKey,
      ...(vision === undefined ? {} : { vision }),
      ...(textFormat === undefined ? {} : { textFormat }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
      ...(contextWindow === undefined ? {} : { contextWindow }),
    };
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** The picked model, then the configured default, whether they are there or not. */
  #wanted(): string[] {
    const { workspaceState, settings } = this.#options;
    return [workspaceState.get<string>(selectedKey), settings.defaultModelId()].filter((id) => id !== undefined);
  }

  async #hasKey(provider: ProviderConfig): Promise<boolean> {
    try {
      return (await this.keyOf(provider)) !== undefined;
    } catch (cause) {
      this.#options.log.error(`VS Code could not read whether ${provider.label} has a key.`, cause);
      return false;
    }
  }

  /** One client as long as the provider's entry stays the same: it remembers which parameters its server takes. */
  #clientOf(provider: ProviderConfig): ModelClient {
    const entry = JSON.stringify(provider);
    const known = this.#clients.get(provider.id);
    if (known?.entry === entry) {
      return known.client;
    }
    const client = createModelClient(provider, {
      key: () => this.#options.secrets.get(keyNameOf(provider)),
      clock: systemClock,
      log: this.#options.log,
      newId: randomUUID,
    });
    this.#clients.set(provider.id, { entry, client });
    return client;
  }

  #optionOf(provider: ProviderConfig, model: ModelConfig): ModelOption {
    const toolMode = model.toolMode ?? "auto";
    const verdict = this.#options.memory.get(memoryKeyOf(provider, model));
    const contextWindow = model.contextWindow ?? verdict?.facts?.contextWindow;
    const isDemo = provider.kind === "demo";
    const mayNeedKey = !isDemo && reachOf(provider.baseUrl) === "public";
    return {
      id: idOf(provider, model),
      provider: provider.id,
      providerLabel: provider.label,
      kind: provider.kind,
      model: model.name,
      label: model.label ?? model.name,
      toolMode: toolMode === "auto" ? (verdict?.toolMode ?? "auto") : toolMode,
      local: isDemo || isThisComputer(provider.baseUrl),
      needsKey: mayNeedKey && !this.#keyed.has(provider.id) && !hasOwnCredentials(provider),
      ...(contextWindow === undefined ? {} : { contextWindow }),
      ...(model.reasoningEffort === undefined ? {} : { reasoningEffort: model.reasoningEffort }),
    };
  }
}

function idOf(provider: ProviderConfig, model: ModelConfig): string {
  return `${provider.id}/${model.name}`;
}

/** What was learned about a model holds for this address only. */
function memoryKeyOf(provider: ProviderConfig, model: ModelConfig): string {
  return `${provider.baseUrl} ${model.name}`;
}

/** The user may authenticate by a header of their own. */
function hasOwnCredentials(provider: ProviderConfig): boolean {
  return Object.keys(provider.headers).some((name) => /^(authorization|x-api-key|api-key)$/i.test(name));
}
