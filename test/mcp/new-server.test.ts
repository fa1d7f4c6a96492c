import assert from "node:assert/strict";
import { type NewServerKind, newServer } from "../../src/extension/mcp/new-server.ts";

describe("newServer", () => {
  const cases: [NewServerKind, string, string, object][] = [
    [
      "command",
      'npx -y @modelcontextprotocol/server-filesystem "/my files"',
      "filesystem",
      { type: "stdio", command: "npx", args: ["-y", "@modelcontextprotocol/server-filesystem", "/my files"] },
    ],
    [
      "command",
      "docker run -i --rm mcp/fetch",
      "fetch",
      { type: "stdio", command: "docker", args: ["run", "-i", "--rm", "mcp/fetch"] },
    ],
    ["command", "/opt/tools/notes-mcp", "notes", { type: "stdio", command: "/opt/tools/notes-mcp", args: [] }],
    ["command", "node dist/weather.js", "weather", { type: "stdio", command: "node", args: ["dist/weather.js"] }],
    ["url", " https://mcp.example.com/mcp ", "example", { type: "http", url: "https://mcp.example.com/mcp" }],
    [
      "npm",
      "@playwright/mcp@1.2",
      "playwright",
      { type: "stdio", command: "npx", args: ["-y", "@playwright/mcp@1.2"] },
    ],
    ["npm", "tavily-mcp", "tavily", { type: "stdio", command: "npx", args: ["-y", "tavily-mcp"] }],
    ["pypi", "mcp-server-git==2025.1", "git", { type: "stdio", command: "uvx", args: ["mcp-server-git@2025.1"] }],
  ];
  for (const [kind, typed, name, entry] of cases) {
    it(`makes an entry of ${typed}`, () => assert.deepEqual(newServer(kind, typed), { name, entry }));
  }

  it("refuses what is none of that kind", () => {
    const bad: [NewServerKind, string][] = [
      ["command", "  "],
      ["url", "example.com/mcp"],
      ["url", "ftp://example.com"],
      ["npm", "two words"],
      ["npm", "--evil"],
      ["pypi", "-x"],
      ["pypi", "a b"],
    ];
    for (const [kind, typed] of bad) {
      assert.equal(newServer(kind, typed), undefined, `${kind} ${typed}`);
    }
  });
});
