import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { VscodeToolsChoice } from "../../src/extension/host/settings.ts";
import { VscodeTools, type VscodeToolsOptions } from "../../src/extension/host/vscode-tools.ts";
import { memorySwitches } from "../../src/extension/ports/switch-store.ts";
import type { ToolCallOptions } from "../../src/extension/ports/tool.ts";
import { McpError } from "../../src/shared/mcp-error.ts";
import { waitUntil } from "../support/wait-until.ts";
import { activateFakeVendor, type FakeVendor } from "./fake-vendor.ts";

const echo = "mcp__vscode__toolweave_test_echo";

describe("tools of VS Code", () => {
  let vendor: FakeVendor;
  let choice: VscodeToolsChoice;
  let tools: VscodeTools;
  let own: Set<string>;

  before(async () => {
    vendor = await activateFakeVendor();
  });

  beforeEach(() => {
    choice = "all";
    own = new Set();
    tools = new VscodeTools(base());
    vendor.setTool(async ({ text }) => [new vscode.LanguageModelTextPart(text)]);
  });

  const base = (): VscodeToolsOptions => ({
    choice: () => choice,
    ownTools: own,
    ownServers: () => [],
    onDidChangeChoice: () => () => {},
    switches: memorySwitches(),
  });
  const listed = () => tools.list().find(({ name }) => name === echo);
  const options = (signal = new AbortController().signal): ToolCallOptions => ({ signal, onProgress() {} });
  const code = (expected: string) => (error: unknown) => error instanceof McpError && error.code === expected;

  it("are those of extensions when the person wants all", async () => {
    const tool = await waitUntil("the tool is listed", listed);
    assert.deepEqual(
      [tool.toolName, tool.serverName, tool.description, tool.launch],
      ["toolweave_test_echo", "VS Code", "Gives back what it gets.", 'vscode.lm.invokeTool("toolweave_test_echo")'],
    );
    assert.deepEqual(tool.inputSchema.required, ["text"]);
    assert.equal(listed(), tool, "the same definition as long as nothing of it changes");
    choice = "mcp";
    assert.equal(listed(), undefined);
    choice = "off";
    assert.deepEqual(tools.list(), []);
  });

  it("are never our own", () => {
    own.add("toolweave_test_echo");
    assert.equal(listed(), undefined);
  });

  it("are switched off one by one or all, in words that say who did it", async () => {
    await waitUntil("the tool is listed", listed);
    let changes = 0;
    const end = tools.onDidChange(() => changes++);
    const row = () => tools.status()?.tools.find(({ name }) => name === "toolweave_test_echo");
    assert.deepEqual([tools.status()?.name, tools.status()?.state, row()?.off], ["VS Code", "ready", undefined]);
    assert.ok((row()?.tokens ?? 0) > 10, "what it takes in every request");
    await tools.setToolsOn(["toolweave_test_echo"], false);
    assert.equal(row()?.off, true);
    assert.equal(listed(), undefined);
    await tools.setToolsOn(["toolweave_test_echo"], true);
    assert.ok(listed());
    await tools.setOn(false);
    assert.deepEqual(
      [tools.status()?.state, tools.status()?.reason?.key, tools.status()?.tools, tools.list()],
      ["disabled", "mcp.state.switchedOff", [], []],
    );
    await assert.rejects(tools.call(echo, { text: "" }, options()), code("TOOL_NOT_FOUND"));
    await tools.setOn(true);
    assert.ok(listed());
    assert.equal(changes, 4);
    end();
    choice = "off";
    assert.deepEqual([tools.status()?.state, tools.status()?.reason?.key], ["disabled", "mcp.state.offInSettings"]);
    own = new Set(vscode.lm.tools.map(({ name }) => name));
    tools = new VscodeTools({ ...base(), ownTools: own });
    assert.equal(tools.status(), undefined, "no row where VS Code has none");
  });

  it("run with their input and give their result", async () => {
    const result = await tools.call(echo, { text: "hello" }, options());
    assert.deepEqual(result, { content: [{ type: "text", text: "hello" }], isError: false });
    assert.deepEqual(vendor.invocations, [{ text: "hello" }]);
  });

  it("fail with their own words", async () => {
    vendor.setTool(async () => {
      throw new Error("The disk is full.");
    });
    await assert.rejects(tools.call(echo, { text: "" }, options()), (error) => {
      assert.ok(error instanceof McpError && error.code === "TOOL_EXECUTION_FAILED");
      assert.match(error.message, /The disk is full\./);
      return true;
    });
  });

  it("are cancelled, and nobody waits for one that does not listen", async () => {
    const stop = new AbortController();
    let told = false;
    vendor.setTool(async (_input, token) => {
      token.onCancellationRequested(() => {
        told = true;
      });
      return new Promise(() => {});
    });
    const call = tools.call(echo, { text: "" }, options(stop.signal));
    call.catch(() => {});
    await waitUntil("it runs", () => vendor.invocations.length === 1);
    stop.abort();
    await assert.rejects(call, code("CANCELLED"));
    await waitUntil("the tool was told", () => told);
  });

  it("are not called by a name that is not offered", async () => {
    choice = "mcp";
    await assert.rejects(tools.call(echo, { text: "" }, options()), code("TOOL_NOT_FOUND"));
  });
});
