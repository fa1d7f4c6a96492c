import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import type { ModelFacts } from "../ports/model.ts";
import { hostOf, reachOf } from "./base-url.ts";
import { LocalAsker } from "./discover-ask.ts";
import type { FetchLike } from "./http-fetch.ts";
import { seesImages } from "./model-vision.ts";

export interface CapabilitiesOptions {
  /** Normalised. */
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  key: string | undefined;
  send: FetchLike;
}

/**
 * What a server of OpenAI's Chat Completions says about one of its models beside that API: Ollama (`/api/show`), LM Studio
 * (`/api/v0/models`), llama.cpp (`/props`), OpenRouter (`/models`). Public hosts other than OpenRouter are asked nothing.
 * Never rejects. Whether the model sees is told by its family's name where the server does not say.
 */
export async function describeModel(
  model: string,
  options: CapabilitiesOptions,
  signal: AbortSignal,
): Promise<ModelFacts> {
  const asked = await ask(model, options, signal);
  const vision = asked.vision ?? seesImages(model, undefined);
  return { ...asked, ...(vision === undefined ? {} : { vision }) };
}

async function ask(model: string, options: CapabilitiesOptions, signal: AbortSignal): Promise<ModelFacts> {
  const { baseUrl } = options;
  if (hostOf(baseUrl) === "openrouter.ai") {
    return openRouterFacts(await asker(baseUrl, options, signal).object("/models"), model);
  }
  if (reachOf(baseUrl) !== "local") {
    return {};
  }
  const server = asker(baseUrl.replace(/\?.*/, "").replace(/\/(v1|api)\/?$/, ""), options, signal);
  // At most one of them is there; the others do not know the path.
  const [shown, props, listed] = await Promise.all([
    server.object("/api/show", { model }),
    server.object("/props"),
    server.object("/api/v0/models"),
  ]);
  return { ...lmStudioFacts(listed, model), ...llamaCppFacts(props), ...ollamaFacts(shown) };
}

function asker(base: string, options: CapabilitiesOptions, signal: AbortSignal): LocalAsker {
  const { key, headers, send } = options;
  const auth = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const sendWithKey: FetchLike = (url, init = {}) => {
    const all = new Headers(init.headers);
    for (const [name, value] of Object.entries({ ...auth, ...headers })) {
      all.set(name, value);
    }
    return send(url, { ...init, headers: all });
  };
  return new LocalAsker(base, sendWithKey, signal);
}

/** `capabilities: ["completion", "tools", "vision"]`; older versions have none and tell nothing. */
function ollamaFacts(shown: JsonObject | undefined): ModelFacts {
  const capabilities = namesOf(shown?.capabilities);
  return capabilities === undefined || !isJsonObject(shown?.details)
    ? {}
    : { native: capabilities.includes("tools"), vision: capabilities.includes("vision") };
}

/**
 * A template without a place for tools gets them by llama.cpp's generic form, so only an explicit no counts. Its server
 * turns JSON Schemas into grammars in every version that has `/props`.
 */
function llamaCppFacts(props: JsonObject | undefined): ModelFacts {
  const settings = props?.default_generation_settings;
  if (!isJsonObject(settings)) {
    return {};
  }
  const caps = isJsonObject(props?.chat_template_caps) ? props.chat_template_caps : {};
  const modalities = isJsonObject(props?.modalities) ? props.modalities : {};
  return {
    guided: true,
    ...(caps.supports_tools === false ? { native: false } : {}),
    ...(typeof modalities.vision === "boolean" ? { vision: modalities.vision } : {}),
    ...windowOf(settings.n_ctx),
  };
}

/** `type: "vlm"` sees; `capabilities` holds `tool_use` for models trained for it, the others get a generic form. */
function lmStudioFacts(listed: JsonObject | undefined, model: string): ModelFacts {
  const entry = entryOf(listed, model);
  return entry === undefined || typeof entry.type !== "string"
    ? {}
    : { vision: entry.type === "vlm", ...windowOf(entry.loaded_context_length) };
}

function openRouterFacts(listed: JsonObject | undefined, model: string): ModelFacts {
  const entry = entryOf(listed, model.replace(/:(nitro|floor|online)$/, ""));
  const parameters = namesOf(entry?.supported_parameters);
  const architecture = isJsonObject(entry?.architecture) ? entry.architecture : {};
  const inputs = namesOf(architecture.input_modalities);
  return {
    ...(parameters === undefined
      ? {}
      : { native: parameters.includes("tools"), guided: parameters.includes("structured_outputs") }),
    ...(inputs === undefined ? {} : { vision: inputs.includes("image") }),
    ...windowOf(entry?.context_length),
  };
}

function entryOf(listed: JsonObject | undefined, model: string): JsonObject | undefined {
  const { data } = listed ?? {};
  return Array.isArray(data) ? data.filter(isJsonObject).find((entry) => entry.id === model) : undefined;
}

function namesOf(value: JsonValue | undefined): string[] | undefined {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : undefined;
}

function windowOf(value: JsonValue | undefined): { contextWindow?: number } {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? { contextWindow: value } : {};
}
