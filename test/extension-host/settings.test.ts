import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Settings } from "../../src/extension/host/settings.ts";
import { waitUntil } from "../support/wait-until.ts";

const { Global, Workspace } = vscode.ConfigurationTarget;

describe("settings", () => {
  let settings: Settings;

  beforeEach(() => {
    settings = new Settings();
  });

  afterEach(async () => {
    settings.dispose();
    for (const name of ["providers", "maxRounds", "guard", "defaultModel", "useVscodeTools"]) {
      await set(name, undefined, Global);
      await set(name, undefined, Workspace);
    }
  });

  const set = (name: string, value: unknown, target: vscode.ConfigurationTarget) =>
    vscode.workspace.getConfiguration("toolweave").update(name, value, target);

  it("has the scripted demo without any configuration, but no default model", () => {
    assert.deepEqual(
      settings.providers().providers.map(({ id, kind }) => [id, kind]),
      [["demo", "demo"]],
    );
    assert.equal(settings.defaultModelId(), undefined);
  });

  it("names the entry that is wrong and uses the others", async () => {
    await set(
      "providers",
      [{ id: "local", kind: "openai-chat", baseUrl: "http://127.0.0.1:1/v1", models: ["m"] }, 7],
      Global,
    );
    const { providers, problems } = settings.providers();
    assert.deepEqual(
      providers.map(({ id }) => id),
      ["local", "demo"],
    );
    assert.equal(problems.length, 1);
    assert.equal(problems[0]?.source, "toolweave.providers");
  });

  it("falls back to the default where a value cannot be used", async () => {
    await set("maxRounds", "many", Workspace);
    await set("guard", "sometimes", Workspace);
    assert.deepEqual(settings.session(), { maxRounds: 25, guard: "strict", acceptFenced: false, systemPrompt: "" });
  });

  it("lets a workspace narrow the choice of VS Code's tools, never widen it", async () => {
    assert.equal(settings.vscodeTools(), "mcp");
    await set("useVscodeTools", "all", Workspace);
    assert.equal(settings.vscodeTools(), "mcp");
    await set("useVscodeTools", "all", Global);
    assert.equal(settings.vscodeTools(), "all");
    await set("useVscodeTools", "off", Workspace);
    assert.equal(settings.vscodeTools(), "off");
  });

  it("tells when a value changes", async () => {
    let changes = 0;
    settings.onDidChange(() => changes++);
    await set("maxRounds", 7, Workspace);
    await waitUntil("the change is told", () => changes > 0);
    assert.equal(settings.session().maxRounds, 7);
  });
});
