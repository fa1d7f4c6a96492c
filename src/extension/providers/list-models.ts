import type { ErrorChunk } from "../../shared/chunk.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import type { Clock } from "../ports/clock.ts";
import { ApiAddress } from "./api-address.ts";
import { urlBelow } from "./base-url.ts";
import { classifyFailure, type ProviderFailure } from "./classify-failure.ts";
import { profileOf } from "./host-profile.ts";
import type { FetchLike } from "./http-fetch.ts";
import { keyHeader } from "./key-header.ts";
import { followOwnRedirects } from "./own-redirects.ts";
import type { ModelConfig, ProviderConfig } from "./provider-config.ts";
import { toErrorChunk } from "./provider-error.ts";
import { defaultSend } from "./robust-fetch.ts";
import { WireError } from "./wire-error.ts";

export interface ListModelsOptions {
  key(): Promise<string | undefined>;
  clock: Clock;
  /** ms; default 10 s */
  timeoutMs?: number;
  send?: FetchLike;
}

/** What a provider offers. With a problem the list holds what came before it. */
export interface ModelList {
  models: ModelConfig[];
  problem?: ErrorChunk;
}

const maxPages = 20;

/** Every `key` that the problem of a list can have: these sentences also reach people as notifications. */
export const listProblemKeys: readonly string[] = [
  "error.keyMissing",
  "error.key",
  "error.keyRefused",
  "error.listForbidden",
  "error.noModelList",
  "error.quota",
  "error.rateLimit",
  "error.server",
  "error.serverFault",
  "error.request",
  "error.unreachable",
  "error.hostNotFound",
  "error.certificate",
  "error.timeout",
  "error.cut",
  "error.notAnApi",
  "error.redirect",
  "error.provider",
];

/**
 * Asks a provider which models it has (`GET /models`). The order is the provider's; what is plainly no chat model is left
 * out. Failures, an abort included, are data.
 */
export async function listModels(
  provider: ProviderConfig,
  options: ListModelsOptions,
  signal: AbortSignal,
): Promise<ModelList> {
  if (provider.kind === "demo") {
    return { models: provider.models };
  }
  const { clock, timeoutMs = 10_000 } = options;
  const models: ModelConfig[] = [];
  const timeout = new AbortController();
  const all = AbortSignal.any([signal, timeout.signal]);
  const timer = new AbortController();
  const late = new WireError("first_byte", "No answer in time", { limitMs: timeoutMs });
  clock.sleep(timeoutMs, timer.signal).then(
    () => timeout.abort(late),
    () => undefined,
  );
  const key = await options.key();
  try {
    const ask = (url: string) => getJson(url, provider, key, options.send ?? defaultSend, all);
    let url: string | undefined = firstPage(provider);
    for (let page = 0; url !== undefined && page < maxPages; page += 1) {
      const body = page === 0 ? await askFirst(provider, ask, clock) : await ask(url);
      models.push(...readModels(body).filter((model) => !models.some((known) => known.name === model.name)));
      url = nextPage(provider, body);
    }
    return { models };
  } catch (error) {
    const cause = timeout.signal.aborted ? late : error;
    const { id, label, baseUrl } = provider;
    const endpoint = "/models";
    const context = { provider: id, label, model: "", address: baseUrl, endpoint, key, characters: 0 };
    const found = classifyFailure(cause, clock.now());
    // Which model is being loaded is not told.
    const failure: ProviderFailure = found.kind === "loading" ? { ...found, kind: "overloaded" } : found;
    return { models, problem: inOwnWords(toErrorChunk(failure, context), failure, provider) };
  } finally {
    timer.abort();
  }
}

/** The list's first page: where a base URL without a path has none, the one below `/v1`, as the adapters do it for chats. */
async function askFirst(
  provider: ProviderConfig,
  ask: (url: string) => Promise<JsonValue>,
  clock: Clock,
): Promise<JsonValue> {
  try {
    return await ask(firstPage(provider));
  } catch (error) {
    const address = new ApiAddress(provider.baseUrl);
    const isElsewhere = provider.kind !== "anthropic" && hasNoList(error, clock);
    if (!isElsewhere || !address.adjust({ kind: "endpoint" }, provider.baseUrl)) {
      throw error;
    }
    try {
      return await ask(firstPage({ ...provider, baseUrl: address.baseUrl }));
    } catch (second) {
      // A refused key counts; that there is nothing below `/v1` either does not.
      throw hasNoList(second, clock) ? error : second;
    }
  }
}

function hasNoList(error: unknown, clock: Clock): boolean {
  const { kind, status } = classifyFailure(error, clock.now());
  return kind === "endpoint" || kind === "not_an_api" || status === 405;
}

/** Sentences about one model make no sense about the list of them. */
function inOwnWords(
  problem: ErrorChunk,
  { kind, status = 404 }: ProviderFailure,
  { label, baseUrl }: ProviderConfig,
): ErrorChunk {
  const { detail } = problem.params ?? {};
  const withDetail = (message: string) => (detail === undefined ? message : `${message} ${detail}`);
  switch (kind) {
    case "endpoint":
    case "model":
      return {
        ...problem,
        message: withDetail(
          `${baseUrl} has no list of models (${status}). Check the base URL, or enter the names of models.`,
        ),
        key: "error.noModelList",
        params: { ...problem.params, address: baseUrl, status },
      };
    case "forbidden":
      return {
        ...problem,
        message: withDetail(`${label} does not let this key list models (403). Set another key, or enter their names.`),
        key: "error.listForbidden",
      };
    default:
      return problem;
  }
}

function firstPage(provider: ProviderConfig): string {
  return provider.kind === "anthropic"
    ? urlBelow(provider.baseUrl.replace(/\/v1(?=\?|$)/, ""), "/v1/models?limit=1000")
    : urlBelow(provider.baseUrl, "/models");
}

/** Anthropic's list has pages; the cursor is the last id. */
function nextPage(provider: ProviderConfig, body: JsonValue): string | undefined {
  const hasMore = isJsonObject(body) && body.has_more === true && typeof body.last_id === "string";
  return hasMore && provider.kind === "anthropic"
    ? `${firstPage(provider)}&after_id=${encodeURIComponent(String(body.last_id))}`
    : undefined;
}

async function getJson(
  url: string,
  provider: ProviderConfig,
  key: string | undefined,
  send: FetchLike,
  signal: AbortSignal,
): Promise<JsonValue> {
  const init = { method: "GET", headers: { accept: "application/json", ...authHeaders(provider, key) }, signal };
  let response: Response;
  try {
    response = await followOwnRedirects(send, url, init);
  } catch (error) {
    throw error instanceof WireError ? error : new WireError("unreachable", "The connection failed", { cause: error });
  }
  const { status, headers } = response;
  const body = await response.text();
  if (!response.ok) {
    throw new WireError("status", `Status ${status}`, { status, headers, body });
  }
  const value = parsed(body);
  if (isJsonObject(value) && value.error !== undefined) {
    throw new WireError("in_stream", "An error with status 200", { headers, body });
  }
  if (
    value === undefined ||
    !(Array.isArray(value) || (isJsonObject(value) && ("data" in value || "models" in value)))
  ) {
    throw new WireError("not_a_stream", "No list of models", { status, headers, body });
  }
  return value;
}

function parsed(body: string): JsonValue | undefined {
  try {
    return JSON.parse(body) as JsonValue;
  } catch {
    return undefined;
  }
}

function authHeaders(provider: ProviderConfig, key: string | undefined): Record<string, string> {
  if (key === undefined) {
    return provider.headers;
  }
  const profile = profileOf(provider.baseUrl);
  const { firstParty } = profile;
  const auth: Record<string, string> =
    provider.kind === "anthropic"
      ? {
          "x-api-key": key,
          "anthropic-version": "2023-06-01",
          ...(firstParty ? {} : { authorization: `Bearer ${key}` }),
        }
      : (keyHeader(profile, key) ?? { authorization: `Bearer ${key}` });
  return { ...auth, ...provider.headers };
}

/** `{data: [{id}]}` (OpenAI, Anthropic), `{models: [{name}]}` (others), or a bare list. */
function readModels(body: JsonValue): ModelConfig[] {
  const list = isJsonObject(body) ? (body.data ?? body.models) : body;
  const items = Array.isArray(list) ? list.filter(isJsonObject) : [];
  return items.flatMap((item) => {
    const name = [item.id, item.name, item.model].find((value) => typeof value === "string" && value !== "");
    return typeof name !== "string" || isNoChatModel(name) ? [] : [{ name, ...detailsOf(item, name) }];
  });
}

function detailsOf(item: JsonObject, name: string): Omit<ModelConfig, "name"> {
  const label = [item.display_name, item.name].find((value) => typeof value === "string" && value !== name);
  const window = [item.context_length, item.max_model_len, item.context_window, item.max_input_tokens].find(
    (value) => typeof value === "number" && value > 0,
  );
  return {
    ...(typeof label === "string" && label !== "" ? { label } : {}),
    ...(typeof window === "number" ? { contextWindow: window } : {}),
  };
}

function isNoChatModel(name: string): boolean {
  return /embed|whisper|\btts\b|dall-e|moderation|rerank|transcribe|gpt-image|\bsora\b|speech/i.test(name);
}
