import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import type { ModelOption } from "../../shared/panel-state.ts";
import type { Log } from "../ports/log.ts";
import type { ModelClient, ModelFacts } from "../ports/model.ts";
import type { ModelMemory } from "../ports/model-memory.ts";
import type { ResolvedModel } from "../ports/resolved-model.ts";
import { systemClock } from "../ports/system-clock.ts";
import { createVscodeLmClient, factsOf } from "./vscode-lm-client.ts";

/** The first part of these models' ids, and the provider that replies of theirs are stored under. */
export const vscodeProvider = "vscode";
/** Tokens of a reply. A request always carries a limit; a model that does not take so many is asked without one. */
const outputTokens = 8_192;
/** ms that a list of models waits for the extensions behind VS Code's models to start. */
const listPatience = 3_000;

export interface VscodeModelsOptions {
  /** Whether the person wants these models (`toolweave.useVscodeModels`). */
  enabled(): boolean;
  memory: ModelMemory;
  log: Log;
}

/** A model as it was listed. `name` is `VENDOR/ID`. */
interface Listed {
  name: string;
  vendor: string;
  label: string;
  facts: ModelFacts;
}

/**
 * The models that VS Code offers to extensions: GitHub Copilot's and those of other extensions, without any
 * configuration. Listing them starts the extensions behind them, so nothing is asked before `wake`.
 */
export class VscodeModels implements vscode.Disposable {
  readonly #options: VscodeModelsOptions;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #clients = new Map<string, ModelClient>();
  #subscription: vscode.Disposable | undefined;
  #first: Promise<void> | undefined;
  /** Undefined until VS Code has answered for the first time. */
  #listed: readonly Listed[] | undefined;
  #listings = 0;

  constructor(options: VscodeModelsOptions) {
    this.#options = options;
  }

  /**
   * The person sees the panel or a list of models: from now on the list is kept up to date. Resolves when VS Code has
   * listed its models for the first time, or when that takes longer than anybody wants to look at an empty list.
   */
  async wake(): Promise<void> {
    if (this.#subscription === undefined && this.#options.enabled()) {
      this.#subscription = vscode.lm.onDidChangeChatModels(() => void this.refresh());
      const giveUp = new AbortController();
      const patience = systemClock.sleep(listPatience, giveUp.signal).catch(() => {});
      this.#first = Promise.race([this.refresh(), patience]).finally(() => giveUp.abort());
    }
    await this.#first;
  }

  /** Lists the models again. What an earlier listing brings late is left out. */
  async refresh(): Promise<void> {
    const listing = ++this.#listings;
    let chats: readonly vscode.LanguageModelChat[];
    try {
      chats = await vscode.lm.selectChatModels();
    } catch (cause) {
      this.#options.log.warn(`VS Code could not list its models: ${String(cause)}`);
      chats = [];
    }
    if (listing !== this.#listings) {
      return;
    }
    const before = JSON.stringify(this.#listed);
    this.#listed = distinct(chats.map(toListed));
    if (JSON.stringify(this.#listed) !== before) {
      this.#changed.fire();
    }
  }

  /**
   * What can be picked. `chosenId` is the id that was picked before: as long as nothing is listed it is among them, so
   * that a chat can go on with its model while the extensions behind it still start.
   */
  options(chosenId?: string): ModelOption[] {
    return this.#known(chosenId).map(({ name, vendor, label, facts }) => {
      const verdict = this.#options.memory.get(memoryKeyOf(name));
      return {
        id: idOf(name),
        provider: `${vscodeProvider}/${vendor}`,
        providerLabel: vendorLabel(vendor),
        kind: "vscode-lm",
        model: name,
        label,
        toolMode: facts.native === false ? "text" : (verdict?.toolMode ?? "auto"),
        local: false,
        needsKey: false,
        ...(facts.contextWindow === undefined ? {} : { contextWindow: facts.contextWindow }),
      };
    });
  }

  /** The model with this id, ready to be asked; undefined when it is none of these. */
  resolve(id: string): ResolvedModel | undefined {
    const found = this.#known(id).find(({ name }) => idOf(name) === id);
    if (found === undefined) {
      return undefined;
    }
    const { name, vendor, label, facts } = found;
    const memoryKey = memoryKeyOf(name);
    const { contextWindow, vision = this.#options.memory.get(memoryKey)?.vision } = facts;
    return {
      id,
      client: this.#clientOf(vendor),
      model: name,
      label,
      toolMode: facts.native === false ? "text" : "auto",
      maxOutputTokens: outputTokens,
      memoryKey,
      ...(vision === undefined ? {} : { vision }),
      ...(contextWindow === undefined ? {} : { contextWindow }),
    };
  }

  dispose(): void {
    this.#listings++;
    this.#subscription?.dispose();
    this.#changed.dispose();
  }

  #known(chosenId: string | undefined): readonly Listed[] {
    if (!this.#options.enabled()) {
      return [];
    }
    if (this.#listed !== undefined) {
      return this.#listed;
    }
    const [, name] = /^vscode\/([^/]+\/.+)$/.exec(chosenId ?? "") ?? [];
    return name === undefined ? [] : [{ name, ...vendorAndLabel(name), facts: {} }];
  }

  #clientOf(vendor: string): ModelClient {
    const known = this.#clients.get(vendor);
    if (known !== undefined) {
      return known;
    }
    const client = createVscodeLmClient({
      provider: vscodeProvider,
      label: vendorLabel(vendor),
      api: vscode,
      find: findChat,
      justification: vscode.l10n.t(
        "You chose this model in the Toolweave panel. It gets your messages and the results of the tools that you allow.",
      ),
      newId: randomUUID,
      clock: systemClock,
      log: this.#options.log,
    });
    this.#clients.set(vendor, client);
    return client;
  }
}

async function findChat(name: string): Promise<vscode.LanguageModelChat | undefined> {
  const [vendor = "", ...rest] = name.split("/");
  const [chat] = await vscode.lm.selectChatModels({ vendor, id: rest.join("/") });
  return chat;
}

function toListed(chat: vscode.LanguageModelChat): Listed {
  const { vendor, id, name } = chat;
  return { name: `${vendor}/${id}`, vendor, label: name === "" ? id : name, facts: factsOf(chat) };
}

function distinct(models: readonly Listed[]): Listed[] {
  return [...new Map(models.map((model) => [model.name, model])).values()];
}

function idOf(name: string): string {
  return `${vscodeProvider}/${name}`;
}

function memoryKeyOf(name: string): string {
  return `vscode.lm ${name}`;
}

function vendorAndLabel(name: string): { vendor: string; label: string } {
  const [vendor = "", ...rest] = name.split("/");
  return { vendor, label: rest.join("/") };
}

/** The name that the extension behind a vendor shows to people, and that the way to it is VS Code. */
function vendorLabel(vendor: string): string {
  for (const { packageJSON } of vscode.extensions.all) {
    const contributed: unknown = packageJSON?.contributes?.languageModelChatProviders;
    for (const entry of Array.isArray(contributed) ? contributed : []) {
      if (entry?.vendor === vendor && typeof entry.displayName === "string" && entry.displayName !== "") {
        return `${entry.displayName} (VS Code)`;
      }
    }
  }
  return `${vendor} (VS Code)`;
}
