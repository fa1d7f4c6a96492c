import * as vscode from "vscode";
import type { WorkspaceHub } from "./workspace-hub.ts";

export interface ServerCommandsOptions {
  workspaceHub: WorkspaceHub;
}

/** Commands about the configuration of servers; each may be given the name of a server. */
export function serverCommands({
  workspaceHub,
}: ServerCommandsOptions): Record<string, (serverName: string | undefined) => unknown> {
  return {
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
