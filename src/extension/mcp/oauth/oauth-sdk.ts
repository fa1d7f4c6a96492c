// The only file that knows the SDK's authorization. Loaded with `await import("./oauth-sdk.ts")`: the build makes it a
// file of its own, which is read at the first sign-in or renewal.
import { auth, type OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { createPrivateKeyJwtAuth } from "@modelcontextprotocol/sdk/client/auth-extensions.js";
import { OAuthError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import type { OAuthConfig } from "./oauth-config.ts";

export interface AuthorizeOptions {
  serverUrl: string;
  authorizationCode?: string;
  scope?: string;
  resourceMetadataUrl?: string;
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
}

/**
 * One step of the authorization: discovery, registration where it is needed, and then either tokens or the request to
 * open the browser. Rejects with whatever went wrong; `wordsOf` finds the server's own words in it.
 */
export function authorize(
  provider: OAuthClientProvider,
  options: AuthorizeOptions,
): Promise<"AUTHORIZED" | "REDIRECT"> {
  const { resourceMetadataUrl, fetch, ...rest } = options;
  return auth(provider, {
    ...rest,
    fetchFn: fetch,
    ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl: new URL(resourceMetadataUrl) }),
  });
}

/** What the authorization server itself said, when the error came from it. */
export function wordsOf(error: unknown): string | undefined {
  return error instanceof OAuthError ? `${error.errorCode}: ${error.message}` : undefined;
}

/** Lets a client prove who it is by a signed assertion (RFC 7523). */
export function signedAssertion(
  clientId: string,
  { privateKey = "", algorithm = "ES256" }: OAuthConfig,
): NonNullable<OAuthClientProvider["addClientAuthentication"]> {
  return createPrivateKeyJwtAuth({ issuer: clientId, subject: clientId, privateKey, alg: algorithm });
}
