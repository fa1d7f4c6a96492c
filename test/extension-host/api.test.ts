import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { McpConfig, ServerInfo, ToolweaveApi } from "../../src/extension/api.ts";
import type { EnhancedLLMClient, EnhanceOptions } from "../../src/extension/session/enhanced-client.ts";
import type { LLMMessage } from "../../src/extension/session/llm-client.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import { waitUntil } from "../support/wait-until.ts";

/** What the extension in `extensions/api-user` gives to tests. */
interface ApiUser {
  addServer(name: string, config: McpConfig): vscode.Disposable;
  askWith(name: string, input: object, options: EnhanceOptions): { client: EnhancedLLMClient; seen: LLMMessage[][] };
  servers(): readonly ServerInfo[];
  onDidChangeServers: vscode.Event<readonly ServerInfo[]>;
}

const question: LLMMessage[] = [{ role: "user", content: "Go" }];

describe("what other extensions get", () => {
  let user: ApiUser;
  let api: ToolweaveApi;
  const added: vscode.Disposable[] = [];

  before(async () => {
    const extension = vscode.extensions.getExtension<ApiUser>("toolweave-test.api-user");
    assert.ok(extension, "The extension that uses the interface is not installed.");
    user = await extension.activate();
    const ours = vscode.extensions.getExtension<ToolweaveApi>("toolweave.toolweave");
    assert.ok(ours);
    api = ours.exports;
  });

  afterEach(() => {
    for (const server of added.splice(0)) {
      server.dispose();
    }
  });

  const add = (name: string, config: McpConfig): vscode.Disposable => {
    const server = user.addServer(name, config);
    added.push(server);
    return server;
  };
  const listed = (name: string) => user.servers().find((server) => server.name === name);

  it("a server of another extension waits for the person like any other, and goes again", async () => {
    const heard: (string | undefined)[] = [];
    const listener = user.onDidChangeServers((servers) =>
      heard.push(servers.find(({ name }) => name === "theirs")?.state),
    );
    const server = add("theirs", { command: "no-such-program", args: ["--help"] });
    const info = await waitUntil("the server is listed", () => listed("theirs"));
    assert.deepEqual(info, { name: "theirs", state: "needs-consent", tools: [] });
    server.dispose();
    await waitUntil("the server is gone", () => listed("theirs") === undefined);
    await waitUntil("both was told", () => heard.includes("needs-consent") && heard.at(-1) === undefined);
    listener.dispose();
  });

  it("an entry of the person's own takes the place of one with the same name", async () => {
    const settings = vscode.workspace.getConfiguration("toolweave");
    await settings.update(
      "mcpServers",
      { same: { command: "mine", disabled: true } },
      vscode.ConfigurationTarget.Global,
    );
    try {
      add("same", { command: "theirs" });
      await waitUntil("the person's entry counts", () => listed("same")?.state === "disabled");
    } finally {
      await settings.update("mcpServers", undefined, vscode.ConfigurationTarget.Global);
    }
    await waitUntil("the other counts again", () => listed("same")?.state === "needs-consent");
  });

  it("an entry that cannot be used is refused at once, and so is a name that is taken", () => {
    assert.throws(() => user.addServer("bad", {} as McpConfig), { name: "McpError", message: /bad/ });
    add("taken", { command: "one" });
    assert.throws(() => user.addServer("taken", { command: "two" }), {
      name: "McpError",
      message: /User of the interface/,
    });
  });

  it("nobody can call in the name of an extension that is not there", () => {
    assert.throws(() => api.registerMcp("x", { command: "x" }, { id: "no.body" }), { code: "PERMISSION_DENIED" });
  });

  it("a foreign client gets the tools, and without the person's yes none of them runs", async () => {
    const chunks: Chunk[] = [];
    const settings = vscode.workspace.getConfiguration("toolweave");
    await settings.update("useVscodeTools", "all", vscode.ConfigurationTarget.Global);
    try {
      const { client, seen } = user.askWith(
        "mcp__vscode__toolweave_test_echo",
        { text: "hi" },
        {
          onChunk: (chunk) => chunks.push(chunk),
        },
      );
      // VS Code refuses to show dialogs in tests, which is the same as closing them.
      const { content } = await client.sendMessages(question, false);
      assert.match(content, /^Looking\.\s+Done\.$/);
      assert.match(seen[0]?.[0]?.content ?? "", /toolweave_test_echo/);
      const response = chunks.find((chunk) => chunk.type === "mcp_tool_approval_response");
      assert.equal(response?.decision, "denied");
      assert.equal(chunks.at(-1)?.type, "turn_end");
    } finally {
      await settings.update("useVscodeTools", undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
