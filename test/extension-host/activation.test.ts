import assert from "node:assert/strict";
import * as vscode from "vscode";

interface Configuration {
  readonly properties: Readonly<Record<string, { readonly default?: unknown }>>;
}

interface Contributions {
  readonly commands: readonly { readonly command: string }[];
  readonly configuration: Configuration | readonly Configuration[];
}

function toolweave(): vscode.Extension<unknown> {
  const extension = vscode.extensions.getExtension("toolweave.toolweave");
  assert.ok(extension, "The extension is not installed.");
  return extension;
}

function contributions(): Contributions {
  return toolweave().packageJSON.contributes as Contributions;
}

describe("activation", () => {
  it("activates without an error", async () => {
    await toolweave().activate();
    assert.equal(toolweave().isActive, true);
  });

  it("registers every command that the manifest names", async () => {
    await toolweave().activate();
    const registered = new Set(await vscode.commands.getCommands(true));
    const named = contributions().commands.map(({ command }) => command);
    assert.ok(named.length > 0);
    assert.deepEqual(
      named.filter((command) => !registered.has(command)),
      [],
    );
  });

  it("has the settings that the manifest names, with their defaults", () => {
    const properties = [contributions().configuration].flat().flatMap((section) => Object.entries(section.properties));
    assert.ok(properties.length > 0);
    for (const [name, { default: expected }] of properties) {
      assert.deepEqual(vscode.workspace.getConfiguration().inspect(name)?.defaultValue, expected, name);
    }
  });
});
