import { homedir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { ConfigurationProblem } from "../../shared/panel-state.ts";
import { type ParsedServers, readServerConfig } from "../mcp/server-config.ts";
import { type ProviderConfig, readProviders } from "../providers/provider-config.ts";
import { defaultSessionSettings, type SessionSettings } from "../session/session-settings.ts";

const section = "toolweave";

/** Typed reading of `toolweave.*`; what cannot be used is a problem in words, and the rest is used. */
export class Settings implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  readonly onDidChange = this.#changed.event;
  /** The providers as they were read last; each state of the panel asks for them. */
  #providers: ReturnType<Settings["providers"]> | undefined;

  constructor() {
    this.#subscription = vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(section)) {
        this.#providers = undefined;
        this.#changed.fire();
      }
    });
  }

  providers(): { providers: ProviderConfig[]; problems: ConfigurationProblem[] } {
    this.#providers ??= this.#readProviders();
    return this.#providers;
  }

  /**
   * The servers of all settings files. An entry of the workspace takes the place of the user's entry of the same name as
   * a whole: what runs is then what one file says, not a mixture of two.
   */
  servers(env: Readonly<Record<string, string | undefined>>): ParsedServers {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const places = this.#serverSettings().map(({ value, source }) =>
      readServerConfig(value, {
        source,
        userHome: homedir(),
        pathSeparator: path.sep,
        env,
        ...(folder?.scheme === "file" ? { workspaceFolder: folder.fsPath } : {}),
      }),
    );
    const servers = new Map(places.flatMap((place) => place.servers.map((server) => [server.name, server])));
    return { servers: [...servers.values()], problems: places.flatMap(({ problems }) => problems) };
  }

  /** Whether any server's entry has a variable of the environment in it. */
  serversReadEnvironment(): boolean {
    return this.#serverSettings().some(({ value }) => JSON.stringify(value).includes("${env:"));
  }

  defaultModelId(): string | undefined {
    const id = this.#get("defaultModel");
    return typeof id === "string" && id !== "" ? id : undefined;
  }

  async setDefaultModelId(modelId: string): Promise<void> {
    await vscode.workspace.getConfiguration(section).update("defaultModel", modelId, this.#targetOf("defaultModel"));
  }

  session(): SessionSettings {
    const maxRounds = this.#get("maxRounds");
    const guard = this.#get("guard");
    const systemPrompt = this.#get("systemPrompt");
    return {
      maxRounds:
        typeof maxRounds === "number" && maxRounds >= 1
          ? Math.min(200, Math.floor(maxRounds))
          : defaultSessionSettings.maxRounds,
      guard: guard === "lenient" || guard === "off" ? guard : "strict",
      acceptFenced: this.#get("acceptFenced") === true,
      systemPrompt: typeof systemPrompt === "string" ? systemPrompt : "",
    };
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #readProviders(): ReturnType<Settings["providers"]> {
    const { providers, problems } = readProviders(this.#get("providers"));
    // The demo needs no configuration; an entry of the user's own with kind `demo` takes its place.
    const all = providers.some(({ kind }) => kind === "demo")
      ? providers
      : [...providers, ...readProviders([{ id: "demo", kind: "demo" }]).providers];
    return { providers: all, problems: problems.map((problem) => ({ ...problem, source: "toolweave.providers" })) };
  }

  #get(name: string): unknown {
    return vscode.workspace.getConfiguration(section).get<unknown>(name);
  }

  /** `toolweave.mcpServers` as each file has it, the strongest last. `source` is how people call the file. */
  #serverSettings(): { value: unknown; source: string }[] {
    const where = vscode.workspace.getConfiguration(section).inspect<unknown>("mcpServers");
    const workspaceFile = vscode.workspace.workspaceFile;
    return [
      { value: where?.globalValue, source: "settings.json" },
      {
        value: where?.workspaceValue,
        source: workspaceFile?.scheme === "file" ? path.basename(workspaceFile.fsPath) : ".vscode/settings.json",
      },
    ].filter(({ value }) => value !== undefined);
  }

  /** A value is changed where it is set; else for the user. */
  #targetOf(name: string): vscode.ConfigurationTarget {
    const where = vscode.workspace.getConfiguration(section).inspect(name);
    return where?.workspaceValue === undefined
      ? vscode.ConfigurationTarget.Global
      : vscode.ConfigurationTarget.Workspace;
  }
}
