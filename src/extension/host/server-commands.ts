import * as vscode from "vscode";
import type { ToolHub } from "../mcp/tool-hub.ts";
import { addServer } from "./add-server.ts";
import { diagnose, runInTerminal } from "./diagnose-command.ts";
import { importServersCommand } from "./import-servers-command.ts";
import { pickServer } from "./pick-server.ts";
import type { ServerDocuments } from "./server-documents.ts";
import { replayCall, showWireLog } from "./wire-log-commands.ts";
import type { WorkspaceHub } from "./workspace-hub.ts";

export interface ServerCommandsOptions {
  hub: ToolHub;
  workspaceHub: WorkspaceHub;
  documents: ServerDocuments;
}

/** Commands about the configuration of servers and what becomes of it; each may be given the name of a server. */
export function serverCommands({
  hub,
  workspaceHub,
  documents,
}: ServerCommandsOptions): Record<string, (serverName: string | undefined) => unknown> {
  const forServer = (question: string, run: (name: string) => Promise<void>) => async (named: string | undefined) => {
    const name = named ?? (await pickServer(hub, question));
    return name === undefined ? undefined : run(name);
  };
  return {
    openMcpSettings: (name) => workspaceHub.openConfiguration(name),
    addServer: () => addServer(hub),
    importServers: () => importServersCommand(hub, documents),
    diagnoseServer: forServer(vscode.l10n.t("Which server should be examined?"), (name) =>
      diagnose(name, workspaceHub, documents),
    ),
    runServerInTerminal: forServer(vscode.l10n.t("Which server should run in a terminal?"), (name) =>
      runInTerminal(name, workspaceHub),
    ),
    showWireLog: forServer(vscode.l10n.t("Whose messages should be shown?"), (name) =>
      showWireLog(name, hub, documents),
    ),
    replayCall: forServer(vscode.l10n.t("Which server's call should be made again?"), (name) => replayCall(name, hub)),
    forgetInputs: async () => {
      const count = await workspaceHub.forgetInputs();
      void vscode.window.showInformationMessage(
        count === 0
          ? vscode.l10n.t("No value was stored.")
          : vscode.l10n.t("{0} stored values were forgotten. You are asked again when a server needs one.", count),
      );
    },
  };
}
