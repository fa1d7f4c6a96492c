// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of a configuration look like that.
import assert from "node:assert/strict";
import { type CombineOptions, combineSources } from "../../../src/extension/mcp/config-sources/combine-sources.ts";
import { readSourceFile, type SourcePlace } from "../../../src/extension/mcp/config-sources/server-source.ts";

const app = { name: "app", path: "/work/app" };
const vscodeFile: SourcePlace = { label: ".vscode/mcp.json", id: "file:///work/app/.vscode/mcp.json", folder: app };
const claudeFile: SourcePlace = { label: ".mcp.json", id: "file:///work/app/.mcp.json", folder: app };

const combine = (changes: Partial<CombineOptions>) =>
  combineSources({
    sources: [],
    overrides: undefined,
    variables: {
      userHome: "/home/ann",
      pathSeparator: "/",
      env: { TOKEN: "t0ken-value", EMPTY: "" },
      setting: (name) => (name === "editor.tabSize" ? "4" : undefined),
      readFile: (file) =>
        file === "/work/app/.env" ? "A=1\nexport B=\"two words\" # note\nKEY='s3cret-key'\n" : undefined,
    },
    inputValues: () => new Map(),
    ...changes,
  });

describe("combineSources", () => {
  it("uses a .vscode/mcp.json made for VS Code as it is", () => {
    const text = `\uFEFF{
      // comments and trailing commas are fine
      "inputs": [
        { "id": "key", "type": "promptString", "description": "API key", "password": true },
        { "id": "region", "type": "pickString", "options": ["eu", { "label": "America", "value": "us" }], "default": "eu" },
      ],
      "servers": {
        "files": {
          "type": "stdio", "command": "npx", "args": ["-y", "server", "\${workspaceFolder}"],
          "env": { "API_KEY": "\${input:key}", "B": "3", "GONE": null }, "envFile": "\${workspaceFolder}/.env",
          "dev": { "watch": "src/**/*.ts", "debug": { "type": "node" } }, "gallery": "https://gallery.example", "version": "1.0.0",
        },
        "web": { "type": "http", "url": "https://\${input:region}.example.com/mcp", "headers": { "X": "\${config:editor.tabSize}" } },
      },
    }`;
    const source = readSourceFile(text, vscodeFile);
    const asked = combine({ sources: [source] });
    assert.deepEqual(asked.problems, []);
    const [files, web] = asked.servers;
    assert.ok(files?.type === "stdio" && web?.type === "http");
    assert.deepEqual([files.waitsFor, web.waitsFor], [["key"], ["region"]]);
    assert.deepEqual(files.watch, { folder: "/work/app", globs: ["src/**/*.ts"] });
    assert.deepEqual(files.launch.env, [
      { name: "A" },
      { name: "KEY" },
      { name: "API_KEY" },
      { name: "B", value: "3" },
      { name: "GONE", value: "(unset)" },
    ]);

    const given = combine({
      sources: [source],
      inputValues: () =>
        new Map([
          ["key", "k-123456"],
          ["region", "us"],
        ]),
    });
    const [ready, remote] = given.servers;
    assert.ok(ready?.type === "stdio" && remote?.type === "http");
    assert.deepEqual(ready.env, { A: "1", B: "3", KEY: "s3cret-key", API_KEY: "k-123456", GONE: null });
    assert.equal(remote.url, "https://us.example.com/mcp");
    assert.deepEqual(remote.headers, { X: "4" });
    assert.equal(ready.waitsFor, undefined);
    assert.ok(["k-123456", "s3cret-key"].every((secret) => ready.secrets.includes(secret)));
    // What was accepted stays accepted when the value becomes known, and no value is shown.
    assert.equal(ready.launch.hash, files.launch.hash);
    assert.doesNotMatch(JSON.stringify([ready.launch, remote.launch]), /k-123456|s3cret/);
  });

  it("waits for inputs of oauth too, and asks for consent once", () => {
    const read = (values: [string, string][]) =>
      combine({
        sources: [
          readSourceFile(
            JSON.stringify({
              inputs: ["id", "secret"].map((id) => ({ id, type: "promptString" })),
              servers: {
                a: {
                  url: "https://example.com/${input:id}",
                  oauth: { clientId: "${input:id}", clientSecret: "${input:secret}", scopes: "read write" },
                },
                b: { url: "https://example.com", oauth: { clientId: "known" } },
              },
            }),
            vscodeFile,
          ),
        ],
        inputValues: () => new Map(values),
      });
    const [asked, plain] = read([]).servers;
    assert.deepEqual(asked?.waitsFor, ["id", "secret"]);
    assert.equal(plain?.waitsFor, undefined);
    const { servers, problems } = read([
      ["id", "me"],
      ["secret", "s-123456"],
    ]);
    const [answered] = servers;
    assert.deepEqual(problems, []);
    assert.ok(answered?.type === "http" && answered.waitsFor === undefined);
    assert.deepEqual(answered.oauth, { clientId: "me", clientSecret: "s-123456", scopes: ["read", "write"] });
    assert.equal(answered.launch.hash, asked?.launch.hash);
    assert.ok(answered.secrets.includes("s-123456"));
  });

  it("asks anew for consent when a plain text takes the place of an input", () => {
    const read = (key: string) =>
      combine({
        sources: [
          readSourceFile(
            JSON.stringify({
              inputs: [{ id: "key", type: "promptString" }],
              servers: { a: { command: "x", args: [key] } },
            }),
            vscodeFile,
          ),
        ],
        inputValues: () => new Map([["key", "v"]]),
      }).servers[0]?.launch.hash;
    assert.notEqual(read("${input:key}"), read("$${input:key}"));
    assert.notEqual(read("${input:key}"), read("v"));
  });

  it("reads Claude Code's variables", () => {
    const text = JSON.stringify({
      mcpServers: {
        a: {
          command: "run",
          args: ["${TOKEN}", "${MISSING:-fallback}", "${EMPTY:-e}", "$TOKEN"],
          env: { URL: "${HOST:-http://h}/x" },
        },
        b: { command: "run", args: ["${MISSING}"] },
        c: { command: "run", args: ["${file}", "${input:none}"] },
      },
    });
    const { servers, problems } = combine({ sources: [readSourceFile(text, claudeFile)] });
    const [a] = servers;
    assert.ok(a?.type === "stdio" && servers.length === 1);
    assert.deepEqual([a.args, a.env], [["t0ken-value", "fallback", "e", "$TOKEN"], { URL: "http://h/x" }]);
    assert.match(a.launch.command, /\$\{TOKEN\}/);
    assert.deepEqual(
      problems.map(({ params }) => [params?.server, params?.variable]),
      [
        ["b", "${MISSING}"],
        ["c", "${file}"],
        ["c", "${input:none}"],
      ],
    );
  });

  it("takes the strongest entry whole and says what it replaces", () => {
    const read = (text: object, place: SourcePlace) => readSourceFile(JSON.stringify(text), place);
    const { servers, problems } = combine({
      sources: [
        read({ a: { command: "user", env: { A: "1" } }, u: { command: "u" } }, { label: "settings.json", id: "user" }),
        read({ mcpServers: { a: { command: "claude" } } }, claudeFile),
        read({ servers: { a: { command: "vscode" } } }, vscodeFile),
      ],
    });
    assert.deepEqual(
      servers.map(({ name, launch, replaces }) => [name, launch.command, launch.env.length, launch.source, replaces]),
      [
        ["a", "vscode", 0, ".vscode/mcp.json", ["settings.json", ".mcp.json"]],
        ["u", "u", 0, "settings.json", undefined],
      ],
    );
    assert.deepEqual(problems, []);
  });

  it("keeps the first of two folders' servers of one name, and says so", () => {
    const other: SourcePlace = { label: "lib/.mcp.json", id: "lib", folder: { name: "lib", path: "/work/lib" } };
    const text = JSON.stringify({ mcpServers: { db: { command: "db" } } });
    const { servers, problems } = combine({ sources: [readSourceFile(text, claudeFile), readSourceFile(text, other)] });
    assert.deepEqual(
      servers.map(({ launch }) => launch.cwd),
      ["/work/app"],
    );
    assert.deepEqual(
      problems.map(({ key, params, source }) => [key, params?.first, params?.second, source]),
      [["mcp.config.sameInTwoFolders", "app", "lib", "lib/.mcp.json"]],
    );
  });

  it("lays the overrides over an entry, or switches it off", () => {
    const source = readSourceFile(
      JSON.stringify({ servers: { a: { command: "x", args: ["1"], env: { A: "1", B: "2" } }, b: { command: "y" } } }),
      vscodeFile,
    );
    const { servers } = combine({
      sources: [source],
      overrides: { a: { args: ["2"], env: { B: null, C: "3" }, timeout: 5_000 }, b: { enabled: false }, gone: {} },
    });
    const [a, b] = servers;
    assert.ok(a?.type === "stdio");
    assert.deepEqual([a.args, a.env, a.timeoutMs], [["2"], { A: "1", B: null, C: "3" }, 5_000]);
    assert.equal(a.launch.source, ".vscode/mcp.json + toolweave.mcpServerOverrides");
    assert.deepEqual([b?.enabled, servers.length], [false, 2]);
  });

  it("says what an entry wants and does not get", () => {
    const source = readSourceFile(
      JSON.stringify({
        servers: {
          a: { command: "x", sandboxEnabled: true },
          b: { command: "x", envFile: "gone.env" },
          c: { url: "unix:///tmp/s" },
        },
      }),
      vscodeFile,
    );
    const { servers, problems } = combine({ sources: [source] });
    assert.deepEqual(
      servers.map(({ name }) => name),
      ["a"],
    );
    assert.deepEqual(
      problems.map(({ key }) => key),
      ["mcp.config.noSandbox", "mcp.config.envFile", "mcp.config.badUrl"],
    );
    assert.equal(problems[1]?.params?.file, "/work/app/gone.env");
  });
});

describe("readSourceFile", () => {
  const good = '{\n"servers": {\n"a": {"command": "x"},\n"b": {"command": "y"}\n}\n}';
  const cases: [string, string, string[], [string, number][]][] = [
    ["a whole file", good, ["a", "b"], []],
    ["an empty file", " \n", [], []],
    ["a missing last brace", good.slice(0, -1), ["a", "b"], [["mcp.config.missingBrace", 6]]],
    ["a missing last brace after a comma", `${good.slice(0, -2)},\n`, ["a", "b"], [["mcp.config.missingBrace", 6]]],
    ["half a member", '{"servers": {"a": {"command": "x"}, "b"', [], [["mcp.config.unreadableFile", 1]]],
    ["a brace too many", `${good}\n}`, ["a", "b"], [["mcp.config.extraText", 7]]],
    ["a missing comma", good.replace('},\n"b"', '}\n"b"'), ["a", "b"], [["mcp.config.missingComma", 4]]],
    ["words behind the end", `${good} oops`, ["a", "b"], [["mcp.config.extraText", 6]]],
    [
      "paths with lone backslashes",
      '{"servers": {\n"a": {"command": "C:\\Users\\x.exe"}}}',
      [],
      [["mcp.config.loneBackslash", 2]],
    ],
    ["typographic quotes", "{“servers”: {}}", [], [["mcp.config.curlyQuotes", 1]]],
    ["no JSON", "servers: []", [], [["mcp.config.unreadableFile", 1]]],
    ["half an entry", '{"servers": {\n"a": {"command": }}}', [], [["mcp.config.unreadableFile", 2]]],
    ["another shape", "[1]", [], [["mcp.config.notObject", 0]]],
  ];
  for (const [what, text, names, faults] of cases) {
    it(`reads ${what}`, () => {
      const { entries, problems } = readSourceFile(text, vscodeFile);
      assert.deepEqual(Object.keys(entries), names);
      assert.deepEqual(
        problems.map(({ key, params }) => [key, params?.line ?? 0]),
        faults,
      );
    });
  }

  it("reports inputs that cannot be used and keeps the others", () => {
    const inputs = [
      { id: "a", type: "promptString" },
      { id: "a", type: "promptString" },
      { type: "promptString" },
      { id: "b", type: "pickString", options: [] },
      { id: "c", type: "command", command: "x.y", args: { z: 1 } },
      7,
    ];
    const source = readSourceFile(JSON.stringify({ servers: {}, inputs }), vscodeFile);
    assert.deepEqual(
      source.inputs.map(({ id }) => id),
      ["a", "c"],
    );
    assert.deepEqual(
      source.problems.map(({ params }) => params?.field),
      ["inputs[1]", "inputs[2]", "inputs[3]", "inputs[5]"],
    );
  });
});
