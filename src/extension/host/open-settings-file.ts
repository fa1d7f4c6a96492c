import * as vscode from "vscode";

/**
 * Opens the settings file in which `toolweave.NAME` is set, at that setting; where it is not set yet, the workspace's
 * file when a folder is open, with the setting ready to be filled. Objects and lists are edited there, not in forms.
 */
export async function openSettingsFile(name: string): Promise<void> {
  const where = vscode.workspace.getConfiguration("toolweave").inspect(name);
  const forUser = where?.workspaceValue === undefined && where?.globalValue !== undefined;
  const hasWorkspace = vscode.workspace.workspaceFolders !== undefined;
  await vscode.commands.executeCommand(
    forUser || !hasWorkspace ? "workbench.action.openSettingsJson" : "workbench.action.openWorkspaceSettingsFile",
    { revealSetting: { key: `toolweave.${name}`, edit: true } },
  );
}
