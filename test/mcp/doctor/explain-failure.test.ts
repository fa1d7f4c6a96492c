import assert from "node:assert/strict";
import { doctorKeys } from "../../../src/extension/mcp/doctor/doctor-sentences.ts";
import { explainFailure } from "../../../src/extension/mcp/doctor/explain-failure.ts";
import { type SentenceKey, sentence } from "../../../src/extension/mcp/sentences.ts";
import { readServerConfig } from "../../../src/extension/mcp/server-config.ts";

type Case = [
  what: string,
  entry: object,
  reason: [SentenceKey, Record<string, string | number>?],
  said: { stderr?: string; noise?: string; found?: string; proxy?: string },
  key: string | undefined,
  part?: string,
];

const npx = { command: "npx", args: ["-y", "some-server@1.2.3"] };
const uvx = { command: "uvx", args: ["mcp-server-sqlite"] };
const node = { command: "node", args: ["./dist/index.js"] };
const web = { url: "https://mcp.example.com/mcp" };
const exit: Case[2] = ["mcp.fail.exitedAtStart", { exitCode: 1 }];
const missing: Case[2] = ["mcp.fail.commandNotFound", { command: "x", searched: "/bin" }];
const timeout: Case[2] = ["mcp.fail.startTimeout", { seconds: 30 }];
const unreachable = (detail: string): Case[2] => ["mcp.fail.unreachable", { host: "mcp.example.com", detail }];
const http = (status: number, detail = ""): Case[2] => ["mcp.fail.http", { host: "mcp.example.com", status, detail }];

const cases: Case[] = [
  ["npx is missing", npx, missing, {}, "nodeMissing", "npx"],
  ["uvx is missing", uvx, missing, {}, "uvMissing", "uvx"],
  ["python is missing", { command: "python3" }, missing, {}, "pythonMissing"],
  ["docker is missing", { command: "docker" }, missing, {}, "dockerMissing"],
  ["another program is missing", { command: "my-mcp" }, missing, {}, "commandMissing", "my-mcp"],
  [
    "a GUI's PATH lacks it",
    npx,
    missing,
    { found: "/opt/homebrew/bin/npx" },
    "foundElsewhere",
    "/opt/homebrew/bin/npx",
  ],
  [
    "npx without network",
    npx,
    exit,
    { stderr: "npm error code ENOTFOUND\nnpm error request to https://registry.npmjs.org/x failed" },
    "network",
  ],
  [
    "uvx without network",
    uvx,
    exit,
    { stderr: "error: Failed to fetch: `https://pypi.org/simple/x/`\n  Caused by: dns error" },
    "network",
  ],
  ["a package that is not there", npx, exit, { stderr: "npm error code E404\nnpm error 404 Not Found" }, "noPackage"],
  [
    "a Python library that changed",
    uvx,
    exit,
    {
      stderr:
        "Traceback (most recent call last):\n  File \"server.py\", line 9, in main\nAttributeError: 'Server' object has no attribute 'list_resources'",
    },
    "pythonDependency",
    'uvx --with "mcp<2" mcp-server-sqlite',
  ],
  [
    "a Python error of its own",
    uvx,
    exit,
    { stderr: 'Traceback (most recent call last):\n  File "a.py", line 1\nTypeError: bad operand' },
    "crashed",
  ],
  [
    "a Node library that changed",
    npx,
    exit,
    {
      stderr:
        "Error [ERR_PACKAGE_PATH_NOT_EXPORTED]: Package subpath './x' is not defined in /c/_npx/1/node_modules/zod/package.json",
    },
    "nodeDependency",
    "npx -y some-server@<version>",
  ],
  ["an old Node", npx, exit, { stderr: "npm warn EBADENGINE Unsupported engine {" }, "nodeTooOld"],
  [
    "a missing variable",
    npx,
    exit,
    { stderr: "Error: GITHUB_TOKEN environment variable is required" },
    "missingVariable",
    "GITHUB_TOKEN",
  ],
  [
    "a database that is off",
    npx,
    exit,
    { stderr: "Error: connect ECONNREFUSED 127.0.0.1:5432" },
    "addressRefused",
    "127.0.0.1:5432",
  ],
  ["a port in use", node, exit, { stderr: "Error: listen EADDRINUSE: address already in use :::3000" }, "portTaken"],
  [
    "a script that was not built",
    node,
    exit,
    { stderr: "Error: Cannot find module '/work/dist/index.js'" },
    "fileMissing",
    "/work/dist/index.js",
  ],
  ["no rights", node, exit, { stderr: "Error: EACCES: permission denied, open '/etc/x'" }, "permission", "/etc/x"],
  ["a crash that says nothing known", node, exit, { stderr: "boom" }, "crashed"],
  [
    "a web server",
    node,
    timeout,
    { noise: "Server listening on http://localhost:3000/mcp" },
    "isHttpServer",
    "http://localhost:3000/mcp",
  ],
  ["a program that is silent", { command: "cat" }, timeout, {}, "silent"],
  ["a broken handshake", node, ["mcp.fail.handshake", { detail: "x" }], {}, undefined],
  ["401", web, ["mcp.fail.needsAuth", { host: "mcp.example.com" }], {}, "needsAuth"],
  ["403", web, ["mcp.fail.forbidden", { host: "mcp.example.com", detail: "no" }], {}, "forbidden"],
  ["404", web, ["mcp.fail.sessionLost", { host: "mcp.example.com" }], {}, "wrongPath"],
  ["405", web, http(405), {}, "wrongMethod", "405"],
  ["a web page", web, http(404, "<!DOCTYPE html><html>"), {}, "html"],
  ["a fault of the server", web, http(502, "<html>Bad gateway"), {}, "serverError", "502"],
  ["nothing listens", web, unreachable("connect ECONNREFUSED 10.0.0.1:443"), {}, "refused"],
  ["an unknown name", web, unreachable("getaddrinfo ENOTFOUND mcp.example.com"), {}, "unknownHost"],
  ["its own certificate", web, unreachable("self-signed certificate"), {}, "certificate"],
  ["an old certificate", web, unreachable("certificate has expired"), {}, "certificate"],
  ["http on an https address", web, unreachable("ssl3_get_record:wrong version number"), {}, "notTls"],
  [
    "a proxy that is off",
    web,
    unreachable("connect ECONNREFUSED proxy.local:8080"),
    { proxy: "http://me:pw@proxy.local:8080" },
    "proxy",
    "(proxy.local:8080)",
  ],
  ["a proxy that refuses", web, http(407), { proxy: "http://proxy.local" }, "proxy"],
  ["no answer in time", web, timeout, {}, "timeout"],
];

describe("explainFailure", () => {
  for (const [what, entry, [key, params], said, expected, part = ""] of cases) {
    it(`explains ${what}`, () => {
      const { servers } = readServerConfig({ s: entry }, { source: "t", userHome: "/h", pathSeparator: "/", env: {} });
      const [config] = servers;
      assert.ok(config !== undefined);
      const cause = explainFailure({
        config,
        reason: sentence(key, params),
        stderr: said.stderr?.split("\n") ?? [],
        noise: said.noise === undefined ? [] : [said.noise],
        env: said.proxy === undefined ? {} : { HTTPS_PROXY: said.proxy },
        ...(said.found === undefined ? {} : { foundElsewhere: said.found }),
      });
      assert.equal(cause?.key, expected === undefined ? undefined : `doctor.cause.${expected}`);
      assert.ok(cause?.message.includes(part) ?? part === "", cause?.message);
      assert.doesNotMatch(cause?.message ?? "", /\{\w+\}|me:pw/);
    });
  }

  it("has a case for every cause, but for the banner, which is no failure", () => {
    const covered = new Set(cases.flatMap(([, , , , key]) => (key === undefined ? [] : [`doctor.cause.${key}`])));
    assert.deepEqual(
      doctorKeys.filter((key) => !covered.has(key)),
      ["doctor.cause.banner"],
    );
  });
});
