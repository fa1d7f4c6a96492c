import path from "node:path";
import * as vscode from "vscode";
import type { ConfigurationProblem } from "../../shared/panel-state.ts";
import type { Environment } from "../mcp/child-environment.ts";
import { loginShellEnvironment, resolvedOnce } from "../mcp/login-shell-env.ts";
import { PidFile } from "../mcp/pid-file.ts";
import type { ServerConfig } from "../mcp/server-config.ts";
import { ToolHub } from "../mcp/tool-hub.ts";
import type { SignInPlace, ToolHubOptions } from "../mcp/tool-hub-options.ts";
import type { ConsentStore } from "../ports/consent-store.ts";
import type { ServerRequests } from "../ports/server-requests.ts";
import type { SwitchStore } from "../ports/switch-store.ts";
import type { ContributedServers } from "./contributed-servers.ts";
import type { InputValues } from "./input-values.ts";
import { openSettingsFile } from "./open-settings-file.ts";
import type { OutputLogs } from "./output-log.ts";
import { ServerConfiguration } from "./server-configuration.ts";
import type { ServerLogLevels } from "./server-log-levels.ts";
import { ServerWatch } from "./server-watch.ts";
import type { Settings } from "./settings.ts";

export interface WorkspaceHubOptions {
  settings: Settings;
  inputs: InputValues;
  /** Servers that other extensions add. */
  contributed: ContributedServers;
  switches: SwitchStore;
  consents: ConsentStore;
  signIn: SignInPlace;
  /** Who answers what servers ask. */
  requests: ServerRequests;
  logLevels: ServerLogLevels;
  onResourceUpdated(serverName: string, uri: string): void;
  logs: OutputLogs;
  /** A folder of this extension's own, for the file that names running server processes. */
  storageFolder: string;
  version: string;
}

/** The hub with the configured servers: it follows the settings and files, the trust and the folders. */
export class WorkspaceHub implements vscode.Disposable {
  readonly hub: ToolHub;
  /** How this client names itself to servers. */
  readonly clientInfo: ToolHubOptions["clientInfo"];
  readonly #configuration: ServerConfiguration;
  readonly #watch: ServerWatch;
  readonly #subscriptions: vscode.Disposable[];
  readonly #environment: () => Promise<Environment>;
  readonly #changed = new vscode.EventEmitter<void>();
  /** The problems of the configuration may have changed. */
  readonly onDidChange = this.#changed.event;
  readonly #logs: OutputLogs;
  #read: Promise<void>;
  #problems: ConfigurationProblem[] = [];
  #configurations = 0;
  readonly #asking = new Set<string>();

  constructor(options: WorkspaceHubOptions) {
    const { settings, inputs, switches, consents, signIn, logs, storageFolder, version } = options;
    this.#logs = logs;
    this.#configuration = new ServerConfiguration(settings, inputs, options.contributed);
    this.#environment = resolvedOnce(() => loginShellEnvironment({ log: logs.main }));
    this.clientInfo = { name: "toolweave", title: "Toolweave", version };
    this.hub = new ToolHub({
      clientInfo: this.clientInfo,
      trusted: vscode.workspace.isTrusted,
      consents,
      logFor: (name) => logs.server(name),
      environment: this.#environment,
      roots: () =>
        (vscode.workspace.workspaceFolders ?? [])
          .filter(({ uri }) => uri.scheme === "file")
          .map(({ uri, name }) => ({ uri: uri.toString(), name })),
      pidFile: new PidFile(path.join(storageFolder, "processes")),
      switches,
      signIn,
      requests: options.requests,
      logLevel: (name) => options.logLevels.of(name),
      onResourceUpdated: options.onResourceUpdated,
      onInputsNeeded: (config) => void this.#askFor(config),
    });
    this.#watch = new ServerWatch((name) => void this.hub.restart(name));
    this.#subscriptions = [
      this.#configuration,
      this.#watch,
      this.#configuration.onDidChange(() => {
        this.#read = this.#configure();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.hub.setTrusted(true)),
      vscode.workspace.onDidChangeWorkspaceFolders(() => void this.hub.rootsChanged()),
    ];
    // Not while the extension starts: the panel comes first.
    this.#read = new Promise<void>((resolve) => setImmediate(resolve)).then(() => this.#configure());
  }

  /** Resolves when the hub knows the configuration as it is now. */
  get whenRead(): Promise<void> {
    return this.#read;
  }

  /** What servers inherit: the environment of the login shell. */
  environment(): Promise<Environment> {
    return this.#environment();
  }

  /** Opens the place that names the server, or, without a name, the one that has a problem, else the settings. */
  async openConfiguration(serverName: string | undefined): Promise<void> {
    const config = serverName === undefined ? undefined : this.hub.server(serverName)?.config;
    const file = serverName !== undefined && config === undefined ? undefined : this.#configuration.fileOf(config);
    if (file === undefined) {
      return openSettingsFile("mcpServers");
    }
    const document = await vscode.workspace.openTextDocument(file);
    const at = document.getText().indexOf(JSON.stringify(serverName ?? ""));
    const start = document.positionAt(Math.max(0, at));
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(start, start) });
  }

  /** Forgets every value that was given to an input; gives how many there were. */
  forgetInputs(): Promise<number> {
    return this.#configuration.forgetInputs();
  }

  /** What is wrong with the configuration, as it was read last. */
  get problems(): ConfigurationProblem[] {
    return this.#problems;
  }

  dispose(): void {
    this.#configurations++;
    for (const subscription of [...this.#subscriptions, this.#changed]) {
      subscription.dispose();
    }
  }

  async #configure(): Promise<void> {
    const turn = ++this.#configurations;
    try {
      const { servers, problems } = await this.#configuration.read(this.#environment);
      if (turn === this.#configurations) {
        this.#problems = problems;
        this.#watch.follow(servers);
        this.hub.configure(servers);
        this.#changed.fire();
      }
    } catch (cause) {
      this.#logs.main.error("The configuration of the MCP servers could not be read.", cause);
    }
  }

  /** Asks for what an accepted server waits for; who stops is asked again when they start the server. */
  async #askFor(config: ServerConfig): Promise<void> {
    if (this.#asking.has(config.name)) {
      return;
    }
    this.#asking.add(config.name);
    const answered = await this.#configuration.askFor(config).catch(() => false);
    this.#asking.delete(config.name);
    if (!answered) {
      await this.hub.stop(config.name);
    }
  }
}
