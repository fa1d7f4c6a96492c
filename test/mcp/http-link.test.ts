import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { JsonObject } from "../../src/shared/json.ts";
import { HubBench } from "../support/hub-bench.ts";
import { waitUntil } from "../support/wait-until.ts";

type Answer = (message: JsonObject, request: IncomingMessage, response: ServerResponse) => void;

/** An HTTP server that answers each request of MCP as the test says. */
async function serve(answer: Answer): Promise<{ url: string; requests: string[]; close(): Promise<void> }> {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) {
      body += part;
    }
    const message = body === "" ? {} : JSON.parse(body);
    requests.push(`${request.method} ${message.method ?? ""}`.trim());
    answer(message, request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const status =
  (code: number, text = ""): Answer =>
  (_message, _request, response) => {
    response.writeHead(code).end(text);
  };

/** A small server that works; `call` answers `tools/call`. Sessions are numbered from 1. */
function working(call: (session: string, message: JsonObject, response: ServerResponse) => void): Answer {
  let sessions = 0;
  return (message, request, response) => {
    const session = String(request.headers["mcp-session-id"] ?? "");
    const reply = (result: JsonObject, headers: Record<string, string> = {}) =>
      response
        .writeHead(200, { "content-type": "application/json", ...headers })
        .end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
    if (request.method !== "POST") {
      response.writeHead(request.method === "DELETE" ? 200 : 405).end();
      return;
    }
    switch (message.method) {
      case "initialize":
        reply(
          { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } },
          { "mcp-session-id": String(++sessions) },
        );
        break;
      case "tools/list":
        reply({ tools: [{ name: "t", inputSchema: { type: "object" } }] });
        break;
      case "tools/call":
        call(session, message, response);
        break;
      default:
        response.writeHead(202).end();
    }
  };
}

describe("a server behind a URL", () => {
  let bench: HubBench;
  const servers: { close(): Promise<void> }[] = [];
  const start = async (answer: Answer) => {
    const server = await serve(answer);
    servers.push(server);
    return server;
  };
  beforeEach(() => {
    bench = new HubBench({ timings: { reconnectDelayMs: 20 } });
  });
  afterEach(async () => {
    await bench.dispose();
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  it("says why it cannot be used", async () => {
    const answers = {
      auth: status(401),
      forbidden: status(403, "not for you"),
      missing: status(404, "no such page"),
      broken: status(500, "<h1>Oops</h1>"),
      redirected: ((_message, _request, response) => {
        response.writeHead(302, { location: "http://example.invalid/" }).end();
      }) satisfies Answer,
    };
    const configured: JsonObject = {};
    for (const [name, answer] of Object.entries(answers)) {
      configured[name] = { url: (await start(answer)).url };
    }
    await bench.run(configured);
    assert.deepEqual(
      bench.hub.statuses().map(({ name, state, reason }) => [name, state, reason?.key]),
      [
        ["auth", "needs-auth", "mcp.fail.needsAuth"],
        ["forbidden", "failed", "mcp.fail.forbidden"],
        ["missing", "failed", "mcp.fail.http"],
        ["broken", "failed", "mcp.fail.http"],
        ["redirected", "failed", "mcp.fail.http"],
      ],
    );
    assert.match(bench.status("forbidden").reason?.message ?? "", /not for you/);
    assert.match(bench.status("missing").reason?.message ?? "", /404/);
  });

  it("gets its headers", async () => {
    const server = await start((message, request, response) => {
      if (request.headers.authorization === "Bearer 123456") {
        working(() => {})(message, request, response);
      } else {
        response.writeHead(401).end();
      }
    });
    await bench.run({ a: { url: server.url, headers: { Authorization: "Bearer 123456" } } });
    assert.equal(bench.status("a").state, "ready");
    assert.doesNotMatch(JSON.stringify([bench.log, bench.hub.statuses()]), /123456/);
  });

  for (const [code, text] of [
    [404, ""],
    [400, "Bad Request: No valid session ID provided"],
    [401, "session expired"],
  ] as const) {
    it(`gets a fresh session, and the call again, when it answers ${code} ${text}`.trim(), async () => {
      const server = await start(
        working((session, message, response) => {
          if (session === "1") {
            response.writeHead(code).end(text);
          } else {
            response
              .writeHead(200, { "content-type": "application/json" })
              .end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: { content: [] } }));
          }
        }),
      );
      await bench.run({ a: { url: server.url } });
      assert.deepEqual(await bench.call("mcp__a__t"), { content: [], isError: false });
      assert.equal(server.requests.filter((line) => line === "POST tools/call").length, 2);
    });
  }

  it("does not get a call twice that it may have run", async () => {
    const server = await start(working((_session, _message, response) => response.destroy()));
    await bench.run({ a: { url: server.url } });
    await assert.rejects(bench.call("mcp__a__t"), { code: "NETWORK_ERROR", message: /may or may not have run/ });
    assert.equal(server.requests.filter((line) => line === "POST tools/call").length, 1);
  });

  for (const how of ["end", "destroy"] as const) {
    it(`fails a call at once whose stream it lets ${how} without an answer`, async () => {
      const server = await start(
        working((_session, _message, response) => {
          response.writeHead(200, { "content-type": "text/event-stream" });
          response.write(": nothing yet\n\n", () => response[how]());
        }),
      );
      await bench.run({ a: { url: server.url } });
      await assert.rejects(bench.call("mcp__a__t"), { code: "NETWORK_ERROR" });
    });
  }

  for (const form of ["JSON", "events"] as const) {
    it(`brings numbers to the model digit by digit (${form})`, async () => {
      const structured = '{ "id": 12345678901234567890, "price": 1.10, "note": "ü" }';
      const { url } = await start(
        working((_session, { id }, response) => {
          const text = `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":${structured}}}`;
          if (form === "JSON") {
            response.writeHead(200, { "content-type": "application/json" }).end(text);
            return;
          }
          response.writeHead(200, { "content-type": "text/event-stream" });
          const bytes = Buffer.from(`event: message\r\ndata: ${text}\r\n\r\n`);
          // Also when a piece ends within a character.
          const cut = bytes.indexOf(0xc3) + 1;
          response.write(bytes.subarray(0, cut), () => response.end(bytes.subarray(cut)));
        }),
      );
      await bench.run({ a: { url } });
      assert.deepEqual(await bench.call("mcp__a__t"), {
        content: [{ type: "text", text: '{"id":12345678901234567890,"price":1.10,"note":"ü"}' }],
        isError: false,
      });
    });
  }

  it("is told when a call is cancelled", async () => {
    const server = await start(working(() => {}));
    await bench.run({ a: { url: server.url } });
    const controller = new AbortController();
    const call = bench.call("mcp__a__t", {}, controller.signal);
    await waitUntil("the call is there", () => server.requests.includes("POST tools/call"), { everyMs: 10 });
    controller.abort();
    await assert.rejects(call, { code: "CANCELLED" });
    await waitUntil("it is told", () => server.requests.includes("POST notifications/cancelled"), { everyMs: 10 });
  });

  it("is left with a DELETE when everything ends", async () => {
    const server = await start(working(() => {}));
    await bench.run({ a: { url: server.url } });
    await bench.dispose();
    assert.equal(server.requests.at(-1), "DELETE");
  });
});
