import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import type { ConfigurationProblem, LaunchFacts } from "../../shared/panel-state.ts";
import type { VariableValues } from "./config-variables.ts";
import type { OAuthConfig } from "./oauth/oauth-config.ts";
import { type SentenceKey, sentence } from "./sentences.ts";
import { readServerEntry } from "./server-entry.ts";

interface ServerConfigBase {
  /** The key in the configuration; unique. */
  name: string;
  enabled: boolean;
  /** ms that a call may go on without a sign of life; absent for the default. */
  timeoutMs?: number;
  /** What a person sees before it starts; its `hash` is the launch hash. */
  launch: LaunchFacts;
  /** Resolved values that must not be written to logs or shown. */
  secrets: readonly string[];
  /** Ids of inputs without which it cannot start; absent when nothing is missing. */
  waitsFor?: readonly string[];
  /** The server is started again when a file changes that one of the globs, relative to the folder, means. */
  watch?: { folder: string; globs: readonly string[] };
  /** Names of tools that the configuration keeps from being offered. */
  disabledTools?: readonly string[];
  /** Other places that name a server of this name and do not count. */
  replaces?: readonly string[];
}

/** A server that is a program on this machine and speaks over its standard input and output. */
export interface StdioServerConfig extends ServerConfigBase {
  type: "stdio";
  command: string;
  args: readonly string[];
  /** On top of the inherited environment; `null` removes a variable from it. */
  env: Readonly<Record<string, string | null>>;
  cwd?: string;
}

/** A server behind a URL: `http` is Streamable HTTP with the older HTTP+SSE as fallback, `sse` the older one at once. */
export interface HttpServerConfig extends ServerConfigBase {
  type: "http" | "sse";
  url: string;
  headers: Readonly<Record<string, string>>;
  oauth?: OAuthConfig;
}

/** One configured server with all its variables resolved. */
export type ServerConfig = StdioServerConfig | HttpServerConfig;

export interface ConfigContext extends VariableValues {
  /** Which file or setting is read, for people. */
  source: string;
  /** The text of a file that an entry names (`envFile`), or `undefined` when it cannot be read. */
  readFile?(path: string): string | undefined;
}

export interface ParsedServers {
  /** In the order of the configuration. */
  servers: ServerConfig[];
  /** What is wrong, by entry and field. A server with a problem may still be in `servers`, when the problem is harmless. */
  problems: ConfigurationProblem[];
}

/**
 * Reads the setting `toolweave.mcpServers` (a map of name to server) or a whole file whose root has `mcpServers` or
 * `servers`. Takes any value and never throws; a bad entry hides no other.
 */
export function readServerConfig(value: unknown, context: ConfigContext): ParsedServers {
  const entries = findEntries(value);
  return entries === undefined
    ? { servers: [], problems: [{ ...sentence("mcp.config.notObject"), source: context.source }] }
    : readServers(entries, context);
}

/** Reads a map of name to entry. */
export function readServers(entries: JsonObject, context: ConfigContext): ParsedServers {
  const problems: ConfigurationProblem[] = [];
  const report = (key: SentenceKey, params: Record<string, string | number> = {}) => {
    problems.push({ ...sentence(key, params), source: context.source });
  };
  const servers: ServerConfig[] = [];
  for (const [name, entry] of Object.entries(entries)) {
    if (name.trim() === "") {
      report("mcp.config.emptyName");
      continue;
    }
    const server = readServerEntry(name, entry, context, (key, params) => report(key, { server: name, ...params }));
    if (server !== undefined) {
      servers.push(server);
    }
  }
  return { servers, problems };
}

/** The map of name to entry in a setting or a whole file; `undefined` when there is none. */
export function findEntries(value: unknown): JsonObject | undefined {
  if (value === undefined || value === null) {
    return {};
  }
  if (!isJsonObject(value)) {
    return undefined;
  }
  for (const root of ["mcpServers", "servers"]) {
    if (Object.hasOwn(value, root) && !isLaunch(value[root])) {
      const entries = value[root];
      return isJsonObject(entries) ? entries : undefined;
    }
  }
  return value;
}

/** Tells a server that happens to be called `servers` from the root key. */
function isLaunch(value: unknown): boolean {
  return isJsonObject(value) && (typeof value.command === "string" || typeof value.url === "string");
}
