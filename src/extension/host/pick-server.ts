import * as vscode from "vscode";
import type { ServerState } from "../../shared/panel-state.ts";
import type { ToolHub } from "../mcp/tool-hub.ts";
import { localized } from "./localized.ts";

/** Asks for one of the configured MCP servers; says so when there is none. */
export async function pickServer(hub: ToolHub, placeHolder: string): Promise<string | undefined> {
  const servers = hub.statuses();
  if (servers.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("No MCP server is configured. Add one to the setting toolweave.mcpServers."),
    );
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    servers.map(({ name, state, reason }) => ({
      label: name,
      description: wordsOf(state),
      ...(state === "failed" && reason !== undefined ? { detail: localized(reason) } : {}),
    })),
    { title: vscode.l10n.t("MCP server"), placeHolder },
  );
  return picked?.label;
}

function wordsOf(state: ServerState): string {
  switch (state) {
    case "disabled":
      return vscode.l10n.t("Off");
    case "untrusted":
      return vscode.l10n.t("Workspace not trusted");
    case "needs-consent":
      return vscode.l10n.t("Command not reviewed");
    case "starting":
      return vscode.l10n.t("Starting");
    case "installing":
      return vscode.l10n.t("Installing");
    case "needs-auth":
      return vscode.l10n.t("Needs sign-in");
    case "ready":
      return vscode.l10n.t("Ready");
    case "reconnecting":
      return vscode.l10n.t("Reconnecting");
    case "failed":
      return vscode.l10n.t("Failed");
    case "stopped":
      return vscode.l10n.t("Stopped");
  }
}
