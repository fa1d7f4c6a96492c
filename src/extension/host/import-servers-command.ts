import { homedir } from "node:os";
import * as vscode from "vscode";
import { type ImportPlace, importPlaces } from "../mcp/importers/import-places.ts";
import type { ImportResult } from "../mcp/importers/import-servers.ts";
import { productIds, products } from "../mcp/importers/product.ts";
import type { ToolHub } from "../mcp/tool-hub.ts";
import { block, code, text } from "./doctor-document.ts";
import { localized } from "./localized.ts";
import type { ServerDocuments } from "./server-documents.ts";
import { writeServers } from "./write-servers.ts";

/** Takes over servers of another program: finds its file, shows what would be written and what is left out, and writes. */
export async function importServersCommand(hub: ToolHub, documents: ServerDocuments): Promise<void> {
  const place = await pickPlace();
  if (place === undefined) {
    return;
  }
  const content = await vscode.workspace.fs.readFile(vscode.Uri.file(place.path));
  const { importServers } = await import("../mcp/importers/import-servers.ts");
  const result = importServers(place.product, new TextDecoder().decode(content), place.path);
  await documents.show("import.md", () => preview(place, result), "markdown");
  if (result.servers.length === 0) {
    void vscode.window.showWarningMessage(vscode.l10n.t("This file holds no server that can be taken over."));
    return;
  }
  const taken = hub.statuses().map(({ name }) => name);
  const picked = await vscode.window.showQuickPick(
    result.servers.map((server) => ({
      label: server.name,
      detail: server.command,
      ...(taken.includes(server.name) ? { description: vscode.l10n.t("exists already") } : {}),
      picked: !taken.includes(server.name),
      server,
    })),
    { title: vscode.l10n.t("Which servers should be taken over?"), canPickMany: true, ignoreFocusOut: true },
  );
  if (picked === undefined || picked.length === 0) {
    return;
  }
  const servers = Object.fromEntries(picked.map(({ server }) => [server.name, server.entry]));
  const used = JSON.stringify(servers);
  await writeServers({ servers, inputs: result.inputs.filter(({ id }) => used.includes(`\${input:${id}}`)) });
}

async function pickPlace(): Promise<ImportPlace | undefined> {
  const { platform } = process;
  const places = importPlaces({
    home: homedir(),
    ...(process.env.APPDATA === undefined ? {} : { appData: process.env.APPDATA }),
    ...(process.env.XDG_CONFIG_HOME === undefined ? {} : { configHome: process.env.XDG_CONFIG_HOME }),
    platform: platform === "darwin" || platform === "win32" ? platform : "linux",
    folders: (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) =>
      uri.scheme === "file" ? [uri.fsPath] : [],
    ),
  });
  const present = await Promise.all(places.map(async (place) => ((await isFile(place.path)) ? [place] : [])));
  const other = { label: vscode.l10n.t("Choose a file…"), place: undefined };
  const picked = await vscode.window.showQuickPick(
    [
      ...present.flat().map((place) => ({ label: products[place.product].label, description: place.path, place })),
      other,
    ],
    { title: vscode.l10n.t("Import MCP servers from"), matchOnDescription: true },
  );
  return picked === undefined ? undefined : (picked.place ?? pickFile());
}

async function pickFile(): Promise<ImportPlace | undefined> {
  const [uri] = (await vscode.window.showOpenDialog({ canSelectMany: false })) ?? [];
  if (uri === undefined) {
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    productIds.map((product) => ({ label: products[product].label, product })),
    { title: vscode.l10n.t("Which program is this file of?") },
  );
  return picked === undefined ? undefined : { product: picked.product, path: uri.fsPath };
}

async function isFile(path: string): Promise<boolean> {
  const found = await Promise.resolve(vscode.workspace.fs.stat(vscode.Uri.file(path))).catch(() => undefined);
  return found !== undefined && (found.type & vscode.FileType.File) !== 0;
}

/** What would be run, exactly, and what is left out. Values of variables are in no entry, and stay out of this page. */
function preview(place: ImportPlace, { servers, inputs, problems }: ImportResult): string {
  return [
    `# ${vscode.l10n.t("Servers of {0}", products[place.product].label)}`,
    "",
    code(place.path),
    ...servers.flatMap(({ name, command, entry }) => [
      "",
      `## ${text(name)}`,
      "",
      block(command),
      ...["env", "headers"].flatMap((field) => {
        const value = entry[field];
        const names = value === undefined ? [] : Object.keys(value as object);
        return names.length === 0 ? [] : [`${field}: ${names.map(code).join(", ")}`, ""];
      }),
    ]),
    ...(inputs.length === 0
      ? []
      : ["", vscode.l10n.t("You are asked for: {0}", inputs.map(({ id }) => code(id)).join(", "))]),
    ...(problems.length === 0 ? [] : ["", `## ${vscode.l10n.t("Left out or wrong")}`, ""]),
    ...problems.map((problem) => `- ${text(localized(problem))}`),
    "",
  ].join("\n");
}
