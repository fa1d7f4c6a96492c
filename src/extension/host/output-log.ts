import * as vscode from "vscode";
import type { Log } from "../ports/log.ts";

/** Logs in VS Code's Output view: one of the extension and one for each server. */
export class OutputLogs implements vscode.Disposable {
  readonly #channels = new Map<string, vscode.LogOutputChannel>();
  #disposed = false;

  /** The extension's own log. */
  readonly main: Log = this.#log("Toolweave");

  /** The log of one server. */
  server(name: string): Log {
    return this.#log(channelOf(name));
  }

  /** Brings a log to the front: a server's, or the extension's own. */
  show(serverName?: string): void {
    this.#channel(serverName === undefined ? "Toolweave" : channelOf(serverName))?.show(true);
  }

  dispose(): void {
    this.#disposed = true;
    for (const channel of this.#channels.values()) {
      channel.dispose();
    }
    this.#channels.clear();
  }

  #log(name: string): Log {
    return {
      info: (message) => this.#channel(name)?.info(message),
      warn: (message) => this.#channel(name)?.warn(message),
      error: (message, cause) => {
        const detail = cause instanceof Error ? (cause.stack ?? cause.message) : cause;
        this.#channel(name)?.error(detail === undefined ? message : `${message} ${String(detail)}`);
      },
    };
  }

  /** Channels appear in the Output view when something is written to them, not before; none comes after the end. */
  #channel(name: string): vscode.LogOutputChannel | undefined {
    const existing = this.#channels.get(name);
    if (existing !== undefined || this.#disposed) {
      return existing;
    }
    const channel = vscode.window.createOutputChannel(name, { log: true });
    this.#channels.set(name, channel);
    return channel;
  }
}

function channelOf(serverName: string): string {
  return `Toolweave MCP: ${serverName}`;
}
