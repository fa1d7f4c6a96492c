import * as vscode from "vscode";
import type { ToolHub } from "../mcp/tool-hub.ts";

/** Tells once per launch configuration that servers wait for the person, with a way to the page that shows their commands. */
export function watchForConsent(hub: ToolHub): vscode.Disposable {
  const told = new Set<string>();
  const look = () => {
    const waiting = hub.statuses().filter(({ state, launch }) => state === "needs-consent" && !told.has(launch.hash));
    if (waiting.length === 0) {
      return;
    }
    for (const { launch } of waiting) {
      told.add(launch.hash);
    }
    void tell(waiting.map(({ name }) => name));
  };
  const stop = hub.onDidChangeStatus(look);
  look();
  return new vscode.Disposable(stop);
}

async function tell(names: readonly string[]): Promise<void> {
  const review = vscode.l10n.t("Review");
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t("MCP servers wait until you have seen their commands: {0}", names.join(", ")),
    review,
  );
  if (answer === review) {
    await vscode.commands.executeCommand("toolweave.showServers");
  }
}
