import path from "node:path";
import * as vscode from "vscode";
import { readSource, type ServerSource } from "../mcp/config-sources/server-source.ts";
import { folderOf, labelOf } from "./server-files.ts";

/** What the settings say about servers. */
export interface ServerSettings {
  user: ServerSource[];
  /** The workspace's own and those of its folders, the strongest last. */
  workspace: ServerSource[];
  overrides: unknown;
}

/** `toolweave.mcpServers` and `toolweave.mcpInputs` as each settings file has them. */
export function readServerSettings(): ServerSettings {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const servers = inspect("mcpServers");
  const inputs = inspect("mcpInputs");
  const user: ServerSource[] = [];
  if (servers?.globalValue !== undefined) {
    user.push(readSource(servers.globalValue, inputs?.globalValue, { label: "settings.json", id: "user" }));
  }
  const workspace: ServerSource[] = [];
  if (servers?.workspaceValue !== undefined) {
    const file = vscode.workspace.workspaceFile;
    const label = file?.scheme === "file" ? path.basename(file.fsPath) : ".vscode/settings.json";
    const [only, second] = folders;
    workspace.push(
      readSource(servers.workspaceValue, inputs?.workspaceValue, {
        label,
        id: `workspace ${(file ?? only?.uri)?.toString() ?? ""}`,
        ...(only === undefined || second !== undefined ? {} : { folder: folderOf(only) }),
      }),
    );
  }
  if (folders.length > 1) {
    for (const folder of folders) {
      const own = inspect("mcpServers", folder.uri)?.workspaceFolderValue;
      if (own !== undefined) {
        workspace.push(
          readSource(own, inspect("mcpInputs", folder.uri)?.workspaceFolderValue, {
            label: labelOf(".vscode/settings.json", folder),
            id: `folder ${folder.uri.toString()}`,
            folder: folderOf(folder),
          }),
        );
      }
    }
  }
  return { user, workspace, overrides: section().get<unknown>("mcpServerOverrides") };
}

function section(resource?: vscode.Uri): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration("toolweave", resource ?? null);
}

function inspect(name: string, resource?: vscode.Uri) {
  return section(resource).inspect<unknown>(name);
}
