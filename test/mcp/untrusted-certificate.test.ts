import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { projectRoot } from "../../scripts/shared/project-paths.mjs";
import { startSelfSignedServer } from "../support/self-signed-server.ts";

const run = promisify(execFile);

const results: Readonly<Record<string, object>> = {
  initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } },
  "tools/list": { tools: [{ name: "greet", inputSchema: { type: "object" } }] },
};

/** The least that an MCP server of 2025-06-18 answers. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = "";
  for await (const part of request) {
    body += part;
  }
  if (request.method !== "POST") {
    response.writeHead(405).end();
    return;
  }
  const { id, method } = JSON.parse(body);
  if (id === undefined) {
    response.writeHead(202).end();
    return;
  }
  const result = results[method];
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify({ jsonrpc: "2.0", id, ...(result === undefined ? { error: notFound } : { result }) }));
}

const notFound = { code: -32601, message: "Method not found" };

describe("a server whose certificate nobody has signed", () => {
  let folder: string;
  let server: Awaited<ReturnType<typeof startSelfSignedServer>>;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "tw-certificate-"));
    server = await startSelfSignedServer((request, response) => void answer(request, response));
    await writeFile(path.join(folder, "ca.pem"), server.cert);
    await writeFile(
      path.join(folder, "servers.json"),
      JSON.stringify({ mcpServers: { own: { url: `${server.url}/mcp` } } }),
    );
  });
  after(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** What the headless runner says, with or without the certificate among those that Node trusts. */
  async function headless(args: readonly string[], trusts: boolean): Promise<string> {
    const command = ["scripts/headless.mjs", "mcp", "--config", path.join(folder, "servers.json"), ...args];
    const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env;
    const env = { ...inherited, ...(trusts ? { NODE_EXTRA_CA_CERTS: path.join(folder, "ca.pem") } : {}) };
    const { stdout } = await run(process.execPath, command, { cwd: projectRoot, env }).catch((failed) => failed);
    return stdout;
  }

  it("is not used, and the doctor names the certificate and what to do", async () => {
    assert.match(await headless([], false), /"state":"failed".*self-signed certificate/);
    const report = await headless(["--doctor", "own"], false);
    assert.match(report, /doctor\.cause\.certificate/);
    assert.match(report, /NODE_EXTRA_CA_CERTS/);
  });

  it("is used once this system trusts the certificate", async () => {
    const lines = await headless([], true);
    assert.match(lines, /"state":"ready"/);
    assert.match(lines, /greet/);
  });
});
