import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { isJsonObject } from "../shared/json.ts";
import { McpError } from "../shared/mcp-error.ts";
import type { ServerState } from "../shared/panel-state.ts";
import { askForExtension } from "./host/ask-for-extension.ts";
import type { ContributedServers } from "./host/contributed-servers.ts";
import { createDefaultLoop } from "./loop/default-chain.ts";
import type { ToolHub } from "./mcp/tool-hub.ts";
import type { Log } from "./ports/log.ts";
import { systemClock } from "./ports/system-clock.ts";
import type { ToolSource } from "./ports/tool.ts";
import { type EnhancedLLMClient, type EnhanceOptions, enhanceLLMClient } from "./session/enhanced-client.ts";
import type { LLMClient } from "./session/llm-client.ts";

/** An entry as in the setting `toolweave.mcpServers`: a program, or an address. */
export type McpConfig =
  | {
      type?: "stdio";
      command: string;
      args?: string[];
      env?: Record<string, string | null>;
      cwd?: string;
      timeout?: number;
    }
  | { type?: "http" | "sse"; url: string; headers?: Record<string, string>; timeout?: number };

/** A configured MCP server, whoever configured it. */
export interface ServerInfo {
  name: string;
  state: ServerState;
  /** The names of its tools at the server. */
  tools: string[];
}

/** Who calls: `context.extension` of the calling extension. People see its name where it asks for something. */
export type Caller = Pick<vscode.Extension<unknown>, "id">;

/** What `activate` gives to other extensions (`vscode.extensions.getExtension("toolweave.toolweave")`). */
export interface ToolweaveApi {
  /** Rises when something of this interface changes in a way that breaks callers. */
  readonly version: 1;
  /**
   * Adds an MCP server until the result is disposed. It starts like any other: in a trusted workspace, after the person
   * has seen what it runs. Throws `McpError` when the entry cannot be used or the name is another extension's.
   */
  registerMcp(name: string, config: McpConfig, caller: Caller): vscode.Disposable;
  /**
   * Wraps a client that answers with text so that its model can use the tools. The person is asked about every call that
   * they have not allowed for this client.
   */
  enhanceLLMClient(client: LLMClient, options: EnhanceOptions | undefined, caller: Caller): EnhancedLLMClient;
  readonly servers: readonly ServerInfo[];
  /** Tells when a server comes, goes, changes its state or its tools. */
  readonly onDidChangeServers: vscode.Event<readonly ServerInfo[]>;
}

export interface ApiOptions {
  hub: ToolHub;
  /** All tools that models may use. */
  tools: ToolSource;
  contributed: ContributedServers;
  waitForTools(signal: AbortSignal): Promise<void>;
  log: Log;
}

/** Builds what other extensions get, and what has to be disposed with it. */
export function createApi(options: ApiOptions): { api: ToolweaveApi; disposable: vscode.Disposable } {
  const { hub, tools, contributed, waitForTools, log } = options;
  const servers = (): ServerInfo[] =>
    hub.statuses().map(({ name, state, tools: listed }) => ({
      name,
      state,
      tools: listed.filter(({ quarantined }) => quarantined === undefined).map((tool) => tool.name),
    }));
  const changed = new vscode.EventEmitter<readonly ServerInfo[]>();
  let told = JSON.stringify(servers());
  const end = hub.onDidChangeStatus(() => {
    const now = servers();
    const text = JSON.stringify(now);
    if (text !== told) {
      told = text;
      changed.fire(now);
    }
  });
  const api: ToolweaveApi = {
    version: 1,
    registerMcp(name, config, caller) {
      const by = nameOf(caller);
      const entry: unknown = config;
      if (typeof name !== "string" || !isJsonObject(entry)) {
        throw new McpError("UNKNOWN_ERROR", "An MCP server needs a name and an entry as in toolweave.mcpServers.");
      }
      log.info(`The extension ${by.id} adds the MCP server "${name}".`);
      return contributed.add(name, entry, by.id);
    },
    enhanceLLMClient(client, enhanceOptions = {}, caller) {
      const by = nameOf(caller);
      return enhanceLLMClient(client, enhanceOptions, {
        tools,
        clock: systemClock,
        log,
        newId: randomUUID,
        createLoop: createDefaultLoop,
        waitForTools,
        ask: (question, signal) => askForExtension(question, by.name, signal),
      });
    },
    get servers() {
      return servers();
    },
    onDidChangeServers: changed.event,
  };
  return { api, disposable: vscode.Disposable.from(changed, new vscode.Disposable(end)) };
}

/** Only an installed extension may ask for something, because people decide by its name. */
function nameOf(caller: Caller): { id: string; name: string } {
  const extension = vscode.extensions.getExtension(caller.id);
  if (extension === undefined) {
    throw new McpError("PERMISSION_DENIED", "The caller is not an installed extension. Pass context.extension.");
  }
  const displayName: unknown = extension.packageJSON?.displayName;
  return { id: extension.id, name: typeof displayName === "string" ? displayName : extension.id };
}
