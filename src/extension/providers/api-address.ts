import { hostOf, reachOf } from "./base-url.ts";
import type { ProviderFailure } from "./classify-failure.ts";

/** Hosts that have OpenAI's API at another place than `/v1`. */
const knownPlaces: readonly (readonly [RegExp, string])[] = [
  [/^openrouter\.ai$/, "/api/v1"],
  [/^api\.groq\.com$/, "/openai/v1"],
  [/^generativelanguage\.googleapis\.com$/, "/v1beta/openai"],
  [/\.(openai\.azure\.com|services\.ai\.azure\.com)$/, "/openai/v1"],
];

/**
 * The address that requests of OpenAI's APIs go to. A base URL without a path is what people copy most often, while most
 * servers have the API below `/v1`: after the first "no such path", or the first page, that is tried, once, and kept when
 * it works. So is Ollama's own `/api`, which people copy from its documents.
 */
export class ApiAddress {
  #baseUrl: string;
  readonly #configured: string;

  constructor(configured: string) {
    this.#configured = configured;
    this.#baseUrl = configured;
  }

  get baseUrl(): string {
    return this.#baseUrl;
  }

  /**
   * True when a request that `asked` one address should go to another, also when a request beside it has changed that
   * meanwhile. Where the other one does not help either, the configured one returns.
   */
  adjust(failure: Pick<ProviderFailure, "kind">, asked: string): boolean {
    if (failure.kind !== "endpoint" && failure.kind !== "not_an_api") {
      return false;
    }
    if (asked !== this.#baseUrl) {
      return true;
    }
    const other = this.#baseUrl === this.#configured ? otherPlace(this.#configured) : undefined;
    this.#baseUrl = other ?? this.#configured;
    return other !== undefined;
  }
}

function otherPlace(baseUrl: string): string | undefined {
  const url = new URL(baseUrl);
  if (url.pathname === "/") {
    const host = hostOf(baseUrl) ?? "";
    url.pathname = knownPlaces.find(([pattern]) => pattern.test(host))?.[1] ?? "/v1";
  } else if (url.pathname === "/api" && reachOf(baseUrl) === "local") {
    url.pathname = "/v1";
  } else {
    return undefined;
  }
  return url.href;
}
