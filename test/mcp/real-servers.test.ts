import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { freePort } from "../../scripts/shared/loopback-ports.mjs";
import { everythingServer, filesystemServer, HubBench, withFolder } from "../support/hub-bench.ts";
import { patience } from "../support/patience.ts";
import { waitUntil } from "../support/wait-until.ts";

/** `server-everything` over HTTP on a free port of this machine. */
class HttpEverything {
  readonly url: string;
  readonly #port: number;
  readonly #kind: "streamableHttp" | "sse";
  #process: ReturnType<typeof spawn> | undefined;
  #output = "";

  private constructor(port: number, kind: "streamableHttp" | "sse") {
    this.#port = port;
    this.#kind = kind;
    this.url = `http://127.0.0.1:${port}/${kind === "sse" ? "sse" : "mcp"}`;
  }

  static async start(kind: "streamableHttp" | "sse" = "streamableHttp"): Promise<HttpEverything> {
    const server = new HttpEverything(await freePort(), kind);
    await server.start();
    return server;
  }

  get output(): string {
    return this.#output;
  }

  async start(): Promise<void> {
    this.#output = "";
    const child = spawn(process.execPath, [everythingServer, this.#kind], {
      env: { ...process.env, PORT: String(this.#port) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.#output += text;
      });
    }
    await waitUntil(
      "the HTTP server listens, or has ended",
      () => /listening|running on port/i.test(this.#output) || child.exitCode !== null,
      { everyMs: 10, timeoutMs: patience.start },
    );
    assert.equal(child.exitCode, null, this.#output);
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  }
}

describe("real servers", () => {
  let bench: HubBench;
  const http: HttpEverything[] = [];
  const startHttp = async (kind?: "streamableHttp" | "sse") => {
    const server = await HttpEverything.start(kind);
    http.push(server);
    return server;
  };
  beforeEach(() => {
    // However long the restarted server takes, it is tried again.
    bench = new HubBench({ timings: { reconnectDelayMs: 50, longestReconnectDelayMs: 200, reconnects: 10_000 } });
  });
  afterEach(async () => {
    await bench.dispose();
    await Promise.all(http.splice(0).map((server) => server.stop()));
  });

  const viaStdio = { command: process.execPath, args: [everythingServer, "stdio"] };

  it("server-everything over stdio: all kinds of results, progress, and a tool that runs as a task", async () => {
    await bench.run({ every: viaStdio });
    const status = bench.status("every");
    assert.equal(status.state, "ready");
    assert.equal(status.tools.filter(({ quarantined }) => quarantined !== undefined).length, 0);
    assert.deepEqual(await bench.call("mcp__every__echo", { message: "hello" }), {
      content: [{ type: "text", text: "Echo: hello" }],
      isError: false,
    });
    const image = await bench.call("mcp__every__get-tiny-image");
    assert.ok(image.content.some(({ type }) => type === "image"));
    const structured = await bench.call("mcp__every__get-structured-content", { location: "Chicago" });
    assert.equal(structured.schemaViolation, undefined);
    assert.equal(typeof structured.structuredContent, "object");
    const links = await bench.call("mcp__every__get-resource-links", { count: 2 });
    assert.equal(links.content.filter(({ type }) => type === "resource_link").length, 2);
    const steps: number[] = [];
    await bench.hub.call(
      "mcp__every__trigger-long-running-operation",
      { duration: 0.2, steps: 2 },
      { signal: new AbortController().signal, onProgress: ({ progress }) => steps.push(progress) },
    );
    assert.equal(steps[0], 1);
    const research = await bench.call("mcp__every__simulate-research-query", { topic: "tea" });
    assert.match(JSON.stringify(research.content), /Research Report: tea/);
    const wrong = await bench.call("mcp__every__get-sum", { a: "no number" });
    assert.equal(wrong.isError, true);
  });

  it("server-filesystem over stdio: reads a file within the workspace folders it was given", async () => {
    await withFolder(async (created) => {
      const folder = await realpath(created);
      await writeFile(join(folder, "note.txt"), "written by the test");
      const root = { uri: pathToFileURL(folder).href, name: "workspace" };
      const rooted = new HubBench({ roots: () => [root] });
      try {
        await rooted.run({ files: { command: process.execPath, args: [filesystemServer] } });
        await waitUntil("the server knows the folder", async () => {
          const { content } = await rooted.call("mcp__files__list_allowed_directories");
          return JSON.stringify(content).includes(folder);
        });
        const read = await rooted.call("mcp__files__read_text_file", { path: join(folder, "note.txt") });
        assert.deepEqual(read.content, [{ type: "text", text: "written by the test" }]);
        const refused = await rooted.call("mcp__files__read_text_file", { path: "/etc/passwd" });
        assert.equal(refused.isError, true);
      } finally {
        await rooted.dispose();
      }
    });
  });

  it("server-everything over Streamable HTTP, which is left with a DELETE", async () => {
    const server = await startHttp();
    await bench.run({ every: { url: server.url } });
    assert.equal(bench.status("every").state, "ready");
    assert.deepEqual((await bench.call("mcp__every__echo", { message: "over HTTP" })).content, [
      { type: "text", text: "Echo: over HTTP" },
    ]);
    await bench.hub.stop("every");
    await waitUntil("the session is left", () => server.output.includes("session termination request"), {
      everyMs: 10,
    });
  });

  it("the older HTTP+SSE, found by falling back", async () => {
    const server = await startHttp("sse");
    await bench.run({ older: { url: server.url } });
    assert.equal(bench.status("older").reason, undefined);
    assert.deepEqual((await bench.call("mcp__older__echo", { message: "over SSE" })).content, [
      { type: "text", text: "Echo: over SSE" },
    ]);
  });

  it("a restarted HTTP server gets a new session, and the call that met the old one is made again", async () => {
    const server = await startHttp();
    await bench.run({ every: { url: server.url } });
    await server.stop();
    await bench.until("every", "reconnecting");
    const call = bench.call("mcp__every__echo", { message: "still here" });
    await server.start();
    assert.deepEqual((await call).content, [{ type: "text", text: "Echo: still here" }]);
    assert.equal(bench.status("every").state, "ready");
  });

  it("an HTTP server that dies during a call fails the call at once", async () => {
    const server = await startHttp();
    await bench.run({ every: { url: server.url } });
    const call = bench.hub.call(
      "mcp__every__trigger-long-running-operation",
      { duration: 3_600, steps: 36_000 },
      { signal: new AbortController().signal, onProgress: () => void server.stop() },
    );
    await assert.rejects(call, { code: "NETWORK_ERROR" });
  });

  it("a Python server of another SDK, when uv is there", async function () {
    if (spawnSync("uvx", ["--version"]).status !== 0) {
      console.log("      uv is not installed: the Python server is not tried");
      this.skip();
    }
    this.timeout(300_000);
    bench.hub.configure([]);
    await bench.run({ time: { command: "uvx", args: ["mcp-server-time"] } });
    const { state, reason, stderrTail } = bench.status("time");
    assert.equal(state, "ready", [reason?.message, ...(stderrTail ?? [])].join("\n"));
    const result = await bench.call("mcp__time__get_current_time", { timezone: "Europe/Berlin" });
    assert.match(JSON.stringify(result.content), /Europe\/Berlin/);
  });
});
