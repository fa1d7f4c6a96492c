import * as vscode from "vscode";
import type { ServerConfig } from "../mcp/server-config.ts";

/** ms without a further change, after which the server is started again: a build writes many files. */
const calm = 500;

/** Starts servers again when files change that their configuration names (`dev.watch`, `watchPaths`): for who writes one. */
export class ServerWatch implements vscode.Disposable {
  readonly #restart: (serverName: string) => void;
  readonly #watched = new Map<string, { key: string; stop: vscode.Disposable }>();

  constructor(restart: (serverName: string) => void) {
    this.#restart = restart;
  }

  /** Follows the files of exactly these servers. */
  follow(servers: readonly ServerConfig[]): void {
    const wanted = new Map(
      servers.flatMap(({ name, enabled, watch }) =>
        enabled && watch !== undefined && vscode.workspace.isTrusted ? [[name, watch] as const] : [],
      ),
    );
    for (const [name, { key, stop }] of this.#watched) {
      if (key !== JSON.stringify(wanted.get(name))) {
        stop.dispose();
        this.#watched.delete(name);
      }
    }
    for (const [name, watch] of wanted) {
      if (!this.#watched.has(name)) {
        this.#watched.set(name, { key: JSON.stringify(watch), stop: this.#watch(name, watch) });
      }
    }
  }

  dispose(): void {
    this.follow([]);
  }

  #watch(name: string, { folder, globs }: NonNullable<ServerConfig["watch"]>): vscode.Disposable {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.#restart(name), calm);
    };
    const watchers = globs.flatMap((glob) => {
      const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, glob));
      return [watcher, watcher.onDidChange(soon), watcher.onDidCreate(soon), watcher.onDidDelete(soon)];
    });
    return vscode.Disposable.from(...watchers, { dispose: () => clearTimeout(timer) });
  }
}
