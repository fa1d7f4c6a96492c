// An MCP server over stdio that does on purpose what servers in the wild do wrong. The first argument says how it starts
// and ends; its tools say how calls go wrong. `node misbehaving-mcp-server.mjs MODE [FILE]`
import { spawn } from "node:child_process";
import { appendFileSync, closeSync, existsSync } from "node:fs";
import { createInterface } from "node:readline";

let [mode = "plain", file] = process.argv.slice(2);
const alive = "setInterval(() => {}, 1000)";

/** Written to FILE, so that a test can see what happened in here. */
const note = (text) => file && appendFileSync(file, `${text}\n`);
const write = (text) => process.stdout.write(text);
const line = (message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
const send = (message) => write(line(message));
const object = { type: "object" };

const startups = {
  banner: () => write("Listening on stdio…\n\n"),
  "banner-glued": () => write("Listening on stdio…"),
  "byte-order-mark": () => write("\uFEFF"),
  colours: () => write("\u001b[32m✔ ready\u001b[0m\r\n"),
  "exit-at-start": () => {
    console.error("loading settings");
    console.error("fatal: API_TOKEN is missing");
    process.exit(3);
  },
  stubborn: () => {
    process.on("SIGTERM", () => note("SIGTERM"));
    setInterval(() => {}, 1000);
  },
  grandchild: () => note(spawn(process.execPath, ["-e", alive], { stdio: "ignore" }).pid),
  "runaway-grandchild": () => note(spawn(process.execPath, ["-e", alive], { stdio: "ignore", detached: true }).pid),
  silent: () => setInterval(() => {}, 1000),
  "closes-stdout": () => setInterval(() => {}, 1000),
};

const tools = {
  plain: [{ name: "echo", inputSchema: object }],
  "bad-tools": [
    { name: "good", description: "works", inputSchema: object },
    { name: "no-input-schema" },
    { name: "no-type", inputSchema: { properties: {} } },
    { name: "output-list", inputSchema: object, outputSchema: { type: "array" } },
    { name: "output-text", inputSchema: object, outputSchema: "a list" },
    { name: "for-its-app", inputSchema: object, _meta: { ui: { visibility: ["app"] } } },
    { name: "for-both", inputSchema: object, _meta: { ui: { visibility: ["model", "app"] } } },
    { name: "description-number", description: 7, inputSchema: object },
    { name: "needs-task", inputSchema: object, execution: { taskSupport: "required" } },
    { inputSchema: object },
    "not even an object",
    { name: "good", inputSchema: object },
    { name: "also-good", inputSchema: object },
  ],
  schemas: [
    { name: "echo", inputSchema: object, outputSchema: { type: "object", properties: { a: { type: "string" } } } },
    {
      name: "broken-ref",
      inputSchema: object,
      outputSchema: { type: "object", properties: { a: { $ref: "#/$defs/no" } } },
    },
  ],
};

const progressOf = ({ params }) =>
  [1, 2, 3, 4]
    .map((step) => ({ progressToken: params._meta.progressToken, progress: step, total: 4, message: `step ${step}` }))
    .map((progress) => line({ method: "notifications/progress", params: progress }))
    .join("");

const calls = {
  echo: ({ params }) => ({
    content: [{ type: "text", text: JSON.stringify(params.arguments) }],
    ...params.arguments?.extra,
  }),
  "broken-ref": () => ({ content: [], structuredContent: { a: 1 } }),
  big: () => ({ content: [{ type: "text", text: "x".repeat(11 * 1024 * 1024) }] }),
  "unknown-content": () => ({
    content: [{ type: "text", text: "before" }, { type: "hologram", data: "AA" }, { type: "image", data: "AA" }, 42],
  }),
  "no-content": () => ({}),
  "not-an-object": () => "done",
  crash: () => {
    console.error("about to crash");
    process.exit(7);
  },
  hang: () => note("hanging"),
  /** Four steps at once; the result when the file is there that the arguments name. */
  progress: async (request) => {
    write(progressOf(request));
    while (!existsSync(request.params.arguments.until)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return { content: [{ type: "text", text: "finished" }] };
  },
  /** The steps and the result arrive together. */
  burst: (request) => {
    write(`${progressOf(request)}${line({ id: request.id, result: { content: [] } })}`);
  },
  storm: () => {
    for (let count = 0; count < 500; count++) {
      send({ method: "notifications/tools/list_changed" });
    }
    return { content: [] };
  },
  "more-prompts": () => {
    prompts.push({ name: "new" });
    send({ method: "notifications/prompts/list_changed" });
    return { content: [] };
  },
  grow: () => {
    extra.push({ name: `grown-${extra.length}`, inputSchema: object });
    send({ method: "notifications/tools/list_changed" });
    return { content: [] };
  },
  environment: () => ({ content: [{ type: "text", text: JSON.stringify(process.env) }] }),
};

const extra = [];
const prompts = [
  { name: "good", arguments: [{ name: "a", required: true }, { required: true }, "b"] },
  { title: "no name" },
  "no object",
  { name: "good" },
];
const text = (role, content) => ({ role, content: { type: "text", text: content } });
const promptMessages = {
  dialogue: [
    text("user", "What is 2 + 2?"),
    text("assistant", "4"),
    { role: "user", content: { type: "image", data: "AAAA", mimeType: "image/png" } },
  ],
  empty: [],
};
const resourceContents = {
  "bad://long": [{ uri: "bad://long", text: "x".repeat(300_000) }],
  "bad://huge": [{ uri: "bad://huge", blob: "A".repeat(12 * 1024 * 1024) }],
  "bad://empty": [],
};
let pages = 0;
let asked = 0;

/** Asks the client for something and waits for its answer. */
function ask(method, params) {
  asked += 1;
  const id = `server-${asked}`;
  send({ id, method, params });
  return new Promise((resolve) => waiting.set(id, resolve));
}
const waiting = new Map();
const said = (value) => ({ content: [{ type: "text", text: JSON.stringify(value) }] });

/** Tools of the mode "asks", which make the server ask something back. */
const asking = {
  ping: async () => said(await ask("ping", {})),
  form: async () =>
    said(
      await ask("elicitation/create", {
        message: "Who are you?",
        requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
      }),
    ),
  page: async () =>
    said(
      await ask("elicitation/create", {
        mode: "url",
        message: "Sign in",
        url: "https://example.com/sign-in",
        elicitationId: "e1",
      }),
    ),
  sample: async () =>
    said(
      await ask("sampling/createMessage", {
        messages: [{ role: "user", content: { type: "text", text: "2 + 2?" } }],
        maxTokens: 10,
      }),
    ),
  "needs-page": () => {
    if (!signedIn) {
      signedIn = true;
      throw Object.assign(new Error("Sign in first"), {
        code: -32042,
        data: {
          elicitations: [
            { mode: "url", message: "Sign in", url: "https://example.com/sign-in", elicitationId: "e2" },
            { mode: "url", url: "javascript:alert(1)", elicitationId: "e3" },
          ],
        },
      });
    }
    return said("signed in");
  },
  "tell-done": () => {
    send({ method: "notifications/elicitation/complete", params: { elicitationId: "e2" } });
    return said("told");
  },
};
let signedIn = false;
let listings = 0;

function listTools({ params }) {
  listings++;
  note(`listing ${listings}`);
  switch (mode) {
    case "endless-list":
      return { tools: [{ name: `tool-${listings}`, inputSchema: object }], nextCursor: `page-${listings}` };
    case "circular-list":
      return { tools: [{ name: "same", inputSchema: object }], nextCursor: "again" };
    case "empty-cursor":
      return params?.cursor === undefined
        ? { tools: [{ name: "first", inputSchema: object }], nextCursor: "" }
        : { tools: [{ name: `second-after-${JSON.stringify(params.cursor)}`, inputSchema: object }] };
    default: {
      const listed =
        mode === "asks"
          ? Object.keys(asking).map((name) => ({ name, inputSchema: object }))
          : (tools[mode] ?? Object.keys(calls).map((name) => ({ name, inputSchema: object })));
      return { tools: [...listed, ...extra] };
    }
  }
}

async function answer(message) {
  switch (message.method) {
    case "initialize":
      return {
        protocolVersion: mode === "future" ? "2099-01-01" : message.params.protocolVersion,
        capabilities: {
          tools: { listChanged: true },
          ...(mode === "offers" || mode === "many-resources"
            ? { prompts: { listChanged: true }, resources: { subscribe: true }, completions: {}, logging: {} }
            : {}),
        },
        serverInfo: {
          name: "misbehaving",
          title: "Misbehaving server",
          version: "1.2.3",
          icons: [
            { src: "data:image/png;base64,YmFk", sizes: "16x16" },
            { src: 5 },
            null,
            { src: "https://example.invalid/icon.png", mimeType: "image/png", sizes: ["16x16"] },
            { src: "data:image/png;base64,bGlnaHQ=", mimeType: "image/png", sizes: ["48x48"], theme: "light" },
            { src: "data:image/png;base64,ZGFyaw==", mimeType: "image/png", sizes: ["48x48"], theme: "dark" },
          ],
        },
        instructions: "Expect trouble.",
      };
    case "tools/list":
      if (mode === "list-fails") {
        throw new Error("the database is locked");
      }
      return listTools(message);
    case "prompts/list":
      return { prompts };
    case "prompts/get":
      return { messages: promptMessages[message.params.name] };
    case "resources/list":
      pages++;
      if (mode === "many-resources") {
        const resources = Array.from({ length: 1_000 }, (_, n) => ({ uri: `many://${pages}/${n}`, name: `row ${n}` }));
        return { resources, ...(pages < 3 ? { nextCursor: `p${pages}` } : {}) };
      }
      return { resources: [{ uri: `bad://${pages}`, name: `n${pages}` }, {}], nextCursor: `p${pages}` };
    case "resources/read":
      return { contents: resourceContents[message.params.uri] };
    case "resources/subscribe":
      setTimeout(() => send({ method: "notifications/resources/updated", params: message.params }));
      return {};
    case "logging/setLevel":
      send({ method: "notifications/message", params: { level: "info", data: `level is ${message.params.level}` } });
      return {};
    case "tools/call": {
      const call = mode === "asks" ? asking[message.params.name] : calls[message.params.name];
      if (call === undefined) {
        throw new Error(`no such tool: ${message.params.name}`);
      }
      return call(message);
    }
    default:
      throw new Error(`no such method: ${message.method}`);
  }
}

startups[mode]?.();
note(`started ${process.pid}`);
createInterface({ input: process.stdin }).on("line", async (line) => {
  const message = JSON.parse(line);
  if (message.method === "notifications/cancelled") {
    note(`cancelled ${message.params.requestId}`);
  }
  if (message.method === "notifications/initialized" && mode === "closes-stdout") {
    closeSync(1);
    mode = "silent";
  }
  if (message.method === undefined && waiting.has(message.id)) {
    waiting.get(message.id)(message.result ?? { error: message.error.message });
    waiting.delete(message.id);
    return;
  }
  if (message.id === undefined || mode === "silent") {
    return;
  }
  try {
    const result = await answer(message);
    if (result !== undefined) {
      send({ id: message.id, result });
    }
  } catch (error) {
    send({ id: message.id, error: { code: error.code ?? -32603, message: error.message, data: error.data } });
  }
});
