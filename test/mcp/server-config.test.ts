// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of a configuration look like that.
import assert from "node:assert/strict";
import fc from "fast-check";
import { type ConfigContext, readServerConfig } from "../../src/extension/mcp/server-config.ts";

const context: ConfigContext = {
  source: "settings.json",
  workspaceFolder: "/home/ann/project",
  userHome: "/home/ann",
  pathSeparator: "/",
  env: { TOKEN: "t0ken-value", EMPTY: "" },
};
const read = (value: unknown, changes: Partial<ConfigContext> = {}) =>
  readServerConfig(value, { ...context, ...changes });
const problemsOf = (value: unknown) =>
  read(value).problems.map(({ key, params }) => [key, params?.server, params?.field ?? params?.variable]);

describe("readServerConfig", () => {
  it("reads a program and a URL", () => {
    const { servers, problems } = read({
      files: { command: "npx", args: ["-y", "server", 7], env: { A: "x", PORT: 80, GONE: null }, timeout: 1_000 },
      web: { url: "https://example.com/mcp", headers: { Authorization: "Bearer ${env:TOKEN}" } },
    });
    assert.deepEqual(problems, []);
    const [files, web] = servers;
    assert.ok(files?.type === "stdio" && web?.type === "http");
    assert.deepEqual(
      [files.command, files.args, files.env, files.cwd, files.timeoutMs, files.enabled],
      ["npx", ["-y", "server", "7"], { A: "x", PORT: "80", GONE: null }, "/home/ann/project", 1_000, true],
    );
    assert.deepEqual(web.headers, { Authorization: "Bearer t0ken-value" });
    assert.deepEqual(web.launch.headers, ["Authorization"]);
    assert.ok(web.secrets.includes("t0ken-value"));
  });

  it("takes the setting itself and whole files with either root", () => {
    const entry = { a: { command: "x" } };
    for (const value of [entry, { mcpServers: entry }, { servers: entry, inputs: [] }]) {
      assert.deepEqual(
        read(value).servers.map(({ name }) => name),
        ["a"],
      );
    }
    assert.equal(read({ servers: { command: "x" } }).servers[0]?.name, "servers");
    for (const nothing of [undefined, null, {}]) {
      assert.deepEqual(read(nothing), { servers: [], problems: [] });
    }
    assert.deepEqual(problemsOf([]), [["mcp.config.notObject", undefined, undefined]]);
    assert.deepEqual(problemsOf({ mcpServers: 7 }), [["mcp.config.notObject", undefined, undefined]]);
  });

  it("names entry and field of what is wrong, and a bad entry hides no other", () => {
    const { servers, problems } = read({
      list: [],
      empty: {},
      both: { command: "x", url: "http://h" },
      type: { type: "websocket", url: "http://h" },
      args: { command: "x", args: "-y" },
      arg: { command: "x", args: ["ok", {}] },
      env: { command: "x", env: { A: true } },
      cwd: { command: "x", cwd: 1 },
      url: { url: "example.com" },
      login: { url: "https://u:p@example.com" },
      header: { url: "http://h", headers: { "bad name": "x" } },
      enabled: { command: "x", enabled: "yes" },
      good: { command: "x" },
    });
    assert.deepEqual(
      servers.map(({ name }) => name),
      ["good"],
    );
    assert.deepEqual(
      problems.map(({ key, params }) => [key, params?.server, params?.field]),
      [
        ["mcp.config.entryNotObject", "list", undefined],
        ["mcp.config.noLaunch", "empty", undefined],
        ["mcp.config.twoLaunches", "both", undefined],
        ["mcp.config.unknownTransport", "type", undefined],
        ["mcp.config.wrongType", "args", "args"],
        ["mcp.config.wrongType", "arg", "args[1]"],
        ["mcp.config.wrongType", "env", "env.A"],
        ["mcp.config.wrongType", "cwd", "cwd"],
        ["mcp.config.badUrl", "url", "url"],
        ["mcp.config.urlCredentials", "login", "url"],
        ["mcp.config.badHeader", "header", "bad name"],
        ["mcp.config.wrongType", "enabled", "enabled"],
      ],
    );
    assert.ok(problems.every(({ source, message }) => source === "settings.json" && !message.includes("{")));
  });

  it("keeps a server whose only fault is harmless, and tells it", () => {
    const { servers, problems } = read({ a: { command: "x", timeout: -5, autoApprove: ["all"] } });
    assert.equal(servers[0]?.timeoutMs, undefined);
    assert.deepEqual(
      problems.map(({ key }) => key),
      ["mcp.config.badTimeout", "mcp.config.unknownField"],
    );
  });

  it("replaces variables, and reports those without a value by name", () => {
    const { servers } = read({
      a: {
        command: "${userHome}${/}bin${pathSeparator}serve",
        args: ["${workspaceFolder}/data", "${workspaceFolderBasename}", "${env:TOKEN}", "${env:EMPTY}", "$${literal}"],
      },
    });
    assert.ok(servers[0]?.type === "stdio");
    assert.equal(servers[0].command, "/home/ann/bin/serve");
    assert.deepEqual(servers[0].args, ["/home/ann/project/data", "project", "t0ken-value", "", "${literal}"]);
    assert.deepEqual(problemsOf({ a: { command: "x", args: ["${env:UNSET}", "${workspaceRoot}"] } }), [
      ["mcp.config.unsetVariable", "a", "args[0]"],
      ["mcp.config.unsetVariable", "a", "args[1]"],
    ]);
    const noFolder = { ...context };
    delete noFolder.workspaceFolder;
    assert.equal(readServerConfig({ a: { command: "${workspaceFolder}/x" } }, noFolder).problems.length, 1);
  });

  it("asks for no variables of a server that is switched off", () => {
    const { servers, problems } = read({ a: { command: "x", env: { KEY: "${env:UNSET}" }, disabled: true } });
    assert.deepEqual(problems, []);
    assert.equal(servers[0]?.enabled, false);
  });

  it("shows exactly what runs, but no secrets", () => {
    const { servers } = read({
      a: {
        command: "/opt/my tools/serve",
        args: ["--name", "it's", "--key", "${env:TOKEN}", "a\nb\u202Ec", ""],
        env: { API_KEY: "abc", DEBUG: "1", DATABASE: "postgres://u:pw@host/db", FROM: "${env:TOKEN}", NO_PROXY: null },
      },
    });
    const launch = servers[0]?.launch;
    assert.equal(launch?.command, "'/opt/my tools/serve' --name 'it'\\''s' --key '${env:TOKEN}' $'a\\nb\\u202ec' ''");
    assert.deepEqual(launch?.env, [
      { name: "API_KEY" },
      { name: "DEBUG", value: "1" },
      { name: "DATABASE" },
      { name: "FROM" },
      { name: "NO_PROXY", value: "(unset)" },
    ]);
  });

  it("hashes everything that decides what runs, secrets too, and nothing else", () => {
    const hash = (entry: object, changes: Partial<ConfigContext> = {}) =>
      read({ a: entry }, changes).servers[0]?.launch.hash;
    const base = { command: "x", args: ["1"], env: { A: "1", B: "2" } };
    assert.equal(hash(base), hash({ env: { B: "2", A: "1" }, args: ["1"], command: "x", timeout: 9, enabled: false }));
    const others = [
      { ...base, command: "y" },
      { ...base, args: ["1", ""] },
      { ...base, args: [] },
      { ...base, env: { A: "1", B: "3" } },
      { ...base, env: { A: "1", B: null } },
      { ...base, cwd: "/" },
      { url: "http://x" },
    ];
    assert.equal(new Set([base, ...others].map((entry) => hash(entry))).size, others.length + 1);
    const secret = { command: "x", args: ["${env:TOKEN}"] };
    assert.notEqual(hash(secret), hash(secret, { env: { TOKEN: "changed" } }));
  });

  it("never throws, whatever it is given", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (value, entry) => {
        for (const config of [value, { a: entry }, { a: { command: entry, args: value } }, { a: { url: entry } }]) {
          const { servers, problems } = read(config);
          assert.ok(servers.every(({ launch }) => /^[0-9a-f]{64}$/.test(launch.hash)));
          assert.ok(problems.every(({ message }) => message.endsWith(".") || message.includes(":")));
        }
      }),
    );
  });
});
