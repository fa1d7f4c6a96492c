// An MCP server of the revision 2026-07-28 alone, over stdio or, with a port file as argument, over HTTP on loopback.
//   node modern-mcp-server.mjs [PORT_FILE]
import { renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createInterface } from "node:readline";

const revision = "2026-07-28";
const subscriptionKey = "io.modelcontextprotocol/subscriptionId";
const versionKey = "io.modelcontextprotocol/protocolVersion";
let discoveries = 0;
/** Tools that came later. @type {string[]} */
const added = [];
/** The request that listens, over stdio. @type {string | undefined} */
let listening;

const serverInfo = {
  name: "modern",
  title: "Modern server",
  version: "2.0.0",
  icons: [
    { src: "data:image/png;base64,YmFk", sizes: "16x16" },
    { src: 5 },
    null,
    { src: "https://example.invalid/icon.png" },
    { src: "data:image/png;base64,aWNvbg==", sizes: ["32x32"] },
  ],
};

/** @param {{ method: string, params?: any }} request */
function answer({ method, params = {} }) {
  if (params._meta?.[versionKey] !== revision) {
    return { error: { code: -32022, message: "Unsupported protocol version", data: { supported: [revision] } } };
  }
  const complete = (/** @type {object} */ result) => ({ result: { resultType: "complete", ...result } });
  switch (method) {
    case "server/discover":
      discoveries += 1;
      return complete({
        supportedVersions: [revision],
        capabilities: { tools: { listChanged: true }, prompts: {}, resources: { subscribe: true } },
        instructions: "Be kind.",
        serverInfo,
        _meta: { "io.modelcontextprotocol/serverInfo": serverInfo },
        ttlMs: 0,
        cacheScope: "private",
      });
    case "tools/list":
      return complete({
        ttlMs: 0,
        cacheScope: "private",
        tools: [
          { name: "greet", description: "Greets.", inputSchema: { type: "object", properties: {} } },
          { name: "ask", inputSchema: { type: "object" } },
          { name: "odd", inputSchema: { type: "object" } },
          { name: "count", inputSchema: { type: "object" } },
          { name: "strange", inputSchema: { type: "object" } },
          { name: "add", inputSchema: { type: "object" } },
          ...added.map((name) => ({ name, inputSchema: { type: "object" } })),
        ],
      });
    case "prompts/list":
      return complete({ prompts: [{ name: "hello" }], ttlMs: 0, cacheScope: "private" });
    case "resources/list":
      return complete({ resources: [{ uri: "note://1", name: "One" }], ttlMs: 0, cacheScope: "private" });
    case "resources/templates/list":
      return complete({ resourceTemplates: [], ttlMs: 0, cacheScope: "private" });
    case "tools/call":
      return call(params, complete);
    default:
      return { error: { code: -32601, message: "Method not found" } };
  }
}

/**
 * @param {any} params
 * @param {(result: object) => object} complete
 */
function call({ name, inputResponses, requestState }, complete) {
  const text = (/** @type {string} */ words) => complete({ content: [{ type: "text", text: words }] });
  switch (name) {
    case "greet":
      return text("Hello.");
    case "count":
      return text(String(discoveries));
    case "strange":
      return { result: { resultType: "hologram", content: [] } };
    case "add": // and tells it, unless the stream to tell it on was just lost
      added.push(`added-${added.length}`);
      if (listening !== undefined && added.length === 1) {
        notify("notifications/cancelled", { requestId: listening });
        listening = undefined;
      } else if (listening !== undefined) {
        notify("notifications/tools/list_changed", { _meta: { [subscriptionKey]: listening } });
      }
      return text(String(added.length));
    case "odd":
      return complete({ content: [{ type: "hologram", depth: 3 }] });
    default: {
      const given = inputResponses?.who?.content?.name;
      if (given !== undefined) return text(`Hello, ${given} (${requestState}).`);
      const requestedSchema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
      return {
        result: {
          resultType: "input_required",
          requestState: "kept",
          inputRequests: {
            who: { method: "elicitation/create", params: { mode: "form", message: "Who are you?", requestedSchema } },
          },
        },
      };
    }
  }
}

/**
 * @param {string} method
 * @param {object} params
 */
function notify(method, params) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", method, params })}\n`);
}

const portFile = process.argv[2];
if (portFile === undefined) {
  createInterface({ input: process.stdin }).on("line", (line) => {
    const request = JSON.parse(line);
    if (request.method === "subscriptions/listen") {
      listening = request.id;
      const { notifications } = request.params;
      notify("notifications/subscriptions/acknowledged", { _meta: { [subscriptionKey]: listening }, notifications });
    } else if (request.id !== undefined) {
      process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: request.id, ...answer(request) })}\n`);
    }
  });
} else {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    if (request.method !== "POST") {
      response.writeHead(405).end();
      return;
    }
    const message = JSON.parse(body);
    const said = answer(message);
    response
      .writeHead("error" in said ? 400 : 200, { "content-type": "application/json" })
      .end(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...said }));
  }).listen(0, "127.0.0.1", () => {
    const address = server.address();
    writeFileSync(`${portFile}.new`, String(typeof address === "object" && address !== null ? address.port : 0));
    renameSync(`${portFile}.new`, portFile);
  });
}
