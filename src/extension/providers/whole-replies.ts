import { isJsonObject } from "../../shared/json.ts";
import type { FetchLike } from "./http-fetch.ts";

/** Asks for the reply in one piece, whatever the SDK asks for; the wire makes a stream of it. */
export function askingWhole(fetch: FetchLike): FetchLike {
  return (url, init = {}) => {
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    if (!isJsonObject(body)) {
      return fetch(url, init);
    }
    const { stream_options: _, ...rest } = body;
    const headers = new Headers(init.headers);
    headers.set("accept", "application/json");
    return fetch(url, { ...init, headers, body: JSON.stringify({ ...rest, stream: false }) });
  };
}
