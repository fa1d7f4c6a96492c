import * as vscode from "vscode";
import { type NewServer, type NewServerKind, newServer } from "../mcp/new-server.ts";
import type { ToolHub } from "../mcp/tool-hub.ts";
import { writeServers } from "./write-servers.ts";

/** Asks what the new server is and how it is called, and writes it. It starts after its command was seen, as any other. */
export async function addServer(hub: ToolHub): Promise<void> {
  const title = vscode.l10n.t("Add MCP server");
  const kind = await pickKind(title);
  if (kind === undefined) {
    return;
  }
  if (kind === "import") {
    await vscode.commands.executeCommand("toolweave.importServers");
    return;
  }
  const server = await askFor(kind, title);
  if (server === undefined) {
    return;
  }
  const taken = hub.statuses().map(({ name }) => name);
  const name = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("Name of the server"),
    value: freeName(server.name, taken),
    validateInput: (value) =>
      value.trim() === ""
        ? vscode.l10n.t("The name must not be empty.")
        : taken.includes(value.trim())
          ? vscode.l10n.t("A server of this name exists already.")
          : undefined,
  });
  if (name !== undefined) {
    await writeServers({ servers: { [name.trim()]: server.entry }, inputs: [] });
  }
}

async function pickKind(title: string): Promise<NewServerKind | "import" | undefined> {
  const choices: (vscode.QuickPickItem & { choice: NewServerKind | "import" })[] = [
    {
      choice: "command",
      label: vscode.l10n.t("Command line"),
      detail: "npx -y @modelcontextprotocol/server-filesystem .",
    },
    { choice: "url", label: vscode.l10n.t("URL"), detail: "https://example.com/mcp" },
    { choice: "npm", label: vscode.l10n.t("npm package"), detail: vscode.l10n.t("Run by npx, which downloads it") },
    { choice: "pypi", label: vscode.l10n.t("PyPI package"), detail: vscode.l10n.t("Run by uvx, which downloads it") },
    { choice: "import", label: vscode.l10n.t("Import from another program…") },
  ];
  return (await vscode.window.showQuickPick(choices, { title }))?.choice;
}

async function askFor(kind: NewServerKind, title: string): Promise<NewServer | undefined> {
  const words = {
    command: [vscode.l10n.t("Command line"), "npx -y @modelcontextprotocol/server-filesystem ."],
    url: [vscode.l10n.t("URL"), "https://example.com/mcp"],
    npm: [vscode.l10n.t("npm package"), "@modelcontextprotocol/server-filesystem"],
    pypi: [vscode.l10n.t("PyPI package"), "mcp-server-git"],
  }[kind];
  const typed = await vscode.window.showInputBox({
    title,
    prompt: words[0] ?? "",
    placeHolder: words[1] ?? "",
    ignoreFocusOut: true,
    validateInput: (value) =>
      value.trim() !== "" && newServer(kind, value) === undefined
        ? vscode.l10n.t("This is not what is asked for. An example: {0}", words[1] ?? "")
        : undefined,
  });
  return typed === undefined ? undefined : newServer(kind, typed);
}

function freeName(wish: string, taken: readonly string[]): string {
  let name = wish;
  for (let n = 2; taken.includes(name); n += 1) {
    name = `${wish}-${n}`;
  }
  return name;
}
