// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of a configuration look like that.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { InputValues } from "../../src/extension/host/input-values.ts";
import { ServerConfiguration } from "../../src/extension/host/server-configuration.ts";
import { Settings } from "../../src/extension/host/settings.ts";
import { MemorySecrets } from "../../src/extension/ports/secrets.ts";
import { waitUntil } from "../support/wait-until.ts";

const { Global, Workspace } = vscode.ConfigurationTarget;
const noIndex: vscode.Memento = { keys: () => [], get: () => undefined, update: async () => {} };

describe("server configuration", () => {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder !== undefined);
  const file = vscode.Uri.joinPath(folder.uri, ".vscode/mcp.json");
  let settings: Settings;
  let configuration: ServerConfiguration;

  beforeEach(() => {
    settings = new Settings();
    configuration = new ServerConfiguration(settings, new InputValues(new MemorySecrets(), noIndex));
  });

  afterEach(async () => {
    configuration.dispose();
    settings.dispose();
    for (const name of ["mcpServers", "mcpServerOverrides"]) {
      await set(name, undefined, Global);
      await set(name, undefined, Workspace);
    }
    await Promise.resolve(vscode.workspace.fs.delete(file)).catch(() => {});
  });

  const set = (name: string, value: unknown, target: vscode.ConfigurationTarget) =>
    vscode.workspace.getConfiguration("toolweave").update(name, value, target);
  const read = () => configuration.read(async () => ({}));

  it("takes a server of the workspace whole, never mixed with the user's of the same name", async () => {
    await set("mcpServers", { one: { command: "user", env: { A: "1" } }, two: { command: "two" } }, Global);
    await set("mcpServers", { one: { command: "workspace" }, broken: 5 }, Workspace);
    const { servers, problems } = await read();
    assert.deepEqual(
      servers.map((server) => [server.name, server.launch.command, server.launch.env.length, server.launch.source]),
      [
        ["one", "workspace", 0, ".vscode/settings.json"],
        ["two", "two", 0, "settings.json"],
      ],
    );
    assert.deepEqual(
      problems.map(({ source }) => source),
      [".vscode/settings.json"],
    );
    assert.match(problems[0]?.message ?? "", /broken/);
  });

  it("reads and follows .vscode/mcp.json, and overrides lie over it", async () => {
    let changes = 0;
    configuration.onDidChange(() => changes++);
    const text = JSON.stringify({ servers: { one: { command: "x", args: ["${workspaceFolder}"] } } });
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    await waitUntil("the file is noticed", () => changes > 0);
    await set("mcpServerOverrides", { one: { enabled: false } }, Workspace);
    const [one] = (await read()).servers;
    assert.ok(one?.type === "stdio");
    assert.deepEqual([one.args, one.enabled], [[folder.uri.fsPath], false]);
  });
});
