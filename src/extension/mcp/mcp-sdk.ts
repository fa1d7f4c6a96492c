// The only file that knows the SDK and zod. Loaded with `await import("./mcp-sdk.ts")`: the build makes it a file of its
// own, so that a window without servers never reads it.
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport, SseError } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport, StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { RequestOptions } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CreateTaskResultSchema,
  ErrorCode,
  GetTaskResultSchema,
  type JSONRPCMessage,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  McpError,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { unknown as anything, array, looseObject, string, ZodError } from "zod";
import type { JsonObject } from "../../shared/json.ts";
import { brokenStream, networkFailure, watchedFetch } from "./http-watch.ts";
import {
  ClientFailure,
  type ClientSetup,
  isClientFailure,
  type McpClient,
  type MessageTransport,
  type ToolPage,
  type ToolRequest,
} from "./mcp-client.ts";
import { untilAborted } from "./until-aborted.ts";

/** The SDK's own timeouts are not used (setTimeout's longest, in ms): the caller has deadlines. */
const never = 2 ** 31 - 1;

/** Only what listing itself needs; each tool is checked on its own elsewhere, so that a bad one hides no other. */
const toolPageSchema = looseObject({ tools: array(anything()), nextCursor: string().nullish() });
const anyResultSchema = looseObject({});

/** A transport and how to leave its server politely; `onLost` is told when it notices that the server is gone. */
type OpenTransport = (onLost: (failure: ClientFailure) => void) => { transport: Transport; leave?(): Promise<void> };

/** Connects over a transport of ours. Aborting closes it. Rejects with `ClientFailure`. */
export function connectOver(transport: MessageTransport, setup: ClientSetup, signal: AbortSignal): Promise<McpClient> {
  return connect(() => ({ transport: asSdkTransport(transport) }), setup, signal);
}

export interface HttpEndpoint {
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** Connects by Streamable HTTP. */
export function connectStreamableHttp(
  { url, headers }: HttpEndpoint,
  setup: ClientSetup,
  signal: AbortSignal,
): Promise<McpClient> {
  const open: OpenTransport = (onLost) => {
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { ...headers } },
      fetch: watchedFetch(onLost),
    });
    // The SDK declares `sessionId` in a way that `exactOptionalPropertyTypes` refuses.
    return { transport: transport as Transport, leave: () => transport.terminateSession() };
  };
  return connect(open, setup, signal);
}

/** Connects by HTTP+SSE (2024-11-05). */
export function connectSse(
  { url, headers }: HttpEndpoint,
  setup: ClientSetup,
  signal: AbortSignal,
): Promise<McpClient> {
  const open: OpenTransport = (onLost) => {
    const transport = new SSEClientTransport(new URL(url), { requestInit: { headers: { ...headers } } });
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
  const client = createClient(setup);
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
    await untilAborted(client.connect(transport, { timeout: never }), signal);
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

function createClient(setup: ClientSetup): Client {
  const hasRoots = setup.roots().length > 0;
  const client = new Client(setup.clientInfo, {
    capabilities: hasRoots ? { roots: { listChanged: true } } : {},
    // Output is checked elsewhere, where a violation is not fatal. The default would compile a validator per tool.
    jsonSchemaValidator: {
      getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
    },
  });
  listen(client, setup, hasRoots);
  return client;
}

function listen(client: Client, { observer, roots }: ClientSetup, hasRoots: boolean): void {
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => observer.onToolsChanged());
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params: { level, data, logger } }) => {
    const text = typeof data === "string" ? data : JSON.stringify(data);
    observer.onLogMessage(level, logger === undefined ? text : `${logger}: ${text}`);
  });
  if (hasRoots) {
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: roots().map((root) => ({ ...root })) }));
  }
  client.onerror = (error) => observer.onOddity(error.message);
}

class SdkClient implements McpClient {
  readonly server: McpClient["server"];
  readonly close: () => Promise<void>;
  readonly #client: Client;

  constructor(client: Client, close: () => Promise<void>) {
    this.#client = client;
    this.close = close;
    const info = client.getServerVersion();
    const capabilities = client.getServerCapabilities();
    const instructions = client.getInstructions();
    this.server = {
      ...(info === undefined ? {} : { title: info.title ?? info.name, version: info.version }),
      ...(instructions === undefined ? {} : { instructions }),
      hasTools: capabilities?.tools !== undefined,
      hasToolTasks: capabilities?.tasks?.requests?.tools?.call !== undefined,
    };
  }

  async listTools(cursor: string | undefined, signal: AbortSignal): Promise<ToolPage> {
    const request = { method: "tools/list" as const, params: cursor === undefined ? {} : { cursor } };
    const { tools, nextCursor } = await cancellable(signal, (options) =>
      this.#client.request(request, toolPageSchema, options),
    );
    return typeof nextCursor === "string" ? { tools, nextCursor } : { tools };
  }

  callTool(request: ToolRequest): Promise<unknown> {
    const call = { method: "tools/call" as const, params: { name: request.name, arguments: request.input } };
    const onprogress: RequestOptions["onprogress"] = ({ progress, total, message }) => {
      request.onAlive();
      request.onProgress({
        progress,
        ...(total === undefined ? {} : { total }),
        ...(message === undefined ? {} : { message }),
      });
    };
    return cancellable(request.signal, (options) =>
      request.asTask
        ? this.#runTask(call, { ...options, onprogress }, options, request)
        : this.#client.request(call, anyResultSchema, { ...options, onprogress }),
    );
  }

  async rootsChanged(): Promise<void> {
    await this.#client.sendRootsListChanged().catch(() => {});
  }

  /** Tasks of 2025-11-25: the call gives a task, which is asked for until it ends; its result is then fetched. */
  async #runTask(
    call: { method: "tools/call"; params: { name: string; arguments: JsonObject } },
    callOptions: RequestOptions,
    options: RequestOptions,
    { signal, onAlive }: ToolRequest,
  ): Promise<unknown> {
    const { task } = await this.#client.request(call, CreateTaskResultSchema, { ...callOptions, task: {} });
    const params = { taskId: task.taskId };
    try {
      let current: Pick<typeof task, "status" | "pollInterval"> = task;
      while (current.status === "working") {
        await delay(current.pollInterval ?? 1_000, undefined, { signal });
        current = await this.#client.request({ method: "tasks/get", params }, GetTaskResultSchema, options);
        onAlive();
      }
      // With `input_required` the server asks for it while this waits.
      return await this.#client.request({ method: "tasks/result", params }, anyResultSchema, options);
    } catch (error) {
      if (signal.aborted) {
        await this.#client.request({ method: "tasks/cancel", params }, anyResultSchema).catch(() => {});
      }
      throw error;
    }
  }
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

/**
 * Runs requests with a signal of their own: the SDK listens to one for ever, and would cancel a request that ended long
 * ago when a longer-lived signal is aborted.
 */
async function cancellable<T>(signal: AbortSignal, work: (options: RequestOptions) => Promise<T>): Promise<T> {
  const own = new AbortController();
  const abort = () => own.abort(signal.reason);
  try {
    signal.throwIfAborted();
    signal.addEventListener("abort", abort, { once: true });
    return await work({ signal: own.signal, timeout: never });
  } catch (error) {
    throw signal.aborted ? new ClientFailure("aborted", "The request was cancelled.") : asFailure(error);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function asFailure(error: unknown): ClientFailure {
  if (isClientFailure(error)) {
    return error;
  }
  if (error instanceof StreamableHTTPError) {
    const { code = 0, message } = error;
    // 404 with a session (MCP, "Session Management"); servers in practice say 400 or 401 and name the session.
    const lost = code === 404 || ((code === 400 || code === 401) && /session/i.test(message));
    return new ClientFailure(lost ? "session-lost" : "http", message, code);
  }
  if (error instanceof McpError) {
    switch (error.code) {
      case ErrorCode.ConnectionClosed:
        return new ClientFailure("closed", "The connection was closed.");
      case brokenStream:
        return new ClientFailure("broken", error.message);
      default:
        // The SDK puts its own code in front of the server's words.
        return new ClientFailure("rpc", error.message.replace(/^MCP error -?\d+: /, ""), error.code);
    }
  }
  if (error instanceof ZodError) {
    const issue = error.issues[0];
    return new ClientFailure("invalid", `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "unreadable"}`);
  }
  return error instanceof Error && (error.name === "TypeError" || error.cause !== undefined)
    ? networkFailure(error)
    : asHttpFailure(error instanceof Error ? error : new Error(String(error)));
}

/** The SSE transport puts the status into its text or into `code`. */
function asHttpFailure(error: Error & { code?: unknown }): ClientFailure {
  const status = typeof error.code === "number" ? error.code : Number(/HTTP (\d{3})/.exec(error.message)?.[1] ?? 0);
  const kind = status === 404 ? "session-lost" : status > 0 ? "http" : "broken";
  return new ClientFailure(kind, error.message, status > 0 ? status : undefined);
}

/** Before there is a session none can be lost: what sounds like it has another meaning. */
function withoutSession(failure: ClientFailure): ClientFailure {
  return failure.kind === "session-lost" ? new ClientFailure("http", failure.message, failure.code) : failure;
}
