import * as vscode from "vscode";
import { readSourceFile, type ServerSource, type SourcePlace } from "../mcp/config-sources/server-source.ts";
import { sentence } from "../mcp/sentences.ts";

/** Files that name servers in a workspace folder, the strongest last. */
const fileNames = [".mcp.json", ".vscode/mcp.json"];

/** ms without a further change, after which files are read again: editors write in several steps. */
const calm = 150;

/** The files of the workspace folders that name servers: `.mcp.json` and `.vscode/mcp.json`, followed as they change. */
export class ServerFiles implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #watchers: vscode.Disposable[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.watch();
  }

  /** Follows the files of the folders that are open now. */
  watch(): void {
    this.#stop();
    const soon = () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#changed.fire(), calm);
    };
    this.#watchers = folders().flatMap((folder) =>
      fileNames.flatMap((name) => {
        const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, name));
        return [watcher, watcher.onDidCreate(soon), watcher.onDidChange(soon), watcher.onDidDelete(soon)];
      }),
    );
  }

  /**
   * What the files say, the strongest last. In a workspace that is not trusted they are not read, only named: reading
   * them would open further files and variables that they mention.
   */
  async read(): Promise<ServerSource[]> {
    const places = fileNames.flatMap((name) => folders().map((folder) => ({ name, folder })));
    const sources = await Promise.all(places.map(({ name, folder }) => readPlace(name, folder)));
    return sources.filter((source) => source !== undefined);
  }

  dispose(): void {
    this.#stop();
    this.#changed.dispose();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers) {
      watcher.dispose();
    }
    this.#watchers = [];
  }
}

function folders(): readonly vscode.WorkspaceFolder[] {
  return vscode.workspace.workspaceFolders ?? [];
}

async function readPlace(name: string, folder: vscode.WorkspaceFolder): Promise<ServerSource | undefined> {
  const uri = vscode.Uri.joinPath(folder.uri, name);
  const content = await Promise.resolve(vscode.workspace.fs.readFile(uri)).catch(() => undefined);
  if (content === undefined) {
    return undefined;
  }
  const place: SourcePlace = { label: labelOf(name, folder), id: uri.toString(), folder: folderOf(folder) };
  return vscode.workspace.isTrusted
    ? readSourceFile(new TextDecoder().decode(content), place)
    : {
        ...place,
        entries: {},
        inputs: [],
        problems: [{ ...sentence("mcp.config.untrustedFile", { file: place.label }), source: place.label }],
      };
}

/** A file of a folder, as people call it: with the folder's name where there are several. */
export function labelOf(name: string, { name: folderName }: vscode.WorkspaceFolder): string {
  return folders().length > 1 ? `${folderName}/${name}` : name;
}

/** A folder of the workspace; without a path when it is not on this machine. */
export function folderOf({ uri, name }: vscode.WorkspaceFolder): { name: string; path?: string } {
  return uri.scheme === "file" ? { name, path: uri.fsPath } : { name };
}
