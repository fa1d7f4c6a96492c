import type { JsonObject } from "../../shared/json.ts";
import type { ToolProgress } from "../ports/tool.ts";

/** A way to carry JSON-RPC messages. `onclose` is called once, whoever closed it. */
export interface MessageTransport {
  onmessage?: (message: JsonObject) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  start(): Promise<void>;
  send(message: JsonObject): Promise<void>;
  close(): Promise<void>;
}

/** What a server says about itself. Untrusted text. */
export interface ServerDescription {
  title?: string;
  version?: string;
  instructions?: string;
  protocolVersion?: string;
  hasTools: boolean;
  /** Tools can run as tasks (2025-11-25, experimental). */
  hasToolTasks: boolean;
}

/** A folder that servers may work in (MCP "roots"). */
export interface WorkspaceRoot {
  /** `file://` */
  uri: string;
  name: string;
}

/** What a client tells while it is connected. */
export interface ClientObserver {
  onToolsChanged(): void;
  /** `notifications/message`: a log line of the server. */
  onLogMessage(level: string, text: string): void;
  /** The connection is over without having been closed by us; calls that were open have been rejected. */
  onClosed(): void;
  /** The server can no longer be reached by this client or does not know it any more; a new one is needed. */
  onLost(failure: ClientFailure): void;
  /** Something odd that changed nothing. */
  onOddity(message: string): void;
}

export interface ClientSetup {
  clientInfo: { name: string; title?: string; version: string };
  /** Asked at each `roots/list`. No roots at the time of connecting: the capability is not declared. */
  roots(): readonly WorkspaceRoot[];
  observer: ClientObserver;
}

export interface ToolRequest {
  name: string;
  input: JsonObject;
  /** Run it as a task and wait for its end. */
  asTask: boolean;
  /** Aborting cancels the call at the server. */
  signal: AbortSignal;
  onProgress(progress: ToolProgress): void;
  /** The server works on it: progress, or a task that still runs. */
  onAlive(): void;
}

/** One page of a tool list. The tools are as the server sent them, not checked. */
export interface ToolPage {
  tools: unknown[];
  /** Opaque; the empty text is a cursor like any other. */
  nextCursor?: string;
}

/**
 * A connected MCP client, whatever library is behind it. Everything rejects with `ClientFailure`. There are no timeouts
 * here: the caller has the signals.
 */
export interface McpClient {
  readonly server: ServerDescription;
  listTools(cursor: string | undefined, signal: AbortSignal): Promise<ToolPage>;
  /** Resolves with the result as the server sent it, not checked. */
  callTool(request: ToolRequest): Promise<unknown>;
  rootsChanged(): Promise<void>;
  /** Leaves politely (HTTP: DELETE of the session) and closes the transport. Never rejects. */
  close(): Promise<void>;
}

/**
 * Why a request failed, for code that decides what to do next:
 * - `closed`: the transport ended while the request was open
 * - `session-lost`: the server refused the request because it no longer knows the session; nothing was run
 * - `unreachable`: no connection could be made; nothing was run
 * - `broken`: the connection broke off while the request was open
 * - `http`: another HTTP status
 * - `rpc`: the server answered with a JSON-RPC error
 * - `invalid`: the answer does not follow the protocol
 * - `aborted`: the caller's signal
 */
export type ClientFailureKind =
  | "closed"
  | "session-lost"
  | "unreachable"
  | "broken"
  | "http"
  | "rpc"
  | "invalid"
  | "aborted";

export class ClientFailure extends Error {
  override readonly name = "ClientFailure";
  readonly kind: ClientFailureKind;
  /** HTTP status or JSON-RPC code. */
  readonly code: number | undefined;

  constructor(kind: ClientFailureKind, message: string, code?: number) {
    super(message);
    this.kind = kind;
    this.code = code;
  }
}

/**
 * Whether an error is a `ClientFailure`. Not by its class: the SDK's adapter is built as a file of its own and has its
 * own copy of it.
 */
export function isClientFailure(error: unknown): error is ClientFailure {
  return error instanceof Error && error.name === "ClientFailure" && "kind" in error;
}
