import type { JsonObject } from "../../shared/json.ts";
import type { Localizable } from "../../shared/localizable.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { ToolResult } from "../../shared/tool-result.ts";
import type { Log } from "../ports/log.ts";
import type { ServerRequests } from "../ports/server-requests.ts";
import type { ToolCallOptions } from "../ports/tool.ts";
import { askServer, type ServerQuery } from "./ask-server.ts";
import type { ConnectionTimings } from "./connection-timings.ts";
import type { ClientFailure, LogLevel, McpClient } from "./mcp-client.ts";
import type { ServerAuthorization } from "./oauth/server-authorization.ts";
import { OpenCalls } from "./open-calls.ts";
import { ServerAnswers } from "./server-answers.ts";
import type { ServerConfig } from "./server-config.ts";
import type { ServerLink } from "./server-link.ts";
import { callServerTool } from "./tool-call.ts";
import type { ListedTool } from "./tool-listing.ts";

export interface ConnectionRequestsOptions {
  config(): ServerConfig;
  timings: ConnectionTimings;
  /** The link once the server is ready, or the reason why it will not be. Rejects when the signal aborts. */
  link(signal: AbortSignal): Promise<ServerLink | Localizable>;
  /** The link is of no use any more and a new one must be made. */
  abandon(link: ServerLink, failure: ClientFailure): void;
  log: Log;
  mask(text: string): string;
  /** Who answers what the server asks; absent: it cannot ask. */
  requests?: ServerRequests | undefined;
  /** The least severity of log lines that the server is to send; absent: as it likes. */
  logLevel?(): LogLevel | undefined;
  authorization?: ServerAuthorization | undefined;
}

/** What is asked of one server, over whatever link it has, and what it asks meanwhile. */
export class ConnectionRequests {
  readonly #options: ConnectionRequestsOptions;
  readonly #calls = new OpenCalls();
  /** Absent when nobody answers. */
  readonly answers: ServerAnswers | undefined;

  constructor(options: ConnectionRequestsOptions) {
    this.#options = options;
    const { requests, log } = options;
    this.answers = requests === undefined ? undefined : new ServerAnswers(options.config(), requests, this.#calls, log);
  }

  /** Calls a tool of the last listing. Rejects with `McpError`. */
  call(tool: ListedTool, input: JsonObject, options: ToolCallOptions): Promise<ToolResult> {
    const { config, timings, link, abandon, mask, authorization } = this.#options;
    const { name, timeoutMs } = config();
    return callServerTool({
      serverName: name,
      tool,
      input,
      options,
      limits: {
        idleMs: timeoutMs ?? timings.callIdleMs,
        hardMs: Math.max(timings.callHardMs, timeoutMs ?? 0),
      },
      link,
      abandon,
      enter: (deadline) => this.#calls.enter(deadline),
      openPages: async (failure, signal) => this.answers?.openPages(failure, signal) ?? false,
      mask,
      ...(authorization === undefined ? {} : { authorization }),
    });
  }

  /** Asks for something that changes nothing at the server. Rejects with `McpError`. */
  ask<T>(query: Pick<ServerQuery<T>, "ask" | "refused" | "signal">): Promise<T> {
    const { config, timings, link, mask } = this.#options;
    return askServer({ ...query, serverName: config().name, timeoutMs: timings.connectMs, link, mask });
  }

  /** Tells the server which log lines are wanted. */
  applyLogLevel(client: McpClient | undefined): void {
    const { logLevel, timings, log } = this.#options;
    const level = logLevel?.();
    if (level !== undefined && client?.server.hasLogging === true) {
      client
        .setLogLevel(level, AbortSignal.timeout(timings.connectMs))
        .catch((error: unknown) => log.warn(`The log level was not accepted: ${messageOf(error)}`));
    }
  }
}
