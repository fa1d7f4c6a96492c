import type { Fetch } from "../http-watch.ts";
import { readChallenge } from "./challenge.ts";
import type { ServerAuthorization } from "./server-authorization.ts";

/**
 * Sends the server's token along. A refusal leads to one more try when a new token can be had without a person;
 * otherwise it goes to the caller as it is, and `authorization.challenge` says what the server wants.
 */
export function authorizedFetch(
  authorization: Pick<ServerAuthorization, "token" | "renew">,
  ask: Fetch = (url, init) => fetch(url, init),
): Fetch {
  return async (url, init) => {
    const token = await authorization.token();
    const response = await ask(url, withToken(init, token));
    const challenge = readChallenge(response);
    if (challenge === undefined) {
      return response;
    }
    const renewed = await authorization.renew(token, challenge);
    if (renewed === undefined || renewed === token) {
      return response;
    }
    await response.body?.cancel();
    return ask(url, withToken(init, renewed));
  };
}

function withToken(init: RequestInit | undefined, token: string | undefined): RequestInit {
  const headers = new Headers(init?.headers);
  if (token !== undefined) {
    headers.set("authorization", `Bearer ${token}`);
  }
  return { ...init, headers };
}
