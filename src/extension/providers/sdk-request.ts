import type { FetchLike } from "./http-fetch.ts";

/** What both SDK files need to send one request. */
export interface SdkRequest {
  baseUrl: string;
  /** Absent for servers without keys. */
  key: string | undefined;
  /** The configured headers; they win over everything else. */
  headers: Readonly<Record<string, string>>;
  fetch: FetchLike;
  signal: AbortSignal;
}

/** A base URL as both SDKs take it: they put their path behind it, so its query has to come apart. */
export function sdkAddress(baseUrl: string): { baseURL: string; defaultQuery: Record<string, string> } {
  const [baseURL = "", query] = baseUrl.split("?", 2);
  return { baseURL, defaultQuery: Object.fromEntries(new URLSearchParams(query)) };
}

/** ms; the largest that a timer takes. The watchdogs end a request, not the SDK. */
export const longestTimeoutMs = 2_147_483_647;

/** Removes the headers that an SDK takes from an environment variable (`Name: value`, one a line). */
export function foreignHeaders(lines: string | undefined): Record<string, null> {
  const names = (lines ?? "").split("\n").map((line) => line.slice(0, Math.max(0, line.indexOf(":"))).trim());
  return Object.fromEntries(names.filter((name) => name !== "").map((name) => [name, null]));
}

/** Headers that tell which SDK this is: some gateways refuse them, none needs them. */
export function withoutSdkHeaders(fetch: FetchLike): FetchLike {
  return (url, init = {}) => {
    const headers = new Headers(init.headers);
    for (const name of [...headers.keys()]) {
      if (name.startsWith("x-stainless-")) {
        headers.delete(name);
      }
    }
    headers.set("user-agent", "Toolweave");
    return fetch(url, { ...init, headers });
  };
}
