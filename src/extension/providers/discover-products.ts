import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import type { LocalAsker } from "./discover-ask.ts";
import type { ModelConfig } from "./provider-config.ts";

export const localProducts = ["ollama", "lm-studio", "llama.cpp", "vllm", "sglang"] as const;
export type LocalProduct = (typeof localProducts)[number];

/** What a product said about itself. */
export interface ProductAnswer {
  version?: string;
  /** The chat models it has, in its order. */
  models: ModelConfig[];
  /** It lists its models only for a key. */
  needsKey: boolean;
}

interface ProductProbe {
  product: LocalProduct;
  /** Undefined when this is not the product. */
  ask(server: LocalAsker): Promise<ProductAnswer | undefined>;
}

/** Ollama's models that are asked about their window, at most. */
const maxShown = 40;

/**
 * One way to know each product: an endpoint that only it has (Ollama `/api/version` and `/api/tags`, LM Studio
 * `/api/v0/models`, llama.cpp `/props`, SGLang `/get_server_info`, vLLM `/version` and `owned_by: "vllm"`).
 */
export const productProbes: readonly ProductProbe[] = [
  { product: "ollama", ask: askOllama },
  { product: "lm-studio", ask: askLmStudio },
  { product: "llama.cpp", ask: askLlamaCpp },
  { product: "sglang", ask: askSglang },
  { product: "vllm", ask: askVllm },
];

async function askOllama(server: LocalAsker): Promise<ProductAnswer | undefined> {
  const version = textOf((await server.object("/api/version"))?.version);
  const tags = version === undefined ? undefined : await server.object("/api/tags");
  if (version === undefined || !Array.isArray(tags?.models)) {
    return undefined;
  }
  const names = tags.models.filter(isJsonObject).flatMap((model) => textOf(model.model) ?? textOf(model.name) ?? []);
  const running = listOf((await server.object("/api/ps"))?.models);
  const models = await Promise.all(
    names.map(async (name, index): Promise<ModelConfig[]> => {
      const shown = index < maxShown ? await server.object("/api/show", { model: name }) : undefined;
      const capabilities = Array.isArray(shown?.capabilities) ? shown.capabilities : [];
      const isForChat = capabilities.length === 0 || capabilities.includes("completion");
      const loaded = running.find((model) => model.model === name || model.name === name);
      // The length that a model was trained for says nothing: Ollama cuts the request at the length that it runs with.
      const window = sizeOf(loaded?.context_length) ?? parameterOf(shown?.parameters);
      return isForChat && !isEmbedder(name) ? [withWindow(name, window)] : [];
    }),
  );
  return { version, models: models.flat(), needsKey: false };
}

/** `num_ctx` in the lines that a Modelfile sets. */
function parameterOf(parameters: JsonValue | undefined): number | undefined {
  const line = typeof parameters === "string" ? /^num_ctx\s+(\d+)/m.exec(parameters) : null;
  return line === null ? undefined : sizeOf(Number(line[1]));
}

async function askLmStudio(server: LocalAsker): Promise<ProductAnswer | undefined> {
  const path = "/api/v0/models";
  const models = listOf((await server.object(path))?.data);
  const isLmStudio = models.some((model) => typeof model.type === "string" && "state" in model);
  if (!isLmStudio) {
    return undefined;
  }
  const named = models.flatMap((model): ModelConfig[] => {
    const name = textOf(model.id);
    const isForChat = model.type === "llm" || model.type === "vlm";
    const window = sizeOf(model.loaded_context_length) ?? sizeOf(model.max_context_length);
    return name === undefined || !isForChat ? [] : [withWindow(name, window)];
  });
  return { models: named, needsKey: false };
}

async function askLlamaCpp(server: LocalAsker): Promise<ProductAnswer | undefined> {
  const props = await server.object("/props");
  const settings = isJsonObject(props?.default_generation_settings) ? props.default_generation_settings : undefined;
  const isLlamaCpp = settings !== undefined || typeof props?.chat_template === "string" || props?.role === "router";
  if (props === undefined || !isLlamaCpp) {
    // With `--api-key` the properties are behind the key, the list of models is not.
    const listed = server.wantsKey("/props") ? await server.object("/v1/models") : undefined;
    return listOf(listed?.data).some((model) => model.owned_by === "llamacpp") ? answerOf(listed, true) : undefined;
  }
  const list = await server.object("/v1/models");
  const version = textOf(props.build_info);
  return {
    ...answerOf(list, server.wantsKey("/v1/models"), sizeOf(settings?.n_ctx)),
    ...(version === undefined ? {} : { version }),
  };
}

async function askSglang(server: LocalAsker): Promise<ProductAnswer | undefined> {
  const info = (await server.object("/server_info")) ?? (await server.object("/get_server_info"));
  if (textOf(info?.model_path) === undefined) {
    return undefined;
  }
  const version = textOf(info?.version);
  const list = await server.object("/v1/models");
  return {
    ...answerOf(list, server.wantsKey("/v1/models")),
    ...(version === undefined ? {} : { version }),
  };
}

async function askVllm(server: LocalAsker): Promise<ProductAnswer | undefined> {
  const version = textOf((await server.object("/version"))?.version);
  if (version === undefined) {
    return undefined;
  }
  const list = await server.object("/v1/models");
  const isVllm = listOf(list?.data).some((model) => model.owned_by === "vllm");
  return isVllm || server.wantsKey("/v1/models")
    ? { ...answerOf(list, server.wantsKey("/v1/models")), version }
    : undefined;
}

/** OpenAI's list of models. `window` is what the server runs with, whatever the list says. */
function answerOf(list: JsonObject | undefined, needsKey: boolean, window?: number): ProductAnswer {
  const models = listOf(list?.data).flatMap((model): ModelConfig[] => {
    const name = textOf(model.id);
    return name === undefined || isEmbedder(name) ? [] : [withWindow(name, window ?? sizeOf(model.max_model_len))];
  });
  return { models, needsKey };
}

function withWindow(name: string, contextWindow: number | undefined): ModelConfig {
  // A llama.cpp without an alias names its model by the path of the file.
  const label = /[\\/]/.test(name) && name.endsWith(".gguf") ? name.split(/[\\/]/).at(-1) : undefined;
  return {
    name,
    ...(label === undefined ? {} : { label }),
    ...(contextWindow === undefined ? {} : { contextWindow }),
  };
}

function isEmbedder(name: string): boolean {
  return /embed|rerank|\bbge\b/i.test(name);
}

function listOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function sizeOf(value: JsonValue | undefined): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
