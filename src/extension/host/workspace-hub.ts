import path from "node:path";
import * as vscode from "vscode";
import type { ConfigurationProblem } from "../../shared/panel-state.ts";
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
  #problems: ConfigurationProblem[] = [];

  constructor({ settings, consents, logs, storageFolder, version }: WorkspaceHubOptions) {
    this.#settings = settings;
    this.hub = new ToolHub({
      clientInfo: { name: "toolweave", title: "Toolweave", version },
      trusted: vscode.workspace.isTrusted,
      consents,
      logFor: (name) => logs.server(name),
      environment: resolvedOnce(() => loginShellEnvironment({ log: logs.main })),
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
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  #configure(): void {
    const { servers, problems } = this.#settings.servers(process.env);
    this.#problems = problems;
    this.hub.configure(servers);
  }
}
