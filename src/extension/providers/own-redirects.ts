import type { FetchLike } from "./http-fetch.ts";
import { WireError } from "./wire-error.ts";

const maxRedirects = 5;

/**
 * Sends a request and follows redirects within the same origin only, with method and body kept: the key and the
 * conversation must not travel to a host that nobody configured. Anything else throws a `redirect` error.
 */
export async function followOwnRedirects(
  send: FetchLike,
  url: Parameters<FetchLike>[0],
  init: RequestInit,
): Promise<Response> {
  let target = new URL(url instanceof Request ? url.url : url);
  for (let count = 0; ; count += 1) {
    const response = await send(target, { ...init, redirect: "manual" });
    const location = response.headers.get("location");
    const isRedirect = response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400);
    if (!isRedirect) {
      return response;
    }
    await response.body?.cancel();
    const next = location === null || !URL.canParse(location, target.href) ? undefined : new URL(location, target);
    if (next === undefined || next.origin !== target.origin || count >= maxRedirects) {
      const details = { status: response.status, headers: response.headers, location: next?.href ?? "" };
      throw new WireError("redirect", "The server redirects elsewhere", details);
    }
    target = next;
  }
}
