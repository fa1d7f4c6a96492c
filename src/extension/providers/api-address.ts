import type { ProviderFailure } from "./classify-failure.ts";

/**
 * The address that requests of OpenAI's APIs go to. A base URL without a path is what people copy most often, while most
 * servers have the API below `/v1`: after the first "no such path" that is tried, once, and kept when it works.
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

  /** True when the next request goes to another address. Where `/v1` does not help either, the configured one returns. */
  adjust(failure: ProviderFailure): boolean {
    if (failure.kind !== "endpoint") {
      return false;
    }
    const isBare = new URL(this.#configured).pathname === "/";
    const isFirst = this.#baseUrl === this.#configured;
    this.#baseUrl = isBare && isFirst ? withVersion(this.#configured) : this.#configured;
    return isBare && isFirst;
  }
}

function withVersion(baseUrl: string): string {
  const url = new URL(baseUrl);
  url.pathname = "/v1";
  return url.href;
}
