import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import type { Localizable } from "../../shared/localizable.ts";
import { type ReasoningEffort, reasoningEfforts } from "../ports/model.ts";
import { normaliseBaseUrl } from "./base-url.ts";

export const providerKinds = ["openai-chat", "openai-responses", "anthropic", "demo"] as const;
export type ProviderKind = (typeof providerKinds)[number];

export const toolRunners = ["client", "backend"] as const;
/** Who runs the calls of a reply: Toolweave, or whatever is behind the base URL. */
export type ToolsRunBy = (typeof toolRunners)[number];

export const configuredToolModes = ["auto", "native", "text", "guided"] as const;
export type ConfiguredToolMode = (typeof configuredToolModes)[number];

export interface ModelConfig {
  /** The name that the provider knows the model by. */
  name: string;
  label?: string;
  toolMode?: ConfiguredToolMode;
  /** Id of a text format. */
  textFormat?: string;
  /** 0-2 */
  temperature?: number;
  /** Tokens. */
  maxOutputTokens?: number;
  /** Tokens. */
  contextWindow?: number;
  /** Whether the model sees images. */
  vision?: boolean;
  /** False: replies are asked for whole, for servers that stream badly or not at all. */
  stream?: boolean;
  /** How long a model that can reason should do so. */
  reasoningEffort?: ReasoningEffort;
}

/** One entry of the setting `toolweave.providers`, with everything filled in. */
export interface ProviderConfig {
  id: string;
  kind: ProviderKind;
  label: string;
  /** Normalised; empty for the demo. */
  baseUrl: string;
  headers: Record<string, string>;
  /** Who runs the calls of a reply; absent: we do. */
  toolsRunBy?: ToolsRunBy;
  models: ModelConfig[];
}

const defaults: Record<ProviderKind, { label: string; baseUrl: string }> = {
  "openai-chat": { label: "OpenAI", baseUrl: "https://api.openai.com/v1" },
  "openai-responses": { label: "OpenAI", baseUrl: "https://api.openai.com/v1" },
  anthropic: { label: "Anthropic", baseUrl: "https://api.anthropic.com" },
  demo: { label: "Demo (scripted, no AI)", baseUrl: "" },
};

const demoModels: ModelConfig[] = [
  { name: "demo", label: "Demo (scripted, no AI)" },
  { name: "demo-text", label: "Demo in text mode (scripted, no AI)", toolMode: "text" },
];

const providerFields = ["id", "kind", "label", "baseUrl", "headers", "toolsRunBy", "models"];
const modelFields = [
  "name",
  "label",
  "toolMode",
  "textFormat",
  "temperature",
  "maxOutputTokens",
  "contextWindow",
  "vision",
  "stream",
  "reasoningEffort",
];

/**
 * Reads the setting `toolweave.providers`. Every problem names the entry, the field and what to do; an entry that cannot
 * be used is left out, one with a wrong detail is used without it, and none hides another.
 */
export function readProviders(setting: unknown): { providers: ProviderConfig[]; problems: Localizable[] } {
  const problems: Localizable[] = [];
  const providers: ProviderConfig[] = [];
  if (setting === undefined || setting === null) {
    return { providers, problems };
  }
  if (!Array.isArray(setting)) {
    problems.push({
      message: "The setting toolweave.providers must be a list. Put the providers between [ and ].",
      key: "config.providers.list",
    });
    return { providers, problems };
  }
  setting.forEach((entry: unknown, index) => {
    const provider = new EntryReader(entry, index, problems).read();
    if (provider === undefined) {
      return;
    }
    if (providers.some((other) => other.id === provider.id)) {
      problems.push({
        message: `Two providers have the id "${provider.id}". Give the second one another id.`,
        key: "config.providers.duplicate",
        params: { id: provider.id },
      });
      return;
    }
    providers.push(provider);
  });
  return { providers, problems };
}

class EntryReader {
  readonly #entry: JsonObject;
  readonly #place: string;
  readonly #problems: Localizable[];

  constructor(entry: unknown, index: number, problems: Localizable[]) {
    this.#entry = isJsonObject(entry) ? entry : {};
    const { id } = this.#entry;
    this.#place = typeof id === "string" && id !== "" ? `"${id}"` : `number ${index + 1}`;
    this.#problems = problems;
  }

  read(): ProviderConfig | undefined {
    const { id, kind, label, baseUrl, headers, toolsRunBy, models } = this.#entry;
    if (typeof id !== "string" || !/^[\w.-]{1,64}$/.test(id)) {
      this.#report("id", "must be a short name of letters, digits, dots, dashes and underscores");
      return undefined;
    }
    const known = providerKinds.find((name) => name === kind);
    if (known === undefined) {
      this.#report("kind", `must be one of ${providerKinds.join(", ")}`);
      return undefined;
    }
    const address = this.#readBaseUrl(known, baseUrl);
    if (address === undefined) {
      return undefined;
    }
    this.#reportUnknown(this.#entry, providerFields, "");
    return {
      id,
      kind: known,
      label: this.#readLabel(label) ?? (baseUrl === undefined ? defaults[known].label : id),
      baseUrl: address,
      headers: this.#readHeaders(headers),
      ...this.#readToolsRunBy(toolsRunBy),
      models: known === "demo" && models === undefined ? demoModels : this.#readModels(models),
    };
  }

  #readBaseUrl(kind: ProviderKind, value: unknown): string | undefined {
    if (kind === "demo" || value === undefined) {
      return defaults[kind].baseUrl;
    }
    const address = typeof value === "string" ? normaliseBaseUrl(value) : undefined;
    if (address === undefined) {
      this.#report("baseUrl", "must be an address like http://127.0.0.1:11434/v1");
    }
    return address;
  }

  #readLabel(value: unknown): string | undefined {
    if (value !== undefined && typeof value !== "string") {
      this.#report("label", "must be text");
    }
    return typeof value === "string" && value.trim() !== "" ? value : undefined;
  }

  #readToolsRunBy(value: unknown): { toolsRunBy?: ToolsRunBy } {
    const toolsRunBy = toolRunners.find((name) => name === value);
    if (toolsRunBy === undefined && value !== undefined) {
      this.#report("toolsRunBy", `must be one of ${toolRunners.join(", ")}`);
    }
    return toolsRunBy === undefined ? {} : { toolsRunBy };
  }

  #readHeaders(value: unknown): Record<string, string> {
    const headers: Record<string, string> = {};
    if (value === undefined) {
      return headers;
    }
    if (!isJsonObject(value)) {
      this.#report("headers", "must be an object of names and texts");
      return headers;
    }
    for (const [name, text] of Object.entries(value)) {
      if (typeof text !== "string" || !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[\r\n]/.test(text)) {
        this.#report(`headers.${name}`, "must be a legal header name with a text of one line");
      } else {
        headers[name] = text;
      }
    }
    return headers;
  }

  #readModels(value: unknown): ModelConfig[] {
    if (value === undefined) {
      return [];
    }
    if (!Array.isArray(value)) {
      this.#report("models", "must be a list of names or objects");
      return [];
    }
    const models: ModelConfig[] = [];
    value.forEach((item: unknown, index) => {
      const model = this.#readModel(item, `models[${index}]`);
      if (model !== undefined && models.some((other) => other.name === model.name)) {
        this.#report(`models[${index}]`, "names a model that the list already has");
      } else if (model !== undefined) {
        models.push(model);
      }
    });
    return models;
  }

  #readModel(item: unknown, place: string): ModelConfig | undefined {
    const fields = typeof item === "string" ? { name: item } : item;
    if (!isJsonObject(fields) || typeof fields.name !== "string" || fields.name.trim() === "") {
      this.#report(place, 'must be a model name, or an object with a "name"');
      return undefined;
    }
    this.#reportUnknown(fields, modelFields, `${place}.`);
    const model: ModelConfig = { name: fields.name.trim() };
    const take = <K extends keyof ModelConfig>(
      field: K,
      isRight: (value: unknown) => value is NonNullable<ModelConfig[K]>,
      rule: string,
    ) => {
      const value: unknown = fields[field];
      if (value !== undefined && !isRight(value)) {
        this.#report(`${place}.${field}`, rule);
      } else if (value !== undefined) {
        model[field] = value as ModelConfig[K];
      }
    };
    take("label", isText, "must be text");
    take("toolMode", isToolMode, `must be one of ${configuredToolModes.join(", ")}`);
    take("textFormat", isText, "must be the id of a text format");
    take("temperature", isTemperature, "must be a number from 0 to 2");
    take("maxOutputTokens", isTokenCount, "must be a whole number above 0");
    take("contextWindow", isTokenCount, "must be a whole number above 0");
    take("vision", isBoolean, "must be true or false");
    take("stream", isBoolean, "must be true or false");
    take("reasoningEffort", isEffort, `must be one of ${reasoningEfforts.join(", ")}`);
    return model;
  }

  #reportUnknown(fields: JsonObject, known: readonly string[], place: string): void {
    for (const field of Object.keys(fields)) {
      if (!known.includes(field)) {
        this.#report(`${place}${field}`, "is not a field of this setting, so it has no effect");
      }
    }
  }

  #report(field: string, rule: string): void {
    this.#problems.push({
      message: `In toolweave.providers, entry ${this.#place}: ${field} ${rule}.`,
      key: "config.providers.field",
      params: { entry: this.#place, field, rule },
    });
  }
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
const isTemperature = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= 2;
const isTokenCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
const isToolMode = (value: unknown): value is ConfiguredToolMode => configuredToolModes.some((mode) => mode === value);
const isEffort = (value: unknown): value is ReasoningEffort => reasoningEfforts.some((effort) => effort === value);
