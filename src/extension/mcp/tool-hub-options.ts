import type { Browser } from "../ports/browser.ts";
import type { ConsentStore } from "../ports/consent-store.ts";
import type { Log } from "../ports/log.ts";
import type { ServerRequests } from "../ports/server-requests.ts";
import type { SwitchStore } from "../ports/switch-store.ts";
import type { Environment } from "./child-environment.ts";
import type { ConnectionTimings } from "./connection-timings.ts";
import type { LogLevel, WorkspaceRoot } from "./mcp-client.ts";
import type { CredentialStore } from "./oauth/credential-store.ts";
import type { OpenRedirect } from "./oauth/redirect-listener.ts";
import type { PidFile } from "./pid-file.ts";
import type { ServerConfig } from "./server-config.ts";

/** Where signing in takes place, and where what comes of it is kept. */
export interface SignInPlace {
  store: CredentialStore;
  browser: Browser;
  openRedirect: OpenRedirect;
}

export interface ToolHubOptions {
  /** How this client names itself to servers. */
  clientInfo: { name: string; title?: string; version: string };
  /** Whether servers may start at all. */
  trusted: boolean;
  consents: ConsentStore;
  /** The log of a server: its stderr, and what happens to it. */
  logFor(serverName: string): Log;
  /** What servers inherit; asked when the first one starts. */
  environment(): Promise<Environment>;
  /** The workspace folders, asked whenever a server wants them. */
  roots(): readonly WorkspaceRoot[];
  /** Sweeps what a crash left before the first server starts. */
  pidFile?: PidFile;
  /** With it people can sign in at servers behind a URL. */
  signIn?: SignInPlace;
  /** A server says that a resource changed that it was asked to watch. */
  onResourceUpdated?(serverName: string, uri: string): void;
  /** What the person switched off in this workspace; absent: nothing, and switches are forgotten. */
  switches?: SwitchStore;
  /** A server waits for values that only the person has. */
  onInputsNeeded?(config: ServerConfig): void;
  timings?: Partial<ConnectionTimings>;
  /** Who answers what servers ask of a person or a model; absent: they are not told that they can ask. */
  requests?: ServerRequests;
  /** The least severity of log lines that a server is to send. */
  logLevel?(serverName: string): LogLevel | undefined;
}
