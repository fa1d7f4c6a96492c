import { isJsonObject } from "../../../shared/json.ts";
import type { Fetch } from "../http-watch.ts";
import type { IdentityProvider } from "./oauth-config.ts";
import { SignInFailure } from "./sign-in-failure.ts";

const accessGrant = "urn:ietf:params:oauth:token-type:id-jag";

/**
 * Lets the company's identity provider say that this person may use a server: exchanges the ID token for an assertion that
 * only the server's authorization server takes (MCP extension "Enterprise-Managed Authorization", RFC 8693). Rejects with
 * `SignInFailure`.
 */
export async function identityAssertion(
  { tokenEndpoint, clientId, idToken }: IdentityProvider,
  { audience, resource }: { audience: string; resource: string },
  ask: Fetch,
): Promise<string> {
  const response = await ask(tokenEndpoint, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      requested_token_type: accessGrant,
      subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
      subject_token: idToken,
      client_id: clientId,
      audience,
      resource,
    }),
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok || !isJsonObject(answer) || typeof answer.access_token !== "string") {
    const words = isJsonObject(answer) ? [answer.error, answer.error_description] : [];
    const detail = words.filter((part) => typeof part === "string").join(": ");
    throw new SignInFailure("mcp.oauth.refused", { detail: detail === "" ? `HTTP ${response.status}` : detail });
  }
  return answer.access_token;
}
