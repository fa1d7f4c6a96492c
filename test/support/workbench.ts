import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, BrowserContext } from "playwright-core";
import { installVscode } from "../../scripts/install-vscode.mjs";
import { freePort } from "../../scripts/shared/loopback-ports.mjs";
import { outFolder, projectRoot } from "../../scripts/shared/project-paths.mjs";
import { startVscodeServer, type VscodeServer } from "../../scripts/shared/vscode-server.mjs";
import { packagedVsix } from "./packaged-vsix.ts";
import { WorkbenchWindow } from "./workbench-window.ts";

export interface WorkbenchOptions {
  /** `vsix` installs the package that `npm run package` made, `development` loads the checkout as F5 does. Default `vsix`. */
  readonly install?: "vsix" | "development" | "none";
  /** User settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** A folder whose copy is opened; default an empty one. */
  readonly workspace?: string;
  /** Settings of the workspace, over those in the copied folder. */
  readonly workspaceSettings?: Readonly<Record<string, unknown>>;
  /** Further files of the workspace: path to text. */
  readonly files?: Readonly<Record<string, string>>;
  /** Folders of test-only extensions. */
  readonly unpacked?: readonly string[];
  /** Asks before it trusts the workspace; default: it is trusted. */
  readonly workspaceTrust?: boolean;
  /** Variables for VS Code, its extensions and their children; `undefined` removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A real VS Code with a folder of its own for everything it keeps. */
export interface Workbench {
  /** The folder that is open. */
  readonly workspaceFolder: string;
  /** Settings, storage and logs of this VS Code. */
  readonly dataFolder: string;
  /** The address of its window; with `tests`, a module whose `run` the extension host calls (`development` only). */
  windowUrl(tests?: string): string;
  /** Opens a window in a browser profile of its own, or in the given one, and waits until it can be used. */
  openWindow(browser: Browser | BrowserContext): Promise<WorkbenchWindow>;
  /** Ends VS Code with all its processes and starts it again at the same address with the same data. */
  restart(): Promise<void>;
  /** Ends all processes and deletes the data; the log of the server is kept in `out/logs/`. */
  stop(): Promise<void>;
}

/** What a person's environment may hold that would change what a test sees. */
const unwantedVariables = /^(OPENAI|ANTHROPIC|TOOLWEAVE)_/;

/** Starts a VS Code (and installs it first where it is missing). Nothing it does reaches the checkout or the user's own VS Code. */
export async function startWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const { install = "vsix", settings = {}, unpacked = [], workspaceTrust = false } = options;
  const dataFolder = mkdtempSync(path.join(tmpdir(), "tw-"));
  const workspaceFolder = layOutWorkspace(path.join(dataFolder, "workspace"), options);
  const removed = Object.keys(process.env).filter((name) => unwantedVariables.test(name));
  const serverOptions = {
    install: await installVscode(),
    dataFolder,
    port: await freePort(), // kept over a restart: what the browser stores belongs to the address
    settings,
    workspaceTrust,
    testDriver: install === "development",
    env: { ...Object.fromEntries(removed.map((name) => [name, undefined])), ...options.env },
  };
  const firstStart = { vsix: install === "vsix" ? [packagedVsix()] : [], unpacked };
  let server: VscodeServer = await startVscodeServer({ ...serverOptions, ...firstStart });

  const developed = install === "development" ? [projectRoot] : [];
  const windowUrl = (tests?: string) =>
    server.windowUrl({ workspace: workspaceFolder, developed, ...(tests !== undefined && { tests }) });

  return {
    workspaceFolder,
    dataFolder,
    windowUrl,
    openWindow: (browser) => WorkbenchWindow.open(browser, windowUrl()),
    async restart() {
      await server.stop();
      server = await startVscodeServer(serverOptions);
    },
    async stop() {
      await server.stop();
      const kept = path.join(outFolder, "logs");
      mkdirSync(kept, { recursive: true });
      cpSync(server.logFile, path.join(kept, `server-${path.basename(dataFolder)}.log`));
      rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function layOutWorkspace(folder: string, { workspace, workspaceSettings, files = {} }: WorkbenchOptions): string {
  if (workspace !== undefined) cpSync(workspace, folder, { recursive: true });
  const settingsFile = path.join(folder, ".vscode/settings.json");
  mkdirSync(path.dirname(settingsFile), { recursive: true });
  if (workspaceSettings !== undefined) {
    const inFolder = workspace === undefined ? {} : readJson(settingsFile);
    writeFileSync(settingsFile, JSON.stringify({ ...inFolder, ...workspaceSettings }, null, 2));
  }
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}

function readJson(file: string): Record<string, unknown> {
  const text = readFileSync(file, "utf8");
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) throw new Error(`${file} must hold a JSON object.`);
  return { ...value };
}
