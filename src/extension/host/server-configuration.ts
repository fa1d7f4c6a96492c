import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { combineSources } from "../mcp/config-sources/combine-sources.ts";
import type { ServerSource } from "../mcp/config-sources/server-source.ts";
import type { ParsedServers, ServerConfig } from "../mcp/server-config.ts";
import type { ContributedServers } from "./contributed-servers.ts";
import type { InputValues } from "./input-values.ts";
import { ServerFiles } from "./server-files.ts";
import { readServerSettings } from "./server-settings.ts";
import type { Settings } from "./settings.ts";

/** An entry may name a big file by mistake; a file of variables is small. Bytes. */
const longestEnvFile = 1_000_000;

/**
 * The servers of all places that name them, the strongest last: other extensions, the user's settings, `.mcp.json` and `.vscode/mcp.json` of
 * the workspace folders, the settings of the workspace and of its folders.
 */
export class ServerConfiguration implements vscode.Disposable {
  readonly #inputs: InputValues;
  readonly #contributed: ContributedServers | undefined;
  readonly #files = new ServerFiles();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  #sources: readonly ServerSource[] = [];
  /** Something that `read` would find may have changed. */
  readonly onDidChange = this.#changed.event;

  constructor(settings: Settings, inputs: InputValues, contributed?: ContributedServers) {
    this.#inputs = inputs;
    this.#contributed = contributed;
    const tell = () => this.#changed.fire();
    this.#subscriptions = [
      this.#files,
      this.#files.onDidChange(tell),
      settings.onDidChange(tell),
      ...(contributed === undefined ? [] : [contributed.onDidChange(tell)]),
      vscode.workspace.onDidGrantWorkspaceTrust(tell),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.#files.watch();
        tell();
      }),
      this.#changed,
    ];
  }

  /** `environment` is asked only when an entry reads a variable. */
  async read(environment: () => Promise<Readonly<Record<string, string | undefined>>>): Promise<ParsedServers> {
    const { user, workspace, overrides } = readServerSettings();
    const sources = [...(this.#contributed?.sources() ?? []), ...user, ...(await this.#files.read()), ...workspace];
    this.#sources = sources;
    const values = new Map<ServerSource, ReadonlyMap<string, string>>();
    for (const source of sources) {
      values.set(source, await this.#inputs.load(source));
    }
    const texts = JSON.stringify([sources.map(({ entries }) => entries), overrides ?? null]);
    // Variables that only the login shell sets (tokens in a profile) are what people mean by `${env:NAME}`.
    const env = /\$\{(env:|[A-Za-z_]\w*(:-|\}))/.test(texts) ? await environment() : process.env;
    const folders = vscode.workspace.workspaceFolders ?? [];
    const [first] = folders;
    return combineSources({
      sources,
      overrides,
      variables: {
        userHome: homedir(),
        pathSeparator: path.sep,
        env,
        folders: Object.fromEntries(
          folders.filter(({ uri }) => uri.scheme === "file").map(({ name, uri }) => [name, uri.fsPath]),
        ),
        setting: (name) => settingText(name),
        readFile: readSmallFile,
      },
      ...(first?.uri.scheme === "file" ? { workspaceFolder: first.uri.fsPath } : {}),
      inputValues: (source) => values.get(source) ?? new Map(),
    });
  }

  /** Asks the person for what the server waits for. Gives `false` when they stopped. */
  async askFor(server: ServerConfig): Promise<boolean> {
    const { name, waitsFor = [] } = server;
    const source = this.#sources.find((place) => isFrom(server, place));
    const answered = source !== undefined && (await this.#inputs.ask(name, source, waitsFor));
    if (answered) {
      this.#changed.fire();
    }
    return answered;
  }

  /** The file of its own that names the server (not a settings file), or, without a server, the first that has a problem. */
  fileOf(server: ServerConfig | undefined): vscode.Uri | undefined {
    const source = this.#sources.find((place) =>
      server === undefined ? place.problems.length > 0 : isFrom(server, place),
    );
    return source?.id.endsWith("mcp.json") === true ? vscode.Uri.parse(source.id, true) : undefined;
  }

  /** Forgets every value that was given; gives how many there were. */
  async forgetInputs(): Promise<number> {
    const count = await this.#inputs.forgetAll();
    this.#changed.fire();
    return count;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }
}

function isFrom({ launch: { source } }: ServerConfig, { label }: ServerSource): boolean {
  return source === label || source.startsWith(`${label} + `);
}

function settingText(name: string): string | undefined {
  const value: unknown = vscode.workspace.getConfiguration().get(name);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;
}

function readSmallFile(file: string): string | undefined {
  try {
    const text = readFileSync(file, "utf8");
    return text.length > longestEnvFile ? undefined : text;
  } catch {
    return undefined;
  }
}
