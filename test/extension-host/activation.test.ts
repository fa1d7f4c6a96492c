import assert from "node:assert/strict";
import * as vscode from "vscode";
import { hostLinePrefix } from "./host-line-prefix.ts";

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
  it("activates without an error, and says what that took", async () => {
    const before = toolweave().isActive;
    const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
    await toolweave().activate();
    const ms = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpuBefore);
    // A figure to look at: it holds what VS Code does for an extension, and on a busy machine what others do too.
    const took = before
      ? "it was active already"
      : `${ms.toFixed(0)} ms, ${Math.round((user + system) / 1_000)} ms of CPU`;
    console.log(`${hostLinePrefix}    loading and activating: ${took}`);
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
