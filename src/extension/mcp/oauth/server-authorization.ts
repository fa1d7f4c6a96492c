import { randomBytes } from "node:crypto";
import { messageOf } from "../../../shared/message-of.ts";
import type { Browser } from "../../ports/browser.ts";
import type { Log } from "../../ports/log.ts";
import type { Fetch } from "../http-watch.ts";
import { type Challenge, joinScopes } from "./challenge.ts";
import type { CredentialStore } from "./credential-store.ts";
import type { OAuthConfig } from "./oauth-config.ts";
import { isWithoutPerson, OAuthProvider, type OAuthProviderOptions } from "./oauth-provider.ts";
import type { OpenRedirect } from "./redirect-listener.ts";
import { isSignInFailure, SignInFailure } from "./sign-in-failure.ts";

/** ms before its end that a token counts as ended: the clocks differ, and a request takes its time. */
const earlyMs = 30_000;

export interface ServerAuthorizationOptions {
  serverUrl: string;
  config: OAuthConfig;
  store: CredentialStore;
  log: Log;
  /** Default: `Date.now`. ms since the epoch. */
  now?(): number;
  /** Default: the global `fetch` at the time of the request. */
  fetch?: Fetch;
  /** `state` changed. */
  onChange?(): void;
}

export interface SignInOptions {
  browser: Browser;
  openRedirect: OpenRedirect;
  signal: AbortSignal;
}

/**
 * The authorization of one MCP server behind a URL (OAuth 2.1 as MCP 2025-11-25 wants it). It hands out the stored token,
 * renews it without a person where that is possible, and signs in through the browser when the person wants that.
 */
export class ServerAuthorization {
  readonly #options: ServerAuthorizationOptions;
  readonly #now: () => number;
  readonly #fetch: Fetch;
  #renewal: Promise<string | undefined> | undefined;
  /** What the server wants and did not get. */
  #challenge: Challenge | undefined;
  /** What the server said last about where and for what tokens are to be had. */
  #lastChallenge: Challenge | undefined;
  #signedIn = false;

  constructor(options: ServerAuthorizationOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#fetch = options.fetch ?? ((url, init) => fetch(url, init));
  }

  /** What the server wants, when it refused a request. */
  get challenge(): Challenge | undefined {
    return this.#challenge;
  }

  /** `more`: signed in, but a call needs scopes that were not granted. Known after the first request. */
  get state(): "needed" | "more" | "done" | undefined {
    if (this.#challenge !== undefined) {
      return this.#challenge.error === "insufficient_scope" ? "more" : "needed";
    }
    return this.#signedIn ? "done" : undefined;
  }

  /** The token for the next request, renewed when it is about to end. Never rejects. */
  async token(): Promise<string | undefined> {
    const { tokens, obtainedAt } = await this.#options.store.load(this.#options.serverUrl);
    const token = textOf(tokens?.access_token);
    this.#note(this.#challenge, token !== undefined);
    const seconds = tokens?.expires_in;
    const ends = typeof seconds === "number" && obtainedAt !== undefined ? obtainedAt + seconds * 1_000 : undefined;
    // Without a refresh token an old token is all there is: the server decides.
    return token !== undefined &&
      ends !== undefined &&
      ends - earlyMs <= this.#now() &&
      tokens?.refresh_token !== undefined
      ? ((await this.#renew()) ?? token)
      : token;
  }

  /**
   * The server refused a request that carried `refused`. Resolves with another token, when one could be had without a
   * person; several requests share one renewal. Never rejects.
   */
  async renew(refused: string | undefined, challenge: Challenge): Promise<string | undefined> {
    const { serverUrl, store, config } = this.#options;
    const { tokens } = await store.load(serverUrl);
    const current = textOf(tokens?.access_token);
    this.#lastChallenge = challenge;
    if (current !== refused) {
      return current;
    }
    const withoutPerson = isWithoutPerson(config) || tokens?.refresh_token !== undefined;
    // A renewed token has the scopes of the old one.
    const moreScopes = challenge.error === "insufficient_scope" && !isWithoutPerson(config);
    const renewed = withoutPerson && !moreScopes ? await this.#renew() : undefined;
    if (renewed === undefined) {
      this.#note(challenge, this.#signedIn);
    }
    return renewed;
  }

  /** Signs in through the browser. Rejects with `SignInFailure`, or with the signal's reason. */
  async signIn({ browser, openRedirect, signal }: SignInOptions): Promise<void> {
    const { serverUrl, config } = this.#options;
    if (!isSafe(serverUrl)) {
      throw new SignInFailure("mcp.oauth.notHttps", { url: serverUrl });
    }
    const redirect = await openRedirect(config.callbackPort).catch((cause: unknown) => {
      throw new SignInFailure("mcp.oauth.noRedirect", { port: config.callbackPort ?? 0, detail: messageOf(cause) });
    });
    try {
      const state = randomBytes(24).toString("base64url");
      const provider = await this.#provider({ interactive: { redirectUrl: redirect.url, state } });
      const scope = await this.#wantedScope();
      if ((await this.#authorize(provider, signal, scope === undefined ? {} : { scope })) === "REDIRECT") {
        const url = provider.authorizationUrl;
        if (url === undefined || !isSafe(url.href)) {
          throw new SignInFailure("mcp.oauth.notHttps", { url: url?.href ?? "" });
        }
        const answer = redirect.answer(state, signal);
        answer.catch(() => {});
        if (!(await browser.open(url.href))) {
          throw new SignInFailure("mcp.oauth.notOpened");
        }
        const code = readAnswer(await answer, provider);
        await this.#authorize(provider, signal, { authorizationCode: code, ...(scope === undefined ? {} : { scope }) });
      }
      this.#note(undefined, true);
    } catch (error) {
      signal.throwIfAborted();
      throw isSignInFailure(error) ? error : new SignInFailure("mcp.oauth.failed", { detail: messageOf(error) });
    } finally {
      await redirect.close();
    }
  }

  /** Forgets the tokens; the next request goes without. */
  async signOut(): Promise<void> {
    await this.#options.store.signOut(this.#options.serverUrl);
    this.#note(undefined, false);
  }

  #note(challenge: Challenge | undefined, signedIn: boolean): void {
    const before = this.state;
    this.#challenge = challenge;
    this.#signedIn = signedIn;
    if (this.state !== before) {
      this.#options.onChange?.();
    }
  }

  #renew(): Promise<string | undefined> {
    this.#renewal ??= this.#renewNow().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #renewNow(): Promise<string | undefined> {
    const { log, store, serverUrl } = this.#options;
    try {
      const provider = await this.#provider({});
      const scope = this.#lastChallenge?.scope;
      await this.#authorize(provider, AbortSignal.timeout(30_000), scope === undefined ? {} : { scope });
      return textOf((await store.load(serverUrl)).tokens?.access_token);
    } catch (error) {
      log.info(`The authorization could not be renewed: ${messageOf(error)}`);
      return undefined;
    }
  }

  async #provider(extra: Pick<OAuthProviderOptions, "interactive">): Promise<OAuthProvider> {
    const { serverUrl, config, store } = this.#options;
    const { clientId } = config;
    const signs = config.privateKey !== undefined && clientId !== undefined;
    const sdk = signs ? await import("./oauth-sdk.ts") : undefined;
    const addClientAuthentication = sdk === undefined ? undefined : sdk.signedAssertion(clientId ?? "", config);
    return new OAuthProvider({
      serverUrl,
      config,
      store,
      now: this.#now,
      fetch: this.#fetch,
      ...extra,
      ...(addClientAuthentication === undefined ? {} : { addClientAuthentication }),
    });
  }

  async #authorize(
    provider: OAuthProvider,
    signal: AbortSignal,
    step: { authorizationCode?: string; scope?: string },
  ): Promise<"AUTHORIZED" | "REDIRECT"> {
    const { authorize, wordsOf } = await import("./oauth-sdk.ts");
    const { resourceMetadataUrl } = this.#lastChallenge ?? {};
    try {
      return await authorize(provider, {
        serverUrl: this.#options.serverUrl,
        fetch: (url, init) => this.#fetch(url, { ...init, signal: init?.signal ?? signal }),
        ...step,
        ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
      });
    } catch (error) {
      const words = wordsOf(error);
      throw words === undefined ? error : new SignInFailure("mcp.oauth.refused", { detail: words });
    }
  }

  /** A step-up asks for what was granted before as well (MCP, "Scope Challenge Handling"). */
  async #wantedScope(): Promise<string | undefined> {
    const { store, serverUrl } = this.#options;
    if (this.#lastChallenge?.scope === undefined) {
      return undefined;
    }
    const { tokens } = await store.load(serverUrl);
    return joinScopes(textOf(tokens?.scope), this.#lastChallenge.scope);
  }
}

/** The code, when the answer really is from the authorization server that was asked (RFC 9207). */
function readAnswer(answer: URLSearchParams, provider: OAuthProvider): string {
  const { metadata } = provider;
  const iss = answer.get("iss");
  const promised =
    metadata !== undefined &&
    "authorization_response_iss_parameter_supported" in metadata &&
    metadata.authorization_response_iss_parameter_supported === true;
  if (iss === null ? promised : metadata !== undefined && iss !== metadata.issuer) {
    // Whatever else the answer says may be somebody else's words.
    throw new SignInFailure("mcp.oauth.wrongAnswer");
  }
  const error = answer.get("error");
  const code = answer.get("code");
  if (error !== null || code === null || code === "") {
    throw new SignInFailure(error === "access_denied" ? "mcp.oauth.denied" : "mcp.oauth.refused", {
      detail: [error, answer.get("error_description")].filter((part) => part !== null).join(": "),
    });
  }
  return code;
}

/** Tokens travel encrypted, or not outside of this computer. */
function isSafe(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || (protocol === "http:" && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname));
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
