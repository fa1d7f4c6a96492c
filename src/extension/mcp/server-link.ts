import type { Localizable } from "../../shared/localizable.ts";
import type { Log } from "../ports/log.ts";
import type { Environment } from "./child-environment.ts";
import type { EraVerdict } from "./era-verdict.ts";
import type { LiveProcesses } from "./live-processes.ts";
import type { ClientFailure, ClientObserver, ClientSetup, McpClient, RequestAnswers } from "./mcp-client.ts";
import type { ServerAuthorization } from "./oauth/server-authorization.ts";
import type { WireTap } from "./wire-log.ts";

/** Why a link ended or could not be made. */
export interface LinkEnd {
  reason: Localizable;
  /** The server wants credentials; trying again without them is of no use. */
  needsAuth?: boolean;
  /** The server answered the handshake with an error: it may speak a revision without one. */
  refusedHandshake?: boolean;
  stderrTail?: string[];
  exitCode?: number;
}

/** One connected client with what carries it: a process or HTTP. */
export interface ServerLink {
  readonly client: McpClient;
  /** Resolves when the server is gone, or when we closed the link (`mcp.call.stopped`). */
  readonly ended: Promise<LinkEnd>;
  /** Ends the link because a request showed that the server is gone. */
  abandon(failure: ClientFailure): void;
  /** Never rejects; a process tree has ended when it resolves. */
  close(): Promise<void>;
}

/** A link could not be made. */
export class LinkFailure extends Error {
  override readonly name = "LinkFailure";
  readonly end: LinkEnd;

  constructor(end: LinkEnd) {
    super(end.reason.message);
    this.end = end;
  }
}

export interface LinkOptions {
  clientInfo: ClientSetup["clientInfo"];
  roots: ClientSetup["roots"];
  /** The inherited environment. */
  environment(): Promise<Environment>;
  processes: LiveProcesses;
  /** Secrets are masked already. */
  log: Log;
  mask(text: string): string;
  /** Of a server behind a URL, when somebody can sign in there. */
  authorization?: ServerAuthorization;
  /** How the link's observer tells what is not about the connection itself. */
  events: Pick<ClientObserver, "onListChanged" | "onResourceUpdated" | "onElicitationComplete">;
  answers?: RequestAnswers;
  wire?: WireTap;
  era: EraVerdict;
  /** ms for the start: in all, and for programs that install themselves first, without output. */
  connectMs: number;
  installIdleMs: number;
  installMs: number;
}
