import * as vscode from "vscode";
import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import { addServersToFile } from "../mcp/config-sources/edit-server-file.ts";
import type { InputDefinition } from "../mcp/config-sources/input-definitions.ts";

export interface WrittenServers {
  servers: Readonly<Record<string, JsonObject>>;
  inputs: readonly InputDefinition[];
}

/** Where new servers are written to. */
type Target = { kind: "user" | "workspace" } | { kind: "file"; folder: vscode.WorkspaceFolder };

/** Asks where, and writes the servers there. Gives `false` when the person stopped. */
export async function writeServers(written: WrittenServers): Promise<boolean> {
  const target = await pickTarget();
  if (target === undefined) {
    return false;
  }
  if (target.kind === "file") {
    await writeFile(target.folder, written);
  } else {
    await writeSettings(target.kind, written);
  }
  return true;
}

async function pickTarget(): Promise<Target | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const choices: (vscode.QuickPickItem & { target: Target })[] = [
    {
      label: vscode.l10n.t("User settings"),
      description: vscode.l10n.t("for all workspaces"),
      target: { kind: "user" },
    },
    ...(folders.length === 0
      ? []
      : [
          {
            label: vscode.l10n.t("Workspace settings"),
            description: vscode.l10n.t("for this workspace, used by Toolweave"),
            target: { kind: "workspace" as const },
          },
        ]),
    ...folders.map((folder) => ({
      label: folders.length > 1 ? `${folder.name}/.vscode/mcp.json` : ".vscode/mcp.json",
      description: vscode.l10n.t("for this workspace, used by VS Code too"),
      target: { kind: "file" as const, folder },
    })),
  ];
  const [only] = choices;
  if (choices.length === 1) {
    return only?.target;
  }
  const picked = await vscode.window.showQuickPick(choices, { title: vscode.l10n.t("Where should it be written?") });
  return picked?.target;
}

/** VS Code keeps the rest of its settings files as it is, comments too. */
async function writeSettings(kind: "user" | "workspace", { servers, inputs }: WrittenServers): Promise<void> {
  const section = vscode.workspace.getConfiguration("toolweave");
  const target = kind === "user" ? vscode.ConfigurationTarget.Global : vscode.ConfigurationTarget.Workspace;
  const settingOf = (name: string): JsonValue | undefined => {
    const where = section.inspect<JsonValue>(name);
    return kind === "user" ? where?.globalValue : where?.workspaceValue;
  };
  const present = settingOf("mcpServers");
  if (inputs.length > 0) {
    const listed = settingOf("mcpInputs");
    const before: JsonValue[] = Array.isArray(listed) ? listed : [];
    const ids = before.map((input) => (isJsonObject(input) ? input.id : undefined));
    await section.update("mcpInputs", [...before, ...inputs.filter(({ id }) => !ids.includes(id))], target);
  }
  await section.update("mcpServers", { ...(isJsonObject(present) ? present : {}), ...servers }, target);
}

async function writeFile(folder: vscode.WorkspaceFolder, { servers, inputs }: WrittenServers): Promise<void> {
  const uri = vscode.Uri.joinPath(folder.uri, ".vscode/mcp.json");
  const before = await Promise.resolve(vscode.workspace.fs.readFile(uri)).then(
    (content) => new TextDecoder().decode(content),
    () => "",
  );
  const after = addServersToFile(before, servers, inputs);
  if (after === undefined) {
    throw new Error(
      vscode.l10n.t("{0} has a fault, so it was not changed. Correct it first.", vscode.workspace.asRelativePath(uri)),
    );
  }
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(after));
  await vscode.window.showTextDocument(uri, { preview: true });
}
