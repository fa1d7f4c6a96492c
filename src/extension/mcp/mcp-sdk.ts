// With the `sdk-*.ts` files it imports the only place that knows the SDK and zod. Loaded with
// `await import("./mcp-sdk.ts")`: the build makes it a file of its own, so that a window without servers never reads it.
import { setTimeout as delay } from "node:timers/promises";
import { SSEClientTransport, SseError } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { JsonObject } from "../../shared/json.ts";
import { exactFetch } from "./exact-numbers.ts";
import { type Fetch, watchedFetch } from "./http-watch.ts";
import { ClientFailure, type ClientSetup, type McpClient, type MessageTransport } from "./mcp-client.ts";
import { never } from "./own-signal.ts";
import { SdkClient } from "./sdk-client.ts";
import { asFailure, withoutSession } from "./sdk-failure.ts";
import { createSdkClient } from "./sdk-requests.ts";
import { tapped } from "./sdk-wire.ts";
import { untilAborted } from "./until-aborted.ts";

/** A transport and how to leave its server politely; `onLost` is told when it notices that the server is gone. */
type OpenTransport = (onLost: (failure: ClientFailure) => void) => { transport: Transport; leave?(): Promise<void> };

/** Connects over a transport of ours. Aborting closes it. Rejects with `ClientFailure`. */
export function connectOver(transport: MessageTransport, setup: ClientSetup, signal: AbortSignal): Promise<McpClient> {
  return connect(() => ({ transport: asSdkTransport(transport) }), setup, signal);
}

export interface HttpEndpoint {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Sends the requests; by default the global `fetch`. */
  fetch?: Fetch;
}

/** Connects by Streamable HTTP. */
export function connectStreamableHttp(
  { url, headers, fetch: ask = fetch }: HttpEndpoint,
  setup: ClientSetup,
  signal: AbortSignal,
): Promise<McpClient> {
  const open: OpenTransport = (onLost) => {
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { ...headers } },
      fetch: watchedFetch(onLost, exactFetch(ask)),
    });
    // The SDK declares `sessionId` in a way that `exactOptionalPropertyTypes` refuses.
    return { transport: transport as Transport, leave: () => transport.terminateSession() };
  };
  return connect(open, setup, signal);
}

/** Connects by HTTP+SSE (2024-11-05). */
export function connectSse(
  { url, headers, fetch: ask = fetch }: HttpEndpoint,
  setup: ClientSetup,
  signal: AbortSignal,
): Promise<McpClient> {
  const open: OpenTransport = (onLost) => {
    const transport = new SSEClientTransport(new URL(url), {
      requestInit: { headers: { ...headers } },
      fetch: exactFetch(ask),
    });
    // Its event source connects again by itself, to a server that then knows nothing of this client.
    transport.onerror = (error) => {
      if (error instanceof SseError) {
        onLost(new ClientFailure("broken", error.message));
      }
    };
    return { transport };
  };
  return connect(open, setup, signal);
}

async function connect(open: OpenTransport, setup: ClientSetup, signal: AbortSignal): Promise<McpClient> {
  signal.throwIfAborted();
  const { observer } = setup;
  // While it is being made a connection fails by rejection; only after that its loss is told.
  let phase: "connecting" | "open" | "closed" = "connecting";
  let closedEarly = false;
  const { transport, leave } = open((failure) => {
    if (phase === "open") {
      observer.onLost(failure);
    }
  });
  const client = createSdkClient(setup);
  client.onclose = () => {
    if (phase === "open") {
      observer.onClosed();
    }
    closedEarly = true;
  };
  const close = async () => {
    const wasOpen = phase === "open";
    phase = "closed";
    if (wasOpen && leave !== undefined) {
      await Promise.race([leave().catch(() => {}), delay(800, undefined, { ref: false })]);
    }
    await client.close().catch(() => {});
  };
  try {
    // Not the signal itself: the SDK would send a cancellation of `initialize`, which the protocol forbids.
    await untilAborted(client.connect(tapped(transport, setup.wire), { timeout: never }), signal);
  } catch (error) {
    await close();
    throw signal.aborted ? signal.reason : withoutSession(asFailure(error));
  }
  phase = "open";
  if (closedEarly) {
    observer.onClosed();
  }
  return new SdkClient(client, close);
}

function asSdkTransport(transport: MessageTransport): Transport {
  const adapter: Transport = {
    start: () => transport.start(),
    send: (message) => transport.send(message as unknown as JsonObject),
    close: () => transport.close(),
  };
  transport.onmessage = (message) => adapter.onmessage?.(message as unknown as JSONRPCMessage);
  transport.onclose = () => adapter.onclose?.();
  transport.onerror = (error) => adapter.onerror?.(error);
  return adapter;
}
