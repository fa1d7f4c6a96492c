import path from "node:path";
import * as vscode from "vscode";
import type { ConfigurationProblem } from "../../shared/panel-state.ts";
import type { Environment } from "../mcp/child-environment.ts";
import { loginShellEnvironment, resolvedOnce } from "../mcp/login-shell-env.ts";
import { PidFile } from "../mcp/pid-file.ts";
import { ToolHub } from "../mcp/tool-hub.ts";
import type { ConsentStore } from "../ports/consent-store.ts";
import type { OutputLogs } from "./output-log.ts";
import type { Settings } from "./settings.ts";

export interface WorkspaceHubOptions {
  settings: Settings;
  consents: ConsentStore;
  logs: OutputLogs;
  /** A folder of this extension's own, for the file that names running server processes. */
  storageFolder: string;
  version: string;
}

/** The hub with the servers of the workspace's settings: it follows the settings, the trust and the folders. */
export class WorkspaceHub implements vscode.Disposable {
  readonly hub: ToolHub;
  readonly #settings: Settings;
  readonly #subscriptions: vscode.Disposable[];
  readonly #environment: () => Promise<Environment>;
  readonly #changed = new vscode.EventEmitter<void>();
  /** The problems of the setting may have changed. */
  readonly onDidChange = this.#changed.event;
  #problems: ConfigurationProblem[] = [];
  #configurations = 0;

  constructor({ settings, consents, logs, storageFolder, version }: WorkspaceHubOptions) {
    this.#settings = settings;
    this.#environment = resolvedOnce(() => loginShellEnvironment({ log: logs.main }));
    this.hub = new ToolHub({
      clientInfo: { name: "toolweave", title: "Toolweave", version },
      trusted: vscode.workspace.isTrusted,
      consents,
      logFor: (name) => logs.server(name),
      environment: this.#environment,
      roots: () =>
        (vscode.workspace.workspaceFolders ?? [])
          .filter(({ uri }) => uri.scheme === "file")
          .map(({ uri, name }) => ({ uri: uri.toString(), name })),
      pidFile: new PidFile(path.join(storageFolder, "processes")),
    });
    this.#subscriptions = [
      settings.onDidChange(() => this.#configure()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.hub.setTrusted(true)),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.#configure();
        void this.hub.rootsChanged();
      }),
    ];
    this.#configure();
  }

  /** What is wrong with the setting, as it was read last. */
  get problems(): ConfigurationProblem[] {
    return this.#problems;
  }

  dispose(): void {
    this.#configurations++;
    for (const subscription of [...this.#subscriptions, this.#changed]) {
      subscription.dispose();
    }
  }

  #configure(): void {
    const turn = ++this.#configurations;
    if (!this.#settings.serversReadEnvironment()) {
      this.#apply(process.env);
      return;
    }
    // Variables that only the login shell sets (tokens in a profile) are what people mean by `${env:NAME}`.
    void this.#environment().then((environment) => {
      if (turn === this.#configurations) {
        this.#apply(environment);
      }
    });
  }

  #apply(environment: Readonly<Record<string, string | undefined>>): void {
    const { servers, problems } = this.#settings.servers(environment);
    this.#problems = problems;
    this.hub.configure(servers);
    this.#changed.fire();
  }
}
