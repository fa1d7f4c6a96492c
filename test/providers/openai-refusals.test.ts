import { openAiReply } from "../support/model-replies.ts";
import { errorReply } from "../support/test-model-server.ts";
import { describeWireCases } from "../support/wire-cases.ts";

// Numbers in names are the quirks of docs/decisions/providers.md.
describeWireCases("refused requests of Chat Completions over the real SDK", "openai-chat", [
  {
    name: "401",
    replies: errorReply(401, { error: { message: "Incorrect API key provided", code: "invalid_api_key" } }),
    expected: "[error error.key] error?",
  },
  {
    name: "403",
    replies: errorReply(403, { error: { message: "no access" } }),
    expected: "[error error.forbidden] error?",
  },
  {
    name: "404 for a model",
    replies: errorReply(404, { error: { message: 'model "x" not found, try pulling it first' } }),
    expected: "[error error.model] error?",
  },
  {
    name: "404 for an address",
    replies: errorReply(404, "404 page not found"),
    expected: "[error error.endpoint] error?",
  },
  {
    name: "400 for tools (56)",
    replies: errorReply(400, { error: "registry.ollama.ai/library/x does not support tools" }),
    expected: "[error error.toolsUnsupported] error?",
  },
  {
    name: "400 for tools, vLLM's words (56)",
    replies: errorReply(400, {
      object: "error",
      message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      code: 400,
    }),
    expected: "[error error.toolsUnsupported] error?",
  },
  {
    name: "500 for tools, llama.cpp's words (56)",
    replies: errorReply(500, {
      error: { code: 500, message: "tools param requires --jinja flag", type: "server_error" },
    }),
    expected: "[error error.toolsUnsupported] error?",
  },
  {
    name: "a conversation that is too long",
    replies: errorReply(400, {
      error: { message: "This model's maximum context length is 8192 tokens", code: "context_length_exceeded" },
    }),
    expected: "[error error.context] error?",
  },
  {
    name: "a body in a list (Gemini)",
    replies: errorReply(400, [{ error: { code: 400, message: "Invalid value", status: "INVALID_ARGUMENT" } }]),
    expected: "[error error.request] error?",
  },
  {
    name: "a body of FastAPI",
    replies: errorReply(422, { detail: [{ loc: ["body", "messages"], msg: "bad" }] }),
    expected: "[error error.request] error?",
  },
  {
    name: "429 is tried again once on a local server",
    replies: [
      errorReply(429, { error: { message: "slow down" } }, { "retry-after": "1" }),
      openAiReply({ text: "hi" }),
    ],
    expected: "[notice retrying] hi stop",
  },
  {
    name: "429 that lasts",
    replies: errorReply(429, { error: { message: "slow down" } }, { "retry-after": "1" }),
    expected: "[notice retrying] [error error.rateLimit] error?",
  },
  {
    name: "429 with a wait of an hour is not waited for",
    replies: errorReply(429, { error: { message: "slow down" } }, { "retry-after": "3600" }),
    expected: "[error error.rateLimit] error?",
  },
  {
    name: "429 without quota (43)",
    replies: errorReply(429, { error: { message: "You exceeded your current quota", code: "insufficient_quota" } }),
    expected: "[error error.quota] error?",
  },
  {
    name: "502 with a page (42)",
    replies: [errorReply(502, "<html><h1>502 Bad Gateway</h1></html>"), openAiReply({ text: "hi" })],
    expected: "[notice retrying] hi stop",
  },
  {
    name: "500 for a mistake of ours is not sent again (56)",
    replies: errorReply(500, { error: { message: "Invalid messages: expected an object", type: "server_error" } }),
    expected: "[error error.server] error?",
  },
  {
    name: "500 for a call that the server could not read is sent again (27)",
    replies: [
      errorReply(500, { error: { message: "error parsing tool call: raw='{' err=unexpected end of JSON input" } }),
      openAiReply({ text: "hi" }),
    ],
    expected: "[notice retrying] hi stop",
  },
]);
