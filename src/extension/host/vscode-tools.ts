import * as vscode from "vscode";
import { isJsonObject, type JsonObject, type JsonSchema } from "../../shared/json.ts";
import type { Localizable } from "../../shared/localizable.ts";
import { type ErrorCode, McpError } from "../../shared/mcp-error.ts";
import { messageOf } from "../../shared/message-of.ts";
import { orAborted } from "../../shared/or-aborted.ts";
import type { ServerStatus } from "../../shared/panel-state.ts";
import type { ToolResult } from "../../shared/tool-result.ts";
import { canonicalHash } from "../mcp/canonical-hash.ts";
import { sentence } from "../mcp/sentences.ts";
import { ToolNames } from "../mcp/tool-names.ts";
import { ToolSwitches } from "../mcp/tool-switches.ts";
import { toolTokens } from "../mcp/tool-tokens.ts";
import type { SwitchStore } from "../ports/switch-store.ts";
import type { ToolCallOptions, ToolDefinition, ToolSource } from "../ports/tool.ts";
import type { VscodeToolsChoice } from "./settings.ts";
import { toVscodeToolResult } from "./vscode-tool-result.ts";
import { isMcpTool, isToolOfServer } from "./vscode-tool-source.ts";

const serverName = "VS Code";
/** How VS Code is asked; the same for every tool, so that "allow all tools of VS Code" can hold. */
const launch = "vscode.lm.invokeTool";
/** ms that a call may take at most, as for the tools of MCP servers. VS Code may ask the person something meanwhile. */
const longestCall = 600_000;

export interface VscodeToolsOptions {
  choice(): VscodeToolsChoice;
  /** Tools that this extension contributes to VS Code itself. */
  ownTools: ReadonlySet<string>;
  /** The names of the MCP servers that we run: the tools that VS Code has of them would be there twice. */
  ownServers(): readonly string[];
  /** Calls the listener when the person's choice may have changed; returns how to stop that. */
  onDidChangeChoice(listener: () => void): () => void;
  /** What the person switched off in this workspace. */
  switches: SwitchStore;
}

/**
 * VS Code's own tools (`vscode.lm.tools`) as a source: those of the MCP servers that VS Code runs, and, on request, those
 * of other extensions. VS Code does not tell when its list changes, so it is read anew whenever somebody asks.
 */
export class VscodeTools implements ToolSource {
  readonly #options: VscodeToolsOptions;
  readonly #names = new ToolNames();
  readonly #known = new Map<string, { text: string; definition: ToolDefinition }>();
  readonly #switches: ToolSwitches;
  readonly #listeners = new Set<() => void>();
  readonly #since = Date.now();

  constructor(options: VscodeToolsOptions) {
    this.#options = options;
    this.#switches = new ToolSwitches(options.switches);
  }

  list(): readonly ToolDefinition[] {
    return this.#switches.isServerOff(serverName)
      ? []
      : this.#chosen().filter(({ toolName }) => !this.#switches.isToolOff(serverName, toolName));
  }

  /** What the panel shows of them, beside the servers; `undefined` while VS Code has no tools but ours. */
  status(): ServerStatus | undefined {
    if (this.#others().length === 0) {
      return undefined;
    }
    const offKey =
      this.#options.choice() === "off"
        ? "mcp.state.offInSettings"
        : this.#switches.isServerOff(serverName)
          ? "mcp.state.switchedOff"
          : undefined;
    const tools = offKey === undefined ? this.#chosen() : [];
    return {
      name: serverName,
      builtIn: true,
      state: offKey === undefined ? "ready" : "disabled",
      ...(offKey === undefined ? {} : { reason: sentence(offKey, { setting: "toolweave.useVscodeTools" }) }),
      launch: { command: launch, env: [], headers: [], source: serverName, hash: canonicalHash(launch) },
      tools: tools.map((tool) => ({
        name: tool.toolName,
        ...(tool.description === undefined ? {} : { description: tool.description }),
        tokens: toolTokens(tool),
        ...(this.#switches.isToolOff(serverName, tool.toolName) ? { off: true } : {}),
      })),
      since: this.#since,
    };
  }

  /** Switches all of them on or off in this workspace, as far as the setting allows them. */
  async setOn(on: boolean): Promise<void> {
    await this.#switches.setServer(serverName, on);
    this.#changed();
  }

  /** Offers some of them to the model, or not any more, in this workspace. The names are those that VS Code has. */
  async setToolsOn(toolNames: readonly string[], on: boolean): Promise<void> {
    await this.#switches.setTools(serverName, toolNames, on);
    this.#changed();
  }

  async call(name: string, input: JsonObject, { signal }: ToolCallOptions): Promise<ToolResult> {
    const tool = this.list().find((item) => item.name === name);
    if (tool === undefined) {
      throw failed("TOOL_NOT_FOUND", sentence("mcp.call.unknownTool", { tool: name }));
    }
    const source = new vscode.CancellationTokenSource();
    const limit = AbortSignal.any([signal, AbortSignal.timeout(longestCall)]);
    const cancel = () => source.cancel();
    limit.addEventListener("abort", cancel, { once: true });
    try {
      limit.throwIfAborted();
      const invocation = { input, toolInvocationToken: undefined };
      const result = await orAborted(vscode.lm.invokeTool(tool.toolName, invocation, source.token), limit);
      return toVscodeToolResult(result.content);
    } catch (cause) {
      throw callError(tool.toolName, cause, signal, limit);
    } finally {
      limit.removeEventListener("abort", cancel);
      source.dispose();
    }
  }

  onDidChange(listener: () => void): () => void {
    const end = this.#options.onDidChangeChoice(listener);
    this.#listeners.add(listener);
    return () => {
      end();
      this.#listeners.delete(listener);
    };
  }

  /** The tools that the setting lets through, switched off or not. */
  #chosen(): ToolDefinition[] {
    const choice = this.#options.choice();
    const servers = this.#options.ownServers();
    return this.#others()
      .filter((tool) => choice === "all" || (choice === "mcp" && isMcpTool(tool)))
      .filter((tool) => !servers.some((server) => isToolOfServer(tool, server)))
      .map((tool) => this.#define(tool));
  }

  #others(): vscode.LanguageModelToolInformation[] {
    return vscode.lm.tools.filter(({ name }) => !this.#options.ownTools.has(name));
  }

  #changed(): void {
    for (const listener of this.#listeners) {
      listener();
    }
  }

  #define({ name: toolName, description, inputSchema }: vscode.LanguageModelToolInformation): ToolDefinition {
    const schema: JsonSchema = isJsonObject(inputSchema) ? inputSchema : { type: "object" };
    const judged = { toolName, description, inputSchema: schema };
    const text = JSON.stringify(judged);
    const known = this.#known.get(toolName);
    if (known?.text === text) {
      return known.definition;
    }
    const definition: ToolDefinition = {
      name: this.#names.nameOf("vscode", toolName),
      serverName,
      title: toolName,
      ...judged,
      launch: `${launch}("${toolName}")`,
      launchHash: canonicalHash(launch),
      definitionHash: canonicalHash(judged),
    };
    this.#known.set(toolName, { text, definition });
    return definition;
  }
}

/** The names of the tools that an extension's manifest gives to VS Code. */
export function contributedTools({ packageJSON }: vscode.Extension<unknown>): ReadonlySet<string> {
  const contributed: unknown = packageJSON?.contributes?.languageModelTools;
  return new Set(Array.isArray(contributed) ? contributed.map((tool) => String(tool?.name)) : []);
}

function callError(tool: string, cause: unknown, signal: AbortSignal, limit: AbortSignal): McpError {
  if (signal.aborted) {
    return failed("CANCELLED", sentence("mcp.call.cancelled"));
  }
  if (limit.aborted) {
    const seconds = longestCall / 1_000;
    return failed("TIMEOUT", sentence("mcp.call.hardTimeout", { tool, server: serverName, seconds }));
  }
  const detail = messageOf(cause);
  return failed("TOOL_EXECUTION_FAILED", {
    message: `VS Code could not run the tool "${tool}": ${detail}`,
    key: "tool.error.vscode",
    params: { tool, detail },
  });
}

function failed(code: ErrorCode, { message, ...details }: Localizable): McpError {
  return new McpError(code, message, details);
}
