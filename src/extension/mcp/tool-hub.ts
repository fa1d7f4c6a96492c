import type { JsonObject } from "../../shared/json.ts";
import { McpError } from "../../shared/mcp-error.ts";
import type { ServerStatus } from "../../shared/panel-state.ts";
import type { ToolResult } from "../../shared/tool-result.ts";
import { memorySwitches } from "../ports/switch-store.ts";
import type { ToolCallOptions, ToolDefinition, ToolSource } from "../ports/tool.ts";
import { Admission, type Decision } from "./admission.ts";
import { ChangeSignal } from "./change-signal.ts";
import type { ServerConnection } from "./connection.ts";
import { ConnectionFactory } from "./connection-factory.ts";
import { isUnderWay } from "./connection-state.ts";
import { goesOn } from "./goes-on.ts";
import { LiveProcesses } from "./live-processes.ts";
import { sentence } from "./sentences.ts";
import type { ServerConfig } from "./server-config.ts";
import type { ToolHubOptions } from "./tool-hub-options.ts";
import { ToolSwitches } from "./tool-switches.ts";
import { ToolTable } from "./tool-table.ts";
import { untilAborted } from "./until-aborted.ts";
import { WireLogs } from "./wire-log.ts";
import { withinIconBound } from "./within-icon-bound.ts";

/**
 * All configured MCP servers as one source of tools. A server starts only in a trusted workspace and after exactly what
 * it runs was accepted; a broken one hides none of the others.
 */
export class ToolHub implements ToolSource {
  readonly #options: ToolHubOptions;
  #connections: ReadonlyMap<string, ServerConnection> = new Map();
  readonly #admission: Admission;
  readonly #switches: ToolSwitches;
  readonly #tools: ToolTable;
  readonly #processes: LiveProcesses;
  readonly #factory: ConnectionFactory;
  readonly #toolListeners = new Set<() => void>();
  readonly #statusListeners = new Set<() => void>();
  readonly #change = new ChangeSignal();
  readonly wires = new WireLogs();
  readonly #ending = new Set<Promise<void>>();
  #disposed = false;

  constructor(options: ToolHubOptions) {
    this.#options = options;
    this.#switches = new ToolSwitches(options.switches ?? memorySwitches());
    this.#tools = new ToolTable(this.#switches);
    this.#admission = new Admission(options.consents, this.#switches, options.trusted);
    this.#processes = new LiveProcesses(options.pidFile);
    const swept = options.pidFile?.sweep().catch(() => {}) ?? Promise.resolve();
    this.#factory = new ConnectionFactory(options, {
      processes: this.#processes,
      wires: this.wires,
      environment: () => swept.then(() => options.environment()),
      onChange: () => this.#changed(),
    });
  }

  list(): readonly ToolDefinition[] {
    return this.#tools.definitions;
  }

  async call(name: string, input: JsonObject, options: ToolCallOptions): Promise<ToolResult> {
    const target = this.#tools.find(name);
    if (target === undefined) {
      const { message, ...details } = sentence("mcp.call.unknownTool", { tool: name });
      throw new McpError("TOOL_NOT_FOUND", message, details);
    }
    return target.connection.call(target.tool, input, options);
  }

  onDidChange(listener: () => void): () => void {
    this.#toolListeners.add(listener);
    return () => this.#toolListeners.delete(listener);
  }

  /** One server, for what people ask of it beside its tools. */
  server(
    name: string,
  ):
    | Pick<ServerConnection, "config" | "authorization" | "ask" | "description" | "allOffers" | "applyLogLevel">
    | undefined {
    return this.#connections.get(name);
  }

  /** In the order of the configuration. */
  statuses(): ServerStatus[] {
    return withinIconBound([...this.#connections.values()].map((connection) => this.#tools.marked(connection)));
  }

  /** Calls the listener after every change of a state or of a list of tools; returns how to stop that. */
  onDidChangeStatus(listener: () => void): () => void {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  }

  /** Resolves when no server is about to become ready or fail by itself. Rejects when the signal aborts. */
  async whenSettled(signal: AbortSignal): Promise<void> {
    while ([...this.#connections.values()].some(({ state }) => isUnderWay(state))) {
      await this.#change.next(signal);
    }
    signal.throwIfAborted();
  }

  /** Like `whenSettled`; also waits for the prompts and resources of those that became ready, which may come later. */
  async whenListed(signal: AbortSignal): Promise<void> {
    await this.whenSettled(signal);
    const listings = [...this.#connections.values()].map((connection) => connection.whenListed());
    await untilAborted(Promise.all(listings), signal);
  }

  /** Starts, restarts and ends servers so that exactly these are there. Those whose launch is the same run on. */
  configure(servers: readonly ServerConfig[]): void {
    const before = new Map(this.#connections);
    const connections = new Map<string, ServerConnection>();
    for (const config of servers) {
      this.#tools.names.reserve(config.name);
      const old = before.get(config.name);
      before.delete(config.name);
      if (old !== undefined && goesOn(old, config)) {
        old.config = config;
        connections.set(config.name, old);
      } else {
        // The new one may need what the old one holds: a port, a lock.
        connections.set(config.name, this.#factory.make(config, old === undefined ? undefined : this.#end(old)));
      }
    }
    for (const removed of before.values()) {
      void this.#end(removed);
    }
    this.#connections = connections;
    this.#admitAll();
    this.#changed();
  }

  /** Servers start in a trusted workspace only; losing the trust ends them. */
  setTrusted(trusted: boolean): void {
    this.#admission.trusted = trusted;
    this.#admitAll();
  }

  /** The person saw what the server runs and wants it. A hash that is no longer the server's changes nothing. */
  async accept(serverName: string, launchHash: string): Promise<void> {
    if (this.#connections.get(serverName)?.config.launch.hash !== launchHash) {
      return;
    }
    await this.#options.consents.accept(launchHash);
    this.#admission.forget(serverName);
    // The same launch under another name was accepted with it.
    this.#admitAll();
  }

  /** The person saw what the server runs and does not want it; asked again at a restart, or when the launch changes. */
  reject(serverName: string): void {
    void this.#decide(serverName, "rejected");
  }

  /** Ends the server, if it runs, and starts it again, through all the checks. */
  async restart(serverName: string): Promise<void> {
    const connection = this.#connections.get(serverName);
    this.#admission.forget(serverName);
    await connection?.hold("stopped", sentence("mcp.state.stoppedByUser"));
    if (connection !== undefined && this.#connections.get(serverName) === connection) {
      this.#admit(serverName);
    }
  }

  /**
   * Signs in at the server through the browser and connects anew. Rejects with `SignInFailure`, or with the signal's
   * reason.
   */
  async signIn(serverName: string, signal: AbortSignal): Promise<void> {
    const { signIn } = this.#options;
    const authorization = this.#connections.get(serverName)?.authorization;
    if (signIn !== undefined && authorization !== undefined) {
      await authorization.signIn({ ...signIn, signal });
      await this.restart(serverName);
    }
  }

  /** Forgets the tokens of the server and connects anew, which then asks for a sign-in. */
  async signOut(serverName: string): Promise<void> {
    const authorization = this.#connections.get(serverName)?.authorization;
    if (authorization !== undefined) {
      await authorization.signOut();
      await this.restart(serverName);
    }
  }

  /** Ends the server until it is restarted or its launch changes. Resolves when its processes are gone. */
  async stop(serverName: string): Promise<void> {
    await this.#decide(serverName, "stopped");
  }

  /** Switches a server on or off in this workspace; what is off does not run. */
  async setServerOn(serverName: string, on: boolean): Promise<void> {
    await this.#switches.setServer(serverName, on);
    this.#admit(serverName);
  }

  /** Offers tools to the model, or not any more, in this workspace. The names are those on the server. */
  async setToolsOn(serverName: string, toolNames: readonly string[], on: boolean): Promise<void> {
    await this.#switches.setTools(serverName, toolNames, on);
    this.#changed();
  }

  /** Tells the servers that the workspace folders changed. */
  async rootsChanged(): Promise<void> {
    await Promise.all([...this.#connections.values()].map((connection) => connection.rootsChanged()));
  }

  /** Ends everything. Resolves when all process trees are gone and all HTTP sessions are left. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#statusListeners.clear();
    this.#toolListeners.clear();
    await Promise.all([...this.#connections.values()].map((connection) => this.#end(connection)));
    await Promise.all(this.#ending);
    this.#processes.dispose();
  }

  #end(connection: ServerConnection): Promise<void> {
    const ended = connection.hold("stopped", sentence("mcp.state.stoppedByUser"));
    this.#ending.add(ended);
    return ended.finally(() => this.#ending.delete(ended));
  }

  async #decide(serverName: string, decision: Decision): Promise<void> {
    const connection = this.#connections.get(serverName);
    if (connection !== undefined) {
      this.#admission.decide(connection.config, decision);
      this.#admit(serverName);
      await connection.whenIdle();
    }
  }

  #admitAll(): void {
    for (const name of this.#connections.keys()) {
      this.#admit(name);
    }
  }

  /** Starts the server, or puts it into the state that says why it does not run. */
  #admit(serverName: string): void {
    const connection = this.#connections.get(serverName);
    if (connection === undefined || this.#disposed) {
      return;
    }
    const hold = this.#admission.holdOf(connection.config);
    if (hold !== undefined) {
      void connection.hold(hold.state, hold.reason);
      if (hold.reason.key === "mcp.state.waitsForInput") {
        this.#options.onInputsNeeded?.(connection.config);
      }
    } else if (connection.state !== "failed" && connection.state !== "needs-auth") {
      connection.start();
    }
  }

  #changed(): void {
    this.#change.fire();
    if (this.#disposed) {
      return;
    }
    const toolsChanged = this.#tools.rebuild(this.#connections.values());
    for (const listener of [...this.#statusListeners, ...(toolsChanged ? this.#toolListeners : [])]) {
      listener();
    }
  }
}
