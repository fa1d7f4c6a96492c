import type { OAuthClientProvider, OAuthDiscoveryState } from "@modelcontextprotocol/sdk/client/auth.js";
import type { JsonObject } from "../../../shared/json.ts";
import type { Fetch } from "../http-watch.ts";
import type { CredentialStore } from "./credential-store.ts";
import { identityAssertion } from "./identity-assertion.ts";
import type { OAuthConfig } from "./oauth-config.ts";
import { SignInFailure } from "./sign-in-failure.ts";

type ClientInformation = Awaited<ReturnType<OAuthClientProvider["clientInformation"]>>;
type Tokens = Awaited<ReturnType<OAuthClientProvider["tokens"]>>;

export interface OAuthProviderOptions {
  serverUrl: string;
  config: OAuthConfig;
  store: CredentialStore;
  now(): number;
  fetch: Fetch;
  /** With it the person is there: the browser may be opened. Without it only what is stored is renewed. */
  interactive?: { redirectUrl: string; state: string };
  addClientAuthentication?: NonNullable<OAuthClientProvider["addClientAuthentication"]>;
}

/** One authorization of one server, as the SDK wants it told. It lives as long as the flow; the store outlives it. */
export class OAuthProvider implements OAuthClientProvider {
  readonly clientMetadataUrl?: string;
  readonly addClientAuthentication?: NonNullable<OAuthClientProvider["addClientAuthentication"]>;
  readonly #options: OAuthProviderOptions;
  #discovery: OAuthDiscoveryState | undefined;
  #verifier = "";
  /** Where the browser has to go. */
  authorizationUrl: URL | undefined;

  constructor(options: OAuthProviderOptions) {
    this.#options = options;
    const { config, addClientAuthentication } = options;
    if (config.clientMetadataUrl !== undefined) {
      this.clientMetadataUrl = config.clientMetadataUrl;
    }
    if (addClientAuthentication !== undefined) {
      this.addClientAuthentication = addClientAuthentication;
    }
  }

  /** The issuer that the discovery of this flow found. */
  get issuer(): string | undefined {
    return this.#discovery?.authorizationServerUrl;
  }

  /** What the authorization server says about itself in this flow. */
  get metadata(): OAuthDiscoveryState["authorizationServerMetadata"] {
    return this.#discovery?.authorizationServerMetadata;
  }

  get redirectUrl(): string | undefined {
    // The SDK takes the absence for a grant without a person; a renewal is not one, though nobody is redirected.
    return isWithoutPerson(this.#options.config)
      ? undefined
      : (this.#options.interactive?.redirectUrl ?? "http://127.0.0.1/callback");
  }

  get clientMetadata(): OAuthClientProvider["clientMetadata"] & { application_type: string } {
    const { config } = this.#options;
    const { redirectUrl } = this;
    const scope = config.scopes?.join(" ");
    return {
      client_name: "Toolweave",
      application_type: "native",
      redirect_uris: redirectUrl === undefined ? [] : [redirectUrl],
      grant_types: redirectUrl === undefined ? ["client_credentials"] : ["authorization_code", "refresh_token"],
      response_types: redirectUrl === undefined ? [] : ["code"],
      ...(config.clientSecret === undefined ? {} : { token_endpoint_auth_method: "client_secret_basic" }),
      ...(scope === undefined ? {} : { scope }),
    };
  }

  state(): string {
    return this.#options.interactive?.state ?? "";
  }

  async clientInformation(): Promise<ClientInformation> {
    const { config, store, serverUrl, interactive } = this.#options;
    if (config.clientId !== undefined) {
      const { clientId: client_id, clientSecret: client_secret } = config;
      return { client_id, ...(client_secret === undefined ? {} : { client_secret }) };
    }
    const { client } = await store.load(serverUrl, this.issuer);
    if (client === undefined || !this.#isRegisteredHere(client)) {
      if (interactive === undefined) {
        // Nobody is there to sign in, so nothing is registered either.
        throw new SignInFailure("mcp.oauth.signInNeeded");
      }
      return undefined;
    }
    return client as ClientInformation;
  }

  async saveClientInformation(client: NonNullable<ClientInformation>): Promise<void> {
    const { store, serverUrl, config } = this.#options;
    if (config.clientId === undefined && this.issuer !== undefined) {
      await store.save(serverUrl, this.issuer, { client: { ...client } as JsonObject });
    }
  }

  async tokens(): Promise<Tokens> {
    const { store, serverUrl, interactive } = this.#options;
    if (interactive !== undefined) {
      // Who signs in wants new tokens: the old ones may be for fewer scopes or for another account.
      return undefined;
    }
    const { tokens } = await store.load(serverUrl, this.issuer);
    return tokens as Tokens;
  }

  async saveTokens(tokens: NonNullable<Tokens>): Promise<void> {
    const { store, serverUrl, now } = this.#options;
    if (this.issuer !== undefined) {
      await store.save(serverUrl, this.issuer, { tokens: { ...tokens } as JsonObject, obtainedAt: now() });
    }
  }

  redirectToAuthorization(url: URL): void {
    if (this.#options.interactive === undefined) {
      throw new SignInFailure("mcp.oauth.signInNeeded");
    }
    this.authorizationUrl = url;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  async prepareTokenRequest(scope?: string): Promise<URLSearchParams | undefined> {
    const { config, serverUrl, fetch } = this.#options;
    const asked = scope === undefined ? {} : { scope };
    if (config.identityProvider !== undefined) {
      const audience = this.metadata?.issuer ?? this.issuer ?? "";
      const resource = this.#discovery?.resourceMetadata?.resource ?? serverUrl;
      const assertion = await identityAssertion(config.identityProvider, { audience, resource }, fetch);
      return new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion, ...asked });
    }
    return config.grant === "client_credentials"
      ? new URLSearchParams({ grant_type: "client_credentials", ...asked })
      : undefined;
  }

  async invalidateCredentials(scope: "all" | "client" | "tokens" | "verifier" | "discovery"): Promise<void> {
    const { store, serverUrl } = this.#options;
    if (scope === "tokens") {
      await store.signOut(serverUrl);
    } else if (scope === "all" || scope === "client") {
      await store.forget(serverUrl);
    }
  }

  /** Kept for this flow alone: a server may move to another authorization server at any time. */
  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    checkDiscovery(state);
    this.#discovery = state;
  }

  /** A registration holds for its redirect addresses; on this computer any port will do (RFC 8252, section 7.3). */
  #isRegisteredHere(client: JsonObject): boolean {
    const { interactive } = this.#options;
    const registered = client.redirect_uris;
    return (
      interactive === undefined ||
      !Array.isArray(registered) ||
      registered.some(
        (uri) => typeof uri === "string" && withoutLoopbackPort(uri) === withoutLoopbackPort(interactive.redirectUrl),
      )
    );
  }
}

/** Whether tokens are to be had although nobody signs in. */
export function isWithoutPerson({ grant, identityProvider }: OAuthConfig): boolean {
  return grant === "client_credentials" || identityProvider !== undefined;
}

/** What the SDK leaves unchecked of the server's metadata (MCP, "Authorization Server Metadata Discovery" and "PKCE"). */
function checkDiscovery({
  authorizationServerUrl,
  authorizationServerMetadata: metadata,
  resourceMetadata,
}: OAuthDiscoveryState): void {
  // Without the resource's metadata (2025-03-26) the address was guessed, so the server may call itself something else.
  if (metadata === undefined || resourceMetadata === undefined) {
    return;
  }
  if (metadata.issuer.replace(/\/$/, "") !== authorizationServerUrl.replace(/\/$/, "")) {
    throw new SignInFailure("mcp.oauth.wrongIssuer", { issuer: metadata.issuer, expected: authorizationServerUrl });
  }
  if (metadata.code_challenge_methods_supported?.includes("S256") !== true) {
    throw new SignInFailure("mcp.oauth.noPkce", { issuer: metadata.issuer });
  }
}

function withoutLoopbackPort(uri: string): string {
  return uri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):\d+/, "$1");
}
