import * as vscode from "vscode";
import type { Discovery } from "../../shared/panel-state.ts";
import type { Secrets } from "../ports/secrets.ts";
import { systemClock } from "../ports/system-clock.ts";
import { hostOf, isThisComputer } from "../providers/base-url.ts";
import { discoverLocalServers, type LocalPlace, type LocalServer } from "../providers/discover-local-servers.ts";
import type { LocalProduct } from "../providers/discover-products.ts";
import { addNewProvider, choose } from "./add-models.ts";
import type { ModelDirectory } from "./model-directory.ts";
import { addProvider, freeProviderId } from "./provider-settings.ts";

const labels: Record<LocalProduct, string> = {
  ollama: "Ollama",
  "lm-studio": "LM Studio",
  "llama.cpp": "llama.cpp",
  vllm: "vLLM",
  sglang: "SGLang",
};

export interface LocalDiscoveryOptions {
  models: ModelDirectory;
  secrets: Secrets;
  /** Default: the usual ports. */
  places?: readonly LocalPlace[];
}

/**
 * Model servers of this computer, for the page that is shown before a model is chosen. It looks only when that page asks,
 * never by itself.
 */
export class LocalDiscovery implements vscode.Disposable {
  readonly #options: LocalDiscoveryOptions;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #found: readonly LocalServer[] | undefined;
  #search: AbortController | undefined;

  constructor(options: LocalDiscoveryOptions) {
    this.#options = options;
  }

  /** What is known now; servers that the settings name are left out. Undefined before the first search. */
  get state(): Discovery | undefined {
    if (this.#found === undefined && this.#search === undefined) {
      return undefined;
    }
    const configured = new Set(this.#options.models.providers().map(({ baseUrl }) => placeOf(baseUrl)));
    const servers = (this.#found ?? []).filter(({ baseUrl }) => !configured.has(placeOf(baseUrl)));
    return {
      running: this.#search !== undefined,
      servers: servers.map(({ product, baseUrl, needsKey, models }) => ({
        label: labels[product],
        baseUrl,
        needsKey,
        models: models.map(({ name, label = name }) => ({ name, label })),
      })),
    };
  }

  /** Looks again. A search that still runs goes on instead. */
  async look(): Promise<void> {
    if (this.#search !== undefined) {
      return;
    }
    const search = new AbortController();
    this.#search = search;
    this.#changed.fire();
    const { places } = this.#options;
    const found = await discoverLocalServers(
      { clock: systemClock, ...(places === undefined ? {} : { places }) },
      search.signal,
    );
    if (!search.signal.aborted) {
      this.#found = found;
      this.#search = undefined;
      this.#changed.fire();
    }
  }

  /**
   * Writes a found server with all its models into the settings and selects one of them. A server that wants a key, or
   * that has no model yet, is added by the way on which a person chooses.
   */
  async add(baseUrl: string, modelName: string | undefined): Promise<void> {
    const { models, secrets } = this.#options;
    const server = this.#found?.find((found) => found.baseUrl === baseUrl);
    if (server === undefined) {
      return;
    }
    const label = labels[server.product];
    const id = freeProviderId(
      server.product,
      models.providers().map((provider) => provider.id),
    );
    const entry = { id, kind: "openai-chat" as const, label, baseUrl };
    const chosen = server.models.find(({ name }) => name === modelName);
    if (chosen === undefined || server.needsKey) {
      return addNewProvider(models, secrets, entry);
    }
    await addProvider({ ...entry, models: server.models });
    await choose(models, `${id}/${chosen.name}`);
  }

  dispose(): void {
    this.#search?.abort();
    this.#changed.dispose();
  }
}

/** One name for every way to write the address of a server on this computer. */
function placeOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  return isThisComputer(baseUrl) ? `this computer:${url?.port}` : `${hostOf(baseUrl)}:${url?.port}`;
}
