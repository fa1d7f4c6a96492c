import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { toToolSchema } from "../../src/extension/providers/tool-schema.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../src/shared/json.ts";
import { HubBench, withFolder } from "../support/hub-bench.ts";
import { installNpmServers, type NpmServer, npmServerProgram } from "../support/npm-servers.ts";

interface Expectation {
  server: NpmServer;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** At least so many tools. */
  tools: number;
  /** A call that needs no internet; absent for servers that can do nothing without. */
  call?: { tool: string; input?: JsonObject; says: RegExp };
}

const expectations: readonly Expectation[] = [
  { server: "@modelcontextprotocol/server-memory", tools: 9, call: { tool: "read_graph", says: /entities/ } },
  {
    server: "@modelcontextprotocol/server-sequential-thinking",
    tools: 1,
    call: {
      tool: "sequentialthinking",
      input: { thought: "One", nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
      says: /thoughtNumber/,
    },
  },
  { server: "@playwright/mcp", args: ["--headless"], tools: 20, call: { tool: "browser_close", says: /.*/ } },
  { server: "@upstash/context7-mcp", tools: 2 },
  { server: "chrome-devtools-mcp", args: ["--headless", "--isolated"], tools: 20 },
  { server: "@notionhq/notion-mcp-server", env: { NOTION_TOKEN: "ntn_none" }, tools: 20 },
  { server: "@wonderwhy-er/desktop-commander", tools: 20, call: { tool: "get_config", says: /allowedDirectories/ } },
  {
    server: "@modelcontextprotocol/server-basic-vanillajs",
    args: ["--stdio"],
    tools: 1,
    call: { tool: "get-time", says: /\d{4}-\d{2}-\d{2}T/ },
  },
];

describe("servers from npm", function () {
  this.timeout(300_000);
  before(() => installNpmServers());

  for (const { server, args = [], env = {}, tools, call } of expectations) {
    it(`${server} lists its tools${call === undefined ? "" : " and runs one"}`, () =>
      withFolder(async (home) => {
        const bench = new HubBench();
        try {
          const program = await npmServerProgram(server);
          // A home of its own: some keep files there.
          const entry = { command: process.execPath, args: [program, ...args], env: { HOME: home, ...env }, cwd: home };
          await bench.run({ a: entry });
          const status = bench.status("a");
          assert.equal(status.state, "ready", `${status.reason?.message}\n${bench.log.join("\n")}`);
          assert.ok(bench.hub.list().length >= tools, `${bench.hub.list().length} tools`);
          assert.deepEqual(
            status.tools.filter(({ quarantined }) => quarantined !== undefined),
            [],
          );
          for (const { name, inputSchema } of bench.hub.list()) {
            for (const dialect of ["plain", "gemini"] as const) {
              assertFits(toToolSchema(inputSchema, dialect), name);
            }
          }
          if (call !== undefined) {
            const { toolName } = bench.hub.list().find((tool) => tool.toolName === call.tool) ?? {};
            assert.equal(toolName, call.tool);
            const result = await bench.call(`mcp__a__${call.tool}`, call.input);
            assert.match(JSON.stringify(result.content), call.says);
          }
        } finally {
          await bench.dispose();
        }
      }));
  }
});

describe("servers from PyPI", function () {
  this.timeout(300_000);
  const hasUvx = spawnSync("uvx", ["--version"]).status === 0;
  before(function () {
    if (!hasUvx) {
      console.log("      skipped: uvx is not installed");
      this.skip();
    }
  });

  for (const [name, args, call] of [
    ["mcp-server-time", [], { tool: "get_current_time", input: { timezone: "Asia/Tokyo" }, says: /Asia\/Tokyo/ }],
    ["mcp-server-git", [], { tool: "git_init", input: { repo_path: "." }, says: /./ }],
    ["mcp-server-fetch", [], undefined],
  ] as const) {
    it(`${name} lists its tools`, () =>
      withFolder(async (home) => {
        const bench = new HubBench();
        try {
          await bench.run({ a: { command: "uvx", args: [name, ...args], cwd: home } });
          const { state, reason, stderrTail = [] } = bench.status("a");
          assert.equal(state, "ready", `${reason?.message}\n${stderrTail.join("\n")}`);
          assert.ok(bench.hub.list().length > 0);
          if (call !== undefined && name === "mcp-server-time") {
            assert.match(
              JSON.stringify((await bench.call(`mcp__a__${call.tool}`, { ...call.input })).content),
              call.says,
            );
          }
        } finally {
          await bench.dispose();
        }
      }));
  }
});

/** What every API demands: an object, no references left, nothing endless. */
function assertFits(schema: JsonObject, name: string): void {
  assert.equal(schema.type, "object", name);
  const visit = (value: JsonValue | undefined, depth: number): void => {
    assert.ok(depth < 100, `${name} is too deep`);
    if (Array.isArray(value)) {
      for (const item of value) {
        visit(item, depth + 1);
      }
    } else if (isJsonObject(value)) {
      assert.ok(typeof value.$ref !== "string", `${name} has a reference`);
      for (const item of Object.values(value)) {
        visit(item, depth + 1);
      }
    }
  };
  visit(schema, 0);
}
