// A GGUF model behind a small OpenAI-compatible server on 127.0.0.1:
//   node scripts/llama/model-server.mjs FOLDER_OF_NODE_LLAMA_CPP MODEL.gguf
// Prints its base URL when the model is loaded. It streams text and holds replies to a JSON Schema; it takes no tools, as
// many small servers. One request at a time; a client that goes away ends its request.
import { createServer } from "node:http";
import { availableParallelism } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const CONTEXT_TOKENS = 8192;
const [folder, modelPath] = process.argv.slice(2);
if (folder === undefined || modelPath === undefined) throw new Error("Give a folder with node-llama-cpp and a model.");

const entry = path.join(folder, "node_modules/node-llama-cpp/dist/index.js");
const { getLlama, LlamaChat } = await import(pathToFileURL(entry).href);
// Neither the download nor the compilation of anything: what was installed is used, on the processor.
const llama = await getLlama({ build: "never", gpu: false, logLevel: "error", maxThreads: availableParallelism() });
const model = await llama.loadModel({ modelPath });
const context = await model.createContext({
  contextSize: Math.min(CONTEXT_TOKENS, model.trainContextSize),
  threads: availableParallelism(),
});
const chat = new LlamaChat({ contextSequence: context.getSequence() });
let last = Promise.resolve();

const server = createServer((request, response) => {
  const body = /** @type {Buffer[]} */ ([]);
  request.on("data", (piece) => body.push(piece));
  request.on("end", () => {
    last = last
      .then(() => answer(request.url ?? "", Buffer.concat(body).toString(), response))
      .catch((/** @type {unknown} */ error) =>
        fail(response, 500, error instanceof Error ? error.message : String(error)),
      );
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") console.log(`http://127.0.0.1:${address?.port}/v1`);
});

/**
 * @param {string} url
 * @param {string} text
 * @param {import("node:http").ServerResponse} response
 */
async function answer(url, text, response) {
  if (response.closed) return;
  if (url === "/v1/models")
    return sendJson(response, 200, { object: "list", data: [{ id: "local", object: "model" }] });
  if (url !== "/v1/chat/completions") return fail(response, 404, "There is no such path.");
  const body = JSON.parse(text);
  if (body.tools?.length > 0) return fail(response, 400, "local does not support tools");
  const schema = body.response_format?.json_schema?.schema;
  let grammar;
  try {
    grammar = schema === undefined ? undefined : await llama.createGrammarForJsonSchema(inItsWords(schema));
  } catch (error) {
    return fail(response, 400, `response_format: this JSON Schema cannot be used. ${error}`);
  }
  const stop = new AbortController();
  response.once("close", () => stop.abort());
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (/** @type {object} */ delta, /** @type {string | null} */ end = null) =>
    response.write(
      `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 0, model: "local", choices: [{ index: 0, delta, finish_reason: end }] })}\n\n`,
    );
  send({ role: "assistant", content: "" });
  const result = await chat.generateResponse(historyOf(body.messages), {
    ...(grammar === undefined ? {} : { grammar }),
    maxTokens: body.max_completion_tokens ?? body.max_tokens ?? 1024,
    temperature: body.temperature ?? 0,
    signal: stop.signal,
    stopOnAbortSignal: true,
    onTextChunk: (/** @type {string} */ piece) => send({ content: piece }),
  });
  send({}, result.metadata.stopReason === "maxTokens" ? "length" : "stop");
  response.end("data: [DONE]\n\n");
}

/**
 * The library's grammars know `oneOf` only, and make `null` of what they do not know.
 * @param {unknown} value
 * @returns {unknown}
 */
function inItsWords(value) {
  if (Array.isArray(value)) return value.map(inItsWords);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key === "anyOf" ? "oneOf" : key, inItsWords(item)]),
  );
}

/**
 * The library's own form of a conversation.
 * @param {readonly { role: string, content: unknown }[]} messages
 */
function historyOf(messages) {
  return messages.map(({ role, content }) => {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    if (role === "assistant") return { type: "model", response: [text] };
    return { type: role === "system" || role === "developer" ? "system" : "user", text };
  });
}

/**
 * @param {import("node:http").ServerResponse} response
 * @param {number} status
 * @param {object} body
 */
function sendJson(response, status, body) {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/**
 * @param {import("node:http").ServerResponse} response
 * @param {number} status
 * @param {string} message
 */
function fail(response, status, message) {
  if (response.headersSent) response.destroy();
  else sendJson(response, status, { error: { message } });
}
