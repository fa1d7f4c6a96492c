import assert from "node:assert/strict";
import { isMcpTool, isToolOfServer } from "../../src/extension/host/vscode-tool-source.ts";

describe("where a tool of VS Code comes from", () => {
  it("is an MCP server when its name says so", () => {
    assert.deepEqual(
      ["mcp_github_get_issue", "mcp_", "copilot_readFile", "run_mcp_test"].map((name) => isMcpTool({ name })),
      [true, false, false, false],
    );
  });

  it("is the server of that name, as VS Code writes and cuts it", () => {
    assert.equal(isToolOfServer({ name: "mcp_github_get_issue" }, "GitHub"), true);
    assert.equal(isToolOfServer({ name: "mcp_my_long_serve_read" }, "My long server name"), true);
    assert.equal(isToolOfServer({ name: "mcp_files_read" }, "github"), false);
    assert.equal(isToolOfServer({ name: "copilot_github" }, "copilot_github"), false);
  });

  it("is what VS Code says, where it says it", () => {
    const tool = { name: "mcp_github_get_issue", source: { label: "Another" } };
    assert.equal(isToolOfServer(tool, "github"), false);
    assert.equal(isToolOfServer(tool, "Another"), true);
  });
});
