import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { JsonObject } from "../../src/shared/json.ts";

/** What a test changes of the authorization server and of the MCP server beside it. */
export interface AuthorizationQuirks {
  /** Changes the metadata of the authorization server. */
  metadata?(metadata: JsonObject): JsonObject;
  /** Changes the answer that the browser carries back. */
  answer?(parameters: URLSearchParams): void;
  /** Seconds that a token is said to live. */
  expiresIn?: number;
  /** No refresh tokens. */
  withoutRefresh?: boolean;
  /** Scopes that `tools/call` needs beside `read`. */
  scopesOfCalls?: string;
  /** No metadata of the resource, and no challenge but the status. */
  silent?: boolean;
}

interface Grant {
  challenge: string;
  scope: string;
  redirectUri: string;
}

/** An MCP server that wants a token, and the authorization server that gives them, at one address on loopback. */
export class AuthorizationServer {
  readonly quirks: AuthorizationQuirks;
  /** `METHOD /path` of all requests, and the JSON-RPC method. */
  readonly requests: string[] = [];
  readonly registrations: JsonObject[] = [];
  /** Parameters of the requests for tokens. */
  readonly tokenRequests: Record<string, string>[] = [];
  /** Tokens that are taken, with their scopes. */
  readonly tokens = new Map<string, string>();
  readonly #codes = new Map<string, Grant>();
  readonly #refreshTokens = new Map<string, string>();
  readonly #server = createServer((request, response) => void this.#handle(request, response));
  origin = "";

  private constructor(quirks: AuthorizationQuirks) {
    this.quirks = quirks;
  }

  /** `host` is an address of the loopback network. */
  static async start(quirks: AuthorizationQuirks = {}, host = "127.0.0.1"): Promise<AuthorizationServer> {
    const server = new AuthorizationServer(quirks);
    server.#server.listen(0, host);
    await once(server.#server, "listening");
    const address = server.#server.address();
    server.origin = `http://${host}:${typeof address === "object" && address !== null ? address.port : 0}`;
    return server;
  }

  get url(): string {
    return `${this.origin}/mcp`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const part of request) {
      body += part;
    }
    const { pathname, searchParams } = new URL(request.url ?? "/", this.origin);
    const method = pathname === "/mcp" && body !== "" ? ` ${JSON.parse(body).method}` : "";
    this.requests.push(`${request.method} ${pathname}${method}`);
    const json = (status: number, value: JsonObject, headers: Record<string, string> = {}) =>
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
    switch (pathname) {
      case "/.well-known/oauth-protected-resource/mcp":
        if (this.quirks.silent !== true) {
          json(200, { resource: this.url, authorization_servers: [this.origin], scopes_supported: ["read"] });
          return;
        }
        break;
      case "/.well-known/oauth-authorization-server":
        if (this.quirks.silent !== true) {
          json(200, this.#metadata());
          return;
        }
        break;
      case "/register": {
        const client = JSON.parse(body) as JsonObject;
        this.registrations.push(client);
        json(201, { ...client, client_id: `client${this.registrations.length}` });
        return;
      }
      case "/authorize":
        this.#authorize(searchParams, response);
        return;
      case "/token":
        this.#token(Object.fromEntries(new URLSearchParams(body)), json);
        return;
      case "/mcp":
        this.#mcp(request, body, response, json);
        return;
    }
    response.writeHead(404).end();
  }

  #metadata(): JsonObject {
    const metadata = {
      issuer: this.origin,
      authorization_endpoint: `${this.origin}/authorize`,
      token_endpoint: `${this.origin}/token`,
      registration_endpoint: `${this.origin}/register`,
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none", "client_secret_basic"],
      authorization_response_iss_parameter_supported: true,
    };
    return this.quirks.metadata?.(metadata) ?? metadata;
  }

  #authorize(parameters: URLSearchParams, response: ServerResponse): void {
    const redirectUri = parameters.get("redirect_uri") ?? "";
    const code = randomUUID();
    this.#codes.set(code, {
      challenge: parameters.get("code_challenge") ?? "",
      scope: parameters.get("scope") ?? "",
      redirectUri,
    });
    const answer = new URLSearchParams({ code, state: parameters.get("state") ?? "", iss: this.origin });
    this.quirks.answer?.(answer);
    const joint = redirectUri.includes("?") ? "&" : "?";
    response.writeHead(302, { location: `${redirectUri}${joint}${answer}` }).end();
  }

  #token(parameters: Record<string, string>, json: (status: number, value: JsonObject) => void): void {
    this.tokenRequests.push(parameters);
    const scope = this.#scopeFor(parameters);
    if (scope === undefined) {
      json(400, { error: "invalid_grant", error_description: "That grant is not known." });
      return;
    }
    const token = randomUUID();
    const refresh = randomUUID();
    this.tokens.set(token, scope);
    this.#refreshTokens.set(refresh, scope);
    json(200, {
      access_token: token,
      token_type: "Bearer",
      scope,
      ...(this.quirks.expiresIn === undefined ? {} : { expires_in: this.quirks.expiresIn }),
      ...(this.quirks.withoutRefresh === true ? {} : { refresh_token: refresh }),
    });
  }

  #scopeFor(parameters: Record<string, string>): string | undefined {
    switch (parameters.grant_type) {
      case "authorization_code": {
        const grant = this.#codes.get(parameters.code ?? "");
        this.#codes.delete(parameters.code ?? "");
        const proof = createHash("sha256")
          .update(parameters.code_verifier ?? "")
          .digest("base64url");
        const isSame = grant?.challenge === proof && grant.redirectUri === parameters.redirect_uri;
        return isSame && parameters.resource === this.url ? grant.scope : undefined;
      }
      case "refresh_token": {
        const scope = this.#refreshTokens.get(parameters.refresh_token ?? "");
        this.#refreshTokens.delete(parameters.refresh_token ?? "");
        return scope;
      }
      case "client_credentials":
        return parameters.scope ?? "read";
      default:
        return undefined;
    }
  }

  #mcp(
    request: IncomingMessage,
    body: string,
    response: ServerResponse,
    json: (status: number, value: JsonObject, headers?: Record<string, string>) => void,
  ): void {
    const scope = this.tokens.get((request.headers.authorization ?? "").replace(/^Bearer /, ""));
    const challenge = (more: string) =>
      this.quirks.silent === true
        ? undefined
        : {
            "www-authenticate": `Bearer ${more}resource_metadata="${this.origin}/.well-known/oauth-protected-resource/mcp"`,
          };
    if (scope === undefined) {
      response.writeHead(401, challenge('error="invalid_token", ')).end();
      return;
    }
    if (request.method !== "POST") {
      response.writeHead(405).end();
      return;
    }
    const { id, method } = JSON.parse(body);
    const wanted = this.quirks.scopesOfCalls;
    if (method === "tools/call" && wanted !== undefined && !scope.split(" ").includes(wanted)) {
      response.writeHead(403, challenge(`error="insufficient_scope", scope="${wanted}", `)).end();
      return;
    }
    const results: Record<string, JsonObject> = {
      initialize: {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {} },
        serverInfo: { name: "s", version: "1" },
      },
      "tools/list": { tools: [{ name: "t", inputSchema: { type: "object" } }] },
      "tools/call": { content: [{ type: "text", text: "called" }] },
    };
    const result = results[method];
    if (result === undefined) {
      response.writeHead(202).end();
    } else {
      json(200, { jsonrpc: "2.0", id, result });
    }
  }
}

/** Does what a person does in the browser: allows it and is sent back. */
export async function allowInBrowser(url: string): Promise<boolean> {
  const response = await fetch(url, { redirect: "manual" });
  const location = response.headers.get("location");
  await response.body?.cancel();
  return location !== null && (await fetch(location)).ok;
}
