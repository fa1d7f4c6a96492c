import type { JsonObject, JsonValue } from "../../shared/json.ts";
import type { ServerIcon } from "../../shared/panel-state.ts";
import type { ToolProgress } from "../ports/tool.ts";
import type { WireTap } from "./wire-log.ts";

/** A way to carry JSON-RPC messages. `onclose` is called once, whoever closed it. */
export interface MessageTransport {
  onmessage?: (message: JsonObject) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  start(): Promise<void>;
  send(message: JsonObject): Promise<void>;
  close(): Promise<void>;
}

/** What a server says about itself. Untrusted text, and an untrusted picture. */
export interface ServerDescription {
  title?: string;
  version?: string;
  icon?: ServerIcon;
  instructions?: string;
  protocolVersion?: string;
  hasTools: boolean;
  /** Tools can run as tasks (2025-11-25, experimental). */
  hasToolTasks: boolean;
  hasPrompts: boolean;
  hasResources: boolean;
  /** Tells when a resource that was subscribed to changed. */
  canSubscribe: boolean;
  hasCompletions: boolean;
  hasLogging: boolean;
}

/** What a server lists, page by page. */
export type ListKind = "tools" | "prompts" | "resources" | "resourceTemplates";

/** Lists whose change a server tells; templates belong to the resources. */
export type ChangingList = Exclude<ListKind, "resourceTemplates">;

/** Severities of log lines, the least important first (RFC 5424). */
export const logLevels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;
export type LogLevel = (typeof logLevels)[number];

/** A folder that servers may work in (MCP "roots"). */
export interface WorkspaceRoot {
  /** `file://` */
  uri: string;
  name: string;
}

/** What a client tells while it is connected. */
export interface ClientObserver {
  onListChanged(list: ChangingList): void;
  /** A resource that was subscribed to has other contents now. */
  onResourceUpdated(uri: string): void;
  /** What the person did on the page of a URL elicitation has come to its end. */
  onElicitationComplete(elicitationId: string): void;
  /** `notifications/message`: a log line of the server. */
  onLogMessage(level: string, text: string): void;
  /** The connection is over without having been closed by us; calls that were open have been rejected. */
  onClosed(): void;
  /** The server can no longer be reached by this client or does not know it any more; a new one is needed. */
  onLost(failure: ClientFailure): void;
  /** Something odd that changed nothing. */
  onOddity(message: string): void;
}

/**
 * Answers what a server asks of this client. Parameters and answers are as the protocol has them. The signal aborts when
 * the server takes its request back.
 */
export interface RequestAnswers {
  /** `elicitation/create`, both modes. */
  elicit(params: JsonObject, signal: AbortSignal): Promise<JsonObject>;
  /** `sampling/createMessage`, with tools. */
  sample(params: JsonObject, signal: AbortSignal): Promise<JsonObject>;
}

export interface ClientSetup {
  clientInfo: { name: string; title?: string; version: string };
  /** Asked at each `roots/list`. No roots at the time of connecting: the capability is not declared. */
  roots(): readonly WorkspaceRoot[];
  observer: ClientObserver;
  /** Absent: the client declares neither elicitation nor sampling. */
  answers?: RequestAnswers;
  /** Hears every message of the connection. */
  wire?: WireTap;
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

/** The value of one argument of a prompt or a resource template, for which the server is asked what it may be. */
export interface CompletionRequest {
  of: { prompt: string } | { template: string };
  argument: string;
  /** What is typed so far. */
  value: string;
  /** The other arguments that are known. */
  context: Readonly<Record<string, string>>;
}

/** One page of a list. The items are as the server sent them, not checked. */
export interface ListPage {
  items: unknown[];
  /** Opaque; the empty text is a cursor like any other. */
  nextCursor?: string;
}

/**
 * A connected MCP client, whatever library is behind it. Everything rejects with `ClientFailure`. There are no timeouts
 * here: the caller has the signals.
 */
export interface McpClient {
  readonly server: ServerDescription;
  list(kind: ListKind, cursor: string | undefined, signal: AbortSignal): Promise<ListPage>;
  /** This and the next ones resolve with the result as the server sent it, not checked. */
  callTool(request: ToolRequest): Promise<unknown>;
  getPrompt(name: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<JsonObject>;
  readResource(uri: string, signal: AbortSignal): Promise<JsonObject>;
  complete(request: CompletionRequest, signal: AbortSignal): Promise<JsonObject>;
  /** Asks to be told when a resource changes, or no longer. */
  watchResource(uri: string, watch: boolean, signal: AbortSignal): Promise<void>;
  /** The server sends no log lines below this level from now on. */
  setLogLevel(level: LogLevel, signal: AbortSignal): Promise<void>;
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
  /** What came with a JSON-RPC error. */
  readonly data: JsonValue | undefined;

  constructor(kind: ClientFailureKind, message: string, code?: number, data?: JsonValue) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.data = data;
  }
}

/**
 * Whether an error is a `ClientFailure`. Not by its class: the SDK's adapter is built as a file of its own and has its
 * own copy of it.
 */
export function isClientFailure(error: unknown): error is ClientFailure {
  return error instanceof Error && error.name === "ClientFailure" && "kind" in error;
}
