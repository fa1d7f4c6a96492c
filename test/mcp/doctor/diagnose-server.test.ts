import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { diagnoseServer } from "../../../src/extension/mcp/doctor/diagnose-server.ts";
import { readServerConfig } from "../../../src/extension/mcp/server-config.ts";
import { isRunning, linesOf, withFolder } from "../../support/hub-bench.ts";
import { patience } from "../../support/patience.ts";
import { waitUntil } from "../../support/wait-until.ts";

const misbehaving = path.resolve(import.meta.dirname, "../../support/misbehaving-mcp-server.mjs");

async function diagnose(entry: object, env: Record<string, string> = environment()) {
  const { servers } = readServerConfig({ s: entry }, { source: "t", userHome: "/h", pathSeparator: "/", env: {} });
  const [config] = servers;
  assert.ok(config !== undefined);
  const report = await diagnoseServer(
    config,
    {
      clientInfo: { name: "test", version: "1" },
      roots: () => [],
      environment: async () => env,
      timings: { connectMs: patience.start },
    },
    new AbortController().signal,
  );
  return { ...report, results: report.steps.map(({ step, result }) => `${step} ${result}`) };
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

describe("diagnoseServer", () => {
  it("tells what it found on the way to the tools, and what is odd", async () => {
    const report = await diagnose({ command: process.execPath, args: [misbehaving, "banner"] });
    assert.deepEqual(report.results, [
      "configuration ok",
      "command ok",
      "version ok",
      "start ok",
      "handshake ok",
      "tools ok",
    ]);
    assert.equal(report.resolvedCommand, process.execPath);
    assert.ok(report.ok && (report.tools ?? 0) > 0);
    assert.equal(report.steps.find(({ step }) => step === "version")?.detail, process.version);
    assert.deepEqual(
      report.warnings.map(({ key }) => key),
      ["doctor.cause.banner"],
    );
  });

  it("gives stderr, exit code and cause of a crash, with secrets masked", async () => {
    const report = await diagnose({
      command: process.execPath,
      args: [misbehaving, "exit-at-start"],
      env: { SECRET_WORD: "settings" },
    });
    assert.deepEqual(report.results.slice(-3), ["start failed", "handshake not-reached", "tools not-reached"]);
    assert.equal(report.exitCode, 3);
    assert.deepEqual(report.stderr, ["loading •••", "fatal: API_TOKEN is missing"]);
    assert.equal(report.cause?.params?.variable, "API_TOKEN");
  });

  it("names the PATH that was searched", async () => {
    const report = await diagnose({ command: "surely-not-there" }, { PATH: "/one:/two" });
    assert.deepEqual(report.results, [
      "configuration ok",
      "command failed",
      "start not-reached",
      "handshake not-reached",
      "tools not-reached",
    ]);
    assert.deepEqual(report.searched, ["/one", "/two"]);
    assert.equal(report.cause?.key, "doctor.cause.commandMissing");
  });

  it("tells a web page from an MCP server", async () => {
    const web = createServer((_, response) => {
      response.writeHead(404, { "content-type": "text/html" }).end("<!DOCTYPE html><html><body>Not here</body></html>");
    });
    await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = web.address() as AddressInfo;
      const report = await diagnose({ url: `http://127.0.0.1:${port}/x` });
      assert.ok(
        ["doctor.cause.html", "doctor.cause.wrongPath"].includes(report.cause?.key ?? ""),
        report.reason?.message,
      );
    } finally {
      web.close();
    }
  });

  it("explains refusals and faults of a server behind a URL", async () => {
    const answers: [number, string, string][] = [
      [401, "", "doctor.cause.needsAuth"],
      [403, "not for you", "doctor.cause.forbidden"],
      [405, "", "doctor.cause.wrongMethod"],
      [500, "oops", "doctor.cause.serverError"],
      [200, "<html>Hello</html>", "doctor.cause.html"],
    ];
    for (const [status, body, key] of answers) {
      const web = createServer((_, response) => {
        response.writeHead(status, { "content-type": body.startsWith("<") ? "text/html" : "text/plain" }).end(body);
      });
      await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
      try {
        const { port } = web.address() as AddressInfo;
        const report = await diagnose({ url: `http://127.0.0.1:${port}/mcp` });
        assert.equal(report.cause?.key, key, `${status}: ${report.reason?.message}`);
      } finally {
        web.close();
      }
    }
  });

  it("explains an address at which nothing listens, and one that does not speak https", async () => {
    const web = createServer((_, response) => response.end());
    await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
    const { port } = web.address() as AddressInfo;
    const plain = await diagnose({ url: `https://127.0.0.1:${port}/mcp` });
    await new Promise((resolve) => web.close(resolve));
    const gone = await diagnose({ url: `http://127.0.0.1:${port}/mcp` });
    assert.deepEqual([plain.cause?.key, gone.cause?.key], ["doctor.cause.notTls", "doctor.cause.refused"]);
  });

  it("ends with the signal and leaves nothing running", () =>
    withFolder(async (folder) => {
      const notes = path.join(folder, "notes");
      const { servers } = readServerConfig(
        { s: { command: process.execPath, args: [misbehaving, "silent", notes] } },
        { source: "t", userHome: "/h", pathSeparator: "/", env: {} },
      );
      const [config] = servers;
      assert.ok(config !== undefined);
      const controller = new AbortController();
      const report = diagnoseServer(
        config,
        {
          clientInfo: { name: "test", version: "1" },
          roots: () => [],
          environment: async () => environment(),
          timings: { connectMs: patience.start },
        },
        controller.signal,
      );
      const ended = assert.rejects(report, /enough/);
      const pid = await waitUntil(
        "it runs",
        async () => Number(/started (\d+)/.exec((await linesOf(notes)).join())?.[1]) || undefined,
      );
      controller.abort(new Error("enough"));
      await ended;
      await waitUntil("nothing is left", async () => !(await isRunning(pid)));
    }));
});
