// With the files it imports the only place that knows the second engine, `@modelcontextprotocol/client`. Loaded with
// `await import("./modern/mcp-modern.ts")`, when a server speaks a revision without a handshake.
import { type DiscoverResult, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import type { JsonObject } from "../../../shared/json.ts";
import { exactFetch } from "../exact-numbers.ts";
import { networkFailure } from "../http-watch.ts";
import type { ClientSetup, McpClient, MessageTransport } from "../mcp-client.ts";
import type { HttpEndpoint } from "../mcp-sdk.ts";
import { never } from "../own-signal.ts";
import { untilAborted } from "../until-aborted.ts";
import { withoutBadIcons } from "../without-bad-icons.ts";
import { ModernClient } from "./modern-client.ts";
import { asModernFailure } from "./modern-failure.ts";
import { createModernSdkClient } from "./modern-requests.ts";
import { preparedTransport } from "./modern-wire.ts";

/** Connects to a server that said `discovered` about itself. Rejects with `ClientFailure`. */
export function connectModernHttp(
  { url, headers, fetch: ask = (address, init) => fetch(address, init) }: HttpEndpoint,
  discovered: JsonObject,
  setup: ClientSetup,
  signal: AbortSignal,
): Promise<McpClient> {
  const askExactly = exactFetch(ask);
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
    fetch: async (address, init) => {
      try {
        return await askExactly(address, init);
      } catch (error) {
        throw init?.signal?.aborted === true ? error : networkFailure(error);
      }
    },
  });
  const { result } = withoutBadIcons({ result: discovered });
  return connect(transport as Transport, setup, signal, result as JsonObject);
}

/** Greets a server behind a transport of ours that refused the handshake. Rejects with `ClientFailure`. */
export function connectModernOver(
  transport: MessageTransport,
  setup: ClientSetup,
  signal: AbortSignal,
): Promise<McpClient> {
  const adapter: Transport = {
    start: () => transport.start(),
    send: (message) => transport.send(message as unknown as JsonObject),
    close: () => transport.close(),
  };
  transport.onmessage = (message) => adapter.onmessage?.(message as never);
  transport.onclose = () => adapter.onclose?.();
  transport.onerror = (error) => adapter.onerror?.(error);
  return connect(adapter, setup, signal);
}

async function connect(
  transport: Transport,
  setup: ClientSetup,
  signal: AbortSignal,
  discovered?: JsonObject,
): Promise<McpClient> {
  signal.throwIfAborted();
  let phase: "connecting" | "open" | "closed" = "connecting";
  let closedEarly = false;
  const client = createModernSdkClient(setup, () => phase === "open");
  client.onclose = () => {
    closedEarly = true;
    if (phase === "open") {
      setup.observer.onClosed();
    }
  };
  const close = async () => {
    phase = "closed";
    await client.close().catch(() => {});
  };
  const prior =
    discovered === undefined
      ? {}
      : { prior: { kind: "modern" as const, discover: discovered as unknown as DiscoverResult } };
  try {
    await untilAborted(client.connect(preparedTransport(transport, setup.wire), { timeout: never, ...prior }), signal);
  } catch (error) {
    await close();
    throw signal.aborted ? signal.reason : asModernFailure(error);
  }
  phase = "open";
  if (closedEarly) {
    setup.observer.onClosed();
  }
  return new ModernClient(client, setup.observer, close);
}
