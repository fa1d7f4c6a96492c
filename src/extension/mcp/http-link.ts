import { messageOf } from "../../shared/message-of.ts";
import { Deadline } from "./deadline.ts";
import type { EraVerdict } from "./era-verdict.ts";
import { type ClientFailure, type ClientSetup, isClientFailure, type McpClient } from "./mcp-client.ts";
import type { HttpEndpoint } from "./mcp-sdk.ts";
import { authorizedFetch } from "./oauth/authorized-fetch.ts";
import { sentence } from "./sentences.ts";
import type { HttpServerConfig } from "./server-config.ts";
import { type LinkEnd, LinkFailure, type LinkOptions, type ServerLink } from "./server-link.ts";

/** What servers of the older HTTP+SSE answer to the first POST (MCP, "Backwards Compatibility" of the transports). */
const olderTransport = [400, 404, 405];
const longestDetail = 500;

/** Calls a server behind a URL and greets it. See `openLink`. */
export async function openHttpLink(
  config: HttpServerConfig,
  options: LinkOptions,
  signal: AbortSignal,
): Promise<ServerLink> {
  const ms = Math.max(options.connectMs, config.timeoutMs ?? 0);
  const deadline = new Deadline({ idleMs: ms, hardMs: ms }, signal);
  let resolveEnd: (end: LinkEnd) => void = () => {};
  const ended = new Promise<LinkEnd>((resolve) => {
    resolveEnd = resolve;
  });
  const abandon = (failure: ClientFailure) => resolveEnd(describeFailure(failure, config, options));
  const setup: ClientSetup = {
    clientInfo: options.clientInfo,
    roots: options.roots,
    observer: {
      ...options.events,
      onLogMessage: (level, text) => options.log.info(`[${level}] ${text}`),
      onClosed: () => resolveEnd({ reason: sentence("mcp.fail.connectionLost") }),
      onLost: abandon,
      onOddity: (message) => options.log.warn(message),
    },
    ...(options.answers === undefined ? {} : { answers: options.answers }),
    ...(options.wire === undefined ? {} : { wire: options.wire }),
  };
  options.log.info(`Connecting to ${config.launch.command}`);
  let client: McpClient;
  try {
    client = await connectSomehow(endpointOf(config, options), options.era, setup, deadline.signal);
  } catch (error) {
    signal.throwIfAborted();
    throw new LinkFailure(
      deadline.expired !== undefined
        ? { reason: sentence("mcp.fail.startTimeout", { seconds: ms / 1_000 }) }
        : describeFailure(error, config, options),
    );
  } finally {
    deadline.end();
  }
  const close = async (): Promise<void> => {
    await client.close();
    resolveEnd({ reason: sentence("mcp.call.stopped") });
  };
  return { client, ended, abandon, close };
}

/** A header that the person set is what they want sent; a token of ours would overwrite it. */
function endpointOf(config: HttpServerConfig, { authorization }: LinkOptions): HttpEndpoint & { type: "http" | "sse" } {
  const { type, url, headers } = config;
  const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === "authorization");
  return {
    type,
    url,
    headers,
    ...(authorization === undefined || hasOwn ? {} : { fetch: authorizedFetch(authorization) }),
  };
}

/** With the newer protocol where the server speaks it; asked once, because an older server is asked in vain. */
async function connectSomehow(
  config: HttpEndpoint & { type: "http" | "sse" },
  verdict: EraVerdict,
  setup: ClientSetup,
  signal: AbortSignal,
): Promise<McpClient> {
  if (config.type === "http" && verdict.era !== "legacy") {
    const { discoverModern } = await import("./modern/era-probe.ts");
    const discovered = await discoverModern(config, setup, signal);
    if (discovered !== undefined) {
      verdict.era = "modern";
      const { connectModernHttp } = await import("./modern/mcp-modern.ts");
      return connectModernHttp(config, discovered, setup, signal);
    }
  }
  const client = await connectEitherWay(config, setup, signal);
  verdict.era = "legacy";
  return client;
}

async function connectEitherWay(
  config: HttpEndpoint & { type: "http" | "sse" },
  setup: ClientSetup,
  signal: AbortSignal,
): Promise<McpClient> {
  const { connectSse, connectStreamableHttp } = await import("./mcp-sdk.ts");
  if (config.type === "sse") {
    return connectSse(config, setup, signal);
  }
  try {
    return await connectStreamableHttp(config, setup, signal);
  } catch (first) {
    if (!isClientFailure(first) || !olderTransport.includes(first.code ?? 0)) {
      throw first;
    }
    // What the first try said is worth more than that the fallback did not work either.
    return await connectSse(config, setup, signal).catch(() => Promise.reject(first));
  }
}

function describeFailure(error: unknown, { url }: HttpServerConfig, { mask, authorization }: LinkOptions): LinkEnd {
  const host = new URL(url).host;
  const message = messageOf(error);
  const detail = mask(
    message.replace(/^Streamable HTTP error: (Error POSTing to endpoint: )?/, "").slice(0, longestDetail),
  );
  if (!isClientFailure(error)) {
    return { reason: sentence("mcp.fail.unexpected", { detail }) };
  }
  if (error.kind === "http" && error.code === 401) {
    const key = authorization === undefined ? "mcp.fail.needsAuth" : "mcp.fail.signIn";
    return { reason: sentence(key, { host }), needsAuth: true };
  }
  if (error.kind === "http" && error.code === 403 && authorization?.state === "more") {
    const { scope = "" } = authorization.challenge ?? {};
    return { reason: sentence("mcp.fail.moreScopes", { host, scopes: scope }), needsAuth: true };
  }
  switch (error.kind) {
    case "unreachable":
    case "broken":
      return { reason: sentence("mcp.fail.unreachable", { host, detail }) };
    case "session-lost":
      return { reason: sentence("mcp.fail.sessionLost", { host }) };
    case "http":
      return error.code === 403
        ? { reason: sentence("mcp.fail.forbidden", { host, detail }) }
        : { reason: sentence("mcp.fail.http", { host, status: error.code ?? 0, detail }) };
    case "rpc":
      return { reason: sentence("mcp.fail.handshake", { detail }) };
    case "closed":
    case "invalid":
    case "aborted":
      return { reason: sentence("mcp.fail.unexpected", { detail }) };
  }
}
