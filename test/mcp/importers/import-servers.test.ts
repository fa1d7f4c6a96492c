// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of a configuration look like that.
import assert from "node:assert/strict";
import fc from "fast-check";
import { importServers } from "../../../src/extension/mcp/importers/import-servers.ts";
import { type ProductId, productIds } from "../../../src/extension/mcp/importers/product.ts";
import { readServerConfig } from "../../../src/extension/mcp/server-config.ts";

interface Case {
  what: string;
  product: ProductId;
  /** A text, or what is written as JSON. */
  file: string | object;
  servers: Record<string, object>;
  /** Key and field of each problem. */
  problems?: [string, string?][];
}

const npx = { type: "stdio", command: "npx", args: ["-y", "x"] };
const cases: Case[] = [
  {
    what: "a file of VS Code with inputs, comments and a sandbox",
    product: "vscode",
    file: `{ // mine
      "inputs": [{ "id": "k", "type": "promptString", "password": true }],
      "servers": {
        "a": { "command": "npx", "args": ["-y", "x"], "env": { "K": "\${input:k}", "N": 1, "Z": null }, "envFile": ".env", "dev": { "watch": "src/**", "debug": { "type": "node" } } },
        "b": { "type": "http", "url": "https://h/mcp", "headers": { "A": "b" }, "oauth": { "clientId": "c" } },
        "c": { "command": "x", "sandboxEnabled": true, },
      } }`,
    servers: {
      a: { ...npx, env: { K: "${input:k}", N: 1, Z: null }, envFile: ".env", dev: { watch: "src/**" } },
      b: { type: "http", url: "https://h/mcp", headers: { A: "b" }, oauth: { clientId: "c" } },
      c: { type: "stdio", command: "x", sandboxEnabled: true },
    },
    problems: [["mcp.import.dropped", "dev.debug"], ["mcp.config.noSandbox"]],
  },
  {
    what: "VS Code's older settings",
    product: "vscode",
    file: { "editor.tabSize": 2, mcp: { servers: { a: { command: "x" } } } },
    servers: { a: { type: "stdio", command: "x" } },
  },
  {
    what: "Claude Desktop",
    product: "claude",
    file: { mcpServers: { a: { command: "npx", args: ["-y", "x"], env: { K: "v" } } }, theme: "dark" },
    servers: { a: { ...npx, env: { K: "v" } } },
  },
  {
    what: "Claude Code with variables, projects and what it alone has",
    product: "claude",
    file: {
      mcpServers: {
        a: {
          type: "http",
          url: "${BASE:-https://h}/mcp",
          headers: { Authorization: "Bearer ${T}" },
          headersHelper: "h",
        },
        b: { type: "ws", url: "wss://h" },
      },
      projects: { "/p": { mcpServers: { c: { command: "c" } } }, "/q": {} },
    },
    servers: {
      a: { type: "http", url: "${BASE:-https://h}/mcp", headers: { Authorization: "Bearer ${T}" } },
      c: { type: "stdio", command: "c" },
    },
    problems: [["mcp.import.dropped", "headersHelper"], ["mcp.config.unknownTransport"]],
  },
  {
    what: "Cursor with its auth and a command line in one text",
    product: "cursor",
    file: {
      mcpServers: {
        a: { command: "npx -y 'x y'", envFile: "${workspaceFolder}/.env" },
        b: { url: "https://h/mcp", auth: { CLIENT_ID: "i", CLIENT_SECRET: "${env:S}", scopes: ["r", "w"] } },
        c: { command: "/opt/My Tools/run", env: { DEBUG: true } },
        d: { command: '"C:\\Program Files\\x.exe" --foo' },
        e: { command: "C:\\Program Files\\nodejs\\npx.cmd", args: ["-y", "x"] },
        f: { url: "https://h/mcp", auth: { CLIENT_ID: "i", audience: "q" } },
      },
    },
    servers: {
      a: { type: "stdio", command: "npx", args: ["-y", "x y"], envFile: "${workspaceFolder}/.env" },
      b: { type: "http", url: "https://h/mcp", oauth: { clientId: "i", clientSecret: "${env:S}", scopes: ["r", "w"] } },
      c: { type: "stdio", command: "/opt/My Tools/run", env: { DEBUG: "true" } },
      d: { type: "stdio", command: "C:\\Program Files\\x.exe", args: ["--foo"] },
      e: { type: "stdio", command: "C:\\Program Files\\nodejs\\npx.cmd", args: ["-y", "x"] },
      f: { type: "http", url: "https://h/mcp", oauth: { clientId: "i" } },
    },
    problems: [["mcp.import.dropped", "oauth.audience"]],
  },
  {
    what: "Cline: seconds, old names, no variables, approvals",
    product: "cline",
    file: {
      mcpServers: {
        a: { command: "x", args: ["${HOME}"], autoApprove: ["read", "list"], disabled: true, timeout: 90 },
        b: { url: "https://h/sse" },
        c: { type: "streamableHttp", url: "https://h/mcp", autoApprove: [] },
        d: { transportType: "http", url: "https://h/mcp" },
      },
    },
    servers: {
      a: { type: "stdio", command: "x", args: ["$${HOME}"], timeout: 90_000, enabled: false },
      b: { type: "sse", url: "https://h/sse" },
      c: { type: "http", url: "https://h/mcp" },
      d: { type: "http", url: "https://h/mcp" },
    },
    problems: [["mcp.import.approvals", "autoApprove"]],
  },
  {
    what: "Roo Code: watched files and tools that are off",
    product: "roo",
    file: {
      mcpServers: {
        a: {
          command: "x",
          cwd: "${workspaceFolder}",
          alwaysAllow: ["t"],
          disabledTools: ["u"],
          watchPaths: ["b.js"],
          timeout: 5,
        },
        b: { type: "streamable-http", url: "https://h/mcp" },
      },
    },
    servers: {
      a: {
        type: "stdio",
        command: "x",
        cwd: "${workspaceFolder}",
        disabledTools: ["u"],
        timeout: 5_000,
        dev: { watch: ["b.js"] },
      },
      b: { type: "http", url: "https://h/mcp" },
    },
    problems: [["mcp.import.approvals", "alwaysAllow"]],
  },
  {
    what: "Continue's YAML",
    product: "continue",
    file: `name: mine
mcpServers:
  - name: a
    command: npx
    args: [-y, x]
    env:
      K: \${{ secrets.MY_KEY }}
    connectionTimeout: 2000
  - name: b
    type: streamable-http
    url: https://h/mcp
    apiKey: \${{ secrets.MY_KEY }}
    requestOptions:
      headers: { X: y }
      timeout: 3
`,
    servers: {
      a: { ...npx, env: { K: "${input:MY_KEY}" }, timeout: 2_000 },
      b: { type: "http", url: "https://h/mcp", headers: { Authorization: "Bearer ${input:MY_KEY}", X: "y" } },
    },
    problems: [["mcp.import.dropped", "requestOptions.timeout"]],
  },
  {
    what: "Continue's older JSON",
    product: "continue",
    file: {
      experimental: { modelContextProtocolServers: [{ transport: { type: "stdio", command: "x", args: ["1"] } }] },
    },
    servers: { "server-1": { type: "stdio", command: "x", args: ["1"] } },
  },
  {
    what: "Windsurf",
    product: "windsurf",
    file: { mcpServers: { a: { serverUrl: "https://h/mcp", headers: { A: "${env:T}" }, disabledTools: ["t"] } } },
    servers: { a: { type: "http", url: "https://h/mcp", headers: { A: "${env:T}" }, disabledTools: ["t"] } },
  },
  {
    what: "the switches that Gemini CLI keeps beside its servers",
    product: "gemini",
    file: {
      mcp: { allowed: ["a", "b"], excluded: ["b"] },
      mcpServers: { a: { command: "x" }, b: { command: "x" }, c: { command: "x" } },
    },
    servers: {
      a: { type: "stdio", command: "x" },
      b: { type: "stdio", command: "x", enabled: false },
      c: { type: "stdio", command: "x", enabled: false },
    },
  },
  {
    what: "Gemini CLI: two kinds of URL, shell variables, trust",
    product: "gemini",
    file: {
      mcpServers: {
        a: { httpUrl: "https://h/mcp", headers: { A: "Bearer $TOKEN" }, timeout: 600, trust: true },
        b: { url: "https://h/sse" },
        c: { command: "x", args: ["${A}", "cost $5"], includeTools: ["t"], excludeTools: ["u"] },
      },
    },
    servers: {
      a: { type: "http", url: "https://h/mcp", headers: { A: "Bearer ${env:TOKEN}" }, timeout: 600 },
      b: { type: "sse", url: "https://h/sse" },
      c: { type: "stdio", command: "x", args: ["${env:A}", "cost $5"], disabledTools: ["u"] },
    },
    problems: [
      ["mcp.import.approvals", "trust"],
      ["mcp.import.dropped", "includeTools"],
    ],
  },
  {
    what: "opencode",
    product: "opencode",
    file: {
      $schema: "s",
      mcp: {
        a: {
          type: "local",
          command: ["npx", "-y", "x"],
          environment: { K: "{env:K}", F: "{file:~/.my key}" },
          enabled: false,
        },
        b: { type: "remote", url: "https://h/mcp", headers: { A: "Bearer {env:T}" } },
      },
    },
    servers: {
      a: { ...npx, env: { K: "${env:K}", F: "${input:.my-key}" }, enabled: false },
      b: { type: "http", url: "https://h/mcp", headers: { A: "Bearer ${env:T}" } },
    },
  },
  {
    what: "Zed: both shapes, and a server of an extension",
    product: "zed",
    file: {
      theme: "One",
      context_servers: {
        a: { source: "custom", command: "npx", args: ["-y", "x"], env: {} },
        b: { command: { path: "x", args: ["1"], env: { A: "b" } }, settings: {} },
        c: { source: "extension", settings: { token: "t" } },
      },
    },
    servers: { a: { ...npx, env: {} }, b: { type: "stdio", command: "x", args: ["1"], env: { A: "b" } } },
    problems: [["mcp.import.dropped", "settings"], ["mcp.import.dropped", "settings"], ["mcp.config.noLaunch"]],
  },
  {
    what: "LM Studio",
    product: "lmstudio",
    file: { mcpServers: { a: { url: "https://h/mcp", headers: { A: "b" } } } },
    servers: { a: { type: "http", url: "https://h/mcp", headers: { A: "b" } } },
  },
  {
    what: "servers without a root",
    product: "cursor",
    file: { a: { command: "x" }, b: { url: "http://h" } },
    servers: { a: { type: "stdio", command: "x" }, b: { type: "http", url: "http://h" } },
  },
  {
    what: "what is wrong, by entry and field, and keeps the rest",
    product: "claude",
    file: {
      mcpServers: {
        a: 7,
        b: {},
        c: { command: "x", args: [{}] },
        d: { command: "x", env: [] },
        e: { url: "h" },
        f: { command: "x", timeout: "9" },
        "": { command: "x" },
        g: { command: "x" },
      },
    },
    servers: { f: { type: "stdio", command: "x", timeout: "9" }, g: { type: "stdio", command: "x" } },
    problems: [
      ["mcp.config.entryNotObject"],
      ["mcp.config.noLaunch"],
      ["mcp.config.wrongType", "args[0]"],
      ["mcp.config.wrongType", "env"],
      ["mcp.config.badUrl", "url"],
      ["mcp.config.badTimeout", "timeout"],
      ["mcp.config.emptyName"],
    ],
  },
  { what: "no servers", product: "zed", file: { theme: "x" }, servers: {}, problems: [["mcp.import.noServers"]] },
  {
    what: "a file with a missing brace",
    product: "cursor",
    file: '{"mcpServers": {"a": {"command": "x"}}',
    servers: { a: { type: "stdio", command: "x" } },
    problems: [["mcp.config.missingBrace"]],
  },
  { what: "no JSON", product: "cursor", file: "oops", servers: {}, problems: [["mcp.config.unreadableFile"]] },
  { what: "bad YAML", product: "continue", file: "a: [", servers: {}, problems: [["mcp.import.unreadableYaml"]] },
];

const run = ({ product, file }: Pick<Case, "product" | "file">) =>
  importServers(product, typeof file === "string" ? file : JSON.stringify(file));

describe("importServers", () => {
  for (const item of cases) {
    it(`takes over ${item.what} (${item.product})`, () => {
      const { servers, problems } = run(item);
      assert.deepEqual(Object.fromEntries(servers.map(({ name, entry }) => [name, entry])), item.servers);
      assert.deepEqual(
        problems.map(({ key, params }) => (params?.field === undefined ? [key] : [key, params.field])),
        item.problems ?? [],
      );
      assert.ok(problems.every(({ message }) => !/\{\w+\}/.test(message.replaceAll(/\$?\{env.*?\}/g, ""))));
    });
  }

  it("asks for the secrets of Continue once each, and shows the command as it is written", () => {
    const item = cases.find(({ what }) => what === "Continue's YAML");
    assert.ok(item !== undefined);
    const { inputs, servers } = run(item);
    assert.deepEqual(inputs, [{ id: "MY_KEY", type: "promptString", password: true }]);
    assert.deepEqual(
      servers.map(({ command }) => command),
      ["npx -y x", "https://h/mcp"],
    );
  });

  it("gives entries that the settings read without complaint", () => {
    for (const item of cases) {
      const { servers, inputs } = run(item);
      const entries = Object.fromEntries(servers.map(({ name, entry }) => [name, { ...entry, enabled: false }]));
      const { problems } = readServerConfig(entries, {
        source: "settings.json",
        userHome: "/home/ann",
        pathSeparator: "/",
        env: {},
        inputs: new Map(inputs.map(({ id }) => [id, "v"])),
        readFile: () => "",
      });
      const serious = problems.filter(
        ({ key }) => !["mcp.config.noSandbox", "mcp.config.badTimeout"].includes(key ?? ""),
      );
      assert.deepEqual(serious, [], item.what);
    }
  });

  it("never throws, whatever the file holds", () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.integer(),
        fc.constant(null),
        fc.boolean(),
        fc.array(tie("any"), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom(
            "mcpServers",
            "servers",
            "mcp",
            "projects",
            "command",
            "args",
            "env",
            "url",
            "auth",
            "transport",
            "a",
            "inputs",
            "timeout",
          ),
          tie("any"),
        ),
      ),
    })).any;
    fc.assert(
      fc.property(
        fc.constantFrom(...productIds),
        fc.oneof(
          fc.string(),
          value.map((item) => JSON.stringify(item)),
        ),
        (product, text) => {
          const { servers, problems } = importServers(product, text);
          assert.ok(servers.every(({ name, command }) => name !== "" && command !== "") && Array.isArray(problems));
        },
      ),
      { numRuns: 300 },
    );
  });
});
