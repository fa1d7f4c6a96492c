import * as vscode from "vscode";
import { type LogLevel, logLevels } from "../mcp/mcp-client.ts";
import type { ToolHub } from "../mcp/tool-hub.ts";
import { pickServer } from "./pick-server.ts";

const key = "toolweave.serverLogLevels";

/** How much each server is asked to log, in this workspace. */
export class ServerLogLevels {
  readonly #workspaceState: vscode.Memento;

  constructor(workspaceState: vscode.Memento) {
    this.#workspaceState = workspaceState;
  }

  /** `undefined`: the server logs as it likes. */
  of(serverName: string): LogLevel | undefined {
    const level = this.#workspaceState.get<Record<string, string>>(key, {})[serverName];
    return logLevels.find((known) => known === level);
  }

  /** Lets the person choose; a server that runs is told at once, others when they start. */
  async pick(hub: ToolHub, named: string | undefined): Promise<void> {
    const name = named ?? (await pickServer(hub, vscode.l10n.t("Which server's log level should change?")));
    if (name === undefined) {
      return;
    }
    const current = this.of(name);
    const byServer = vscode.l10n.t("As the server decides");
    const chosen = await vscode.window.showQuickPick(
      [
        { label: byServer, level: undefined as LogLevel | undefined, picked: current === undefined },
        ...logLevels.map((level) => ({ label: level, level, picked: level === current })),
      ].map(({ picked, ...item }) => (picked ? { ...item, description: vscode.l10n.t("Current") } : item)),
      { placeHolder: vscode.l10n.t("The least severe log lines that {0} should send", name) },
    );
    if (chosen === undefined) {
      return;
    }
    const { [name]: _, ...others } = this.#workspaceState.get<Record<string, string>>(key, {});
    await this.#workspaceState.update(key, chosen.level === undefined ? others : { ...others, [name]: chosen.level });
    if (chosen.level === undefined) {
      // The protocol has no way to take a level back; a server that starts again knows of none.
      await hub.restart(name);
    } else {
      hub.server(name)?.applyLogLevel();
    }
  }
}
