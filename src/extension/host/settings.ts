import * as vscode from "vscode";
import type { ConfigurationProblem } from "../../shared/panel-state.ts";
import { type ProviderConfig, readProviders } from "../providers/provider-config.ts";
import { defaultSessionSettings, type SessionSettings } from "../session/session-settings.ts";

const section = "toolweave";

/** None, those of the MCP servers that VS Code runs itself, or every tool that extensions offer; the tightest first. */
const vscodeToolsChoices = ["off", "mcp", "all"] as const;
export type VscodeToolsChoice = (typeof vscodeToolsChoices)[number];

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

  defaultModelId(): string | undefined {
    const id = this.#get("defaultModel");
    return typeof id === "string" && id !== "" ? id : undefined;
  }

  async setDefaultModelId(modelId: string): Promise<void> {
    await vscode.workspace.getConfiguration(section).update("defaultModel", modelId, this.#targetOf("defaultModel"));
  }

  /** Whether the models of VS Code can be picked. */
  usesVscodeModels(): boolean {
    return this.#get("useVscodeModels") !== false;
  }

  /** Which of VS Code's own tools are offered: the person's choice, which a workspace can only tighten. */
  vscodeTools(): VscodeToolsChoice {
    const where = vscode.workspace.getConfiguration(section).inspect<unknown>("useVscodeTools");
    const user = vscodeToolsChoices.find((choice) => choice === where?.globalValue) ?? "mcp";
    const workspace = vscodeToolsChoices.find((choice) => choice === where?.workspaceValue) ?? user;
    return vscodeToolsChoices.find((choice) => choice === user || choice === workspace) ?? user;
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

  /** A value is changed where it is set; else for the user. */
  #targetOf(name: string): vscode.ConfigurationTarget {
    const where = vscode.workspace.getConfiguration(section).inspect(name);
    return where?.workspaceValue === undefined
      ? vscode.ConfigurationTarget.Global
      : vscode.ConfigurationTarget.Workspace;
  }
}
