import assert from "node:assert/strict";
import { normaliseBaseUrl } from "../../src/extension/providers/base-url.ts";
import type { ActionId, Chunk, ErrorChunk } from "../../src/shared/chunk.ts";
import { event, namedEvent, openAiChunk } from "../support/model-replies.ts";
import { responseObject } from "../support/responses-replies.ts";
import { startSelfSignedServer } from "../support/self-signed-server.ts";
import {
  errorReply,
  type ScriptStep,
  sseReply,
  startTestModelServer,
  type WireReply,
} from "../support/test-model-server.ts";
import { ask, summarise, type WireClientOptions, wireClient } from "../support/wire-client.ts";
import { type WireKind, wireKinds, wires } from "../support/wires.ts";

const idHeader = { "x-request-id": "req_42" };

interface BadInput {
  name: string;
  reply(kind: WireKind): WireReply;
  key: string;
  action: ActionId;
  /** The provider's own words, which the person has to read. */
  words?: string;
}

/** An error body as this API's servers write it. */
function refusal(kind: WireKind, status: number, message: string, code = "invalid_request_error"): WireReply {
  const error = kind === "anthropic" ? { type: code, message } : { message, type: "invalid_request_error", code };
  return errorReply(status, kind === "anthropic" ? { type: "error", error } : { error }, idHeader);
}

function ended(kind: WireKind, end: "refusal" | "filter"): WireReply {
  const words = "I will not do that.";
  const parts: Record<WireKind, readonly string[]> = {
    "openai-chat":
      end === "refusal"
        ? [event(openAiChunk({ refusal: words })), event(openAiChunk({}, "stop"))]
        : [event(openAiChunk({ content: "Well" })), event(openAiChunk({}, "content_filter"))],
    "openai-responses":
      end === "refusal"
        ? [
            namedEvent({ type: "response.refusal.delta", item_id: "m", output_index: 0, delta: words }),
            namedEvent({ type: "response.completed", response: responseObject("completed", []) }),
          ]
        : [
            namedEvent({
              type: "response.incomplete",
              response: { ...responseObject("incomplete", []), incomplete_details: { reason: "content_filter" } },
            }),
          ],
    anthropic: [
      namedEvent({
        type: "message_delta",
        delta: { stop_reason: "refusal", stop_details: { explanation: words } },
        usage: {},
      }),
      namedEvent({ type: "message_stop" }),
    ],
  };
  const reply = sseReply(parts[kind]);
  return { ...reply, headers: { ...reply.headers, ...idHeader } };
}

const cases: readonly BadInput[] = [
  {
    name: "a wrong key",
    reply: (kind) => refusal(kind, 401, "Incorrect API key provided.", "authentication_error"),
    key: "error.key",
    action: "set_api_key",
    words: "Incorrect API key provided.",
  },
  {
    name: "a key without permission",
    reply: (kind) => refusal(kind, 403, "Your project may not use this model.", "permission_error"),
    key: "error.forbidden",
    action: "choose_model",
    words: "Your project may not use this model.",
  },
  {
    name: "an account without quota",
    reply: (kind) =>
      kind === "anthropic"
        ? refusal(kind, 400, "Your credit balance is too low.")
        : refusal(kind, 429, "You exceeded your current quota.", "insufficient_quota"),
    key: "error.quota",
    action: "choose_model",
  },
  {
    name: "a rate limit that lasts",
    reply: (kind) => refusal(kind, 429, "Too many requests.", "rate_limit_error"),
    key: "error.rateLimit",
    action: "retry",
    words: "Too many requests.",
  },
  {
    name: "an unknown model",
    reply: (kind) => refusal(kind, 404, "The model test-model does not exist.", "not_found_error"),
    key: "error.model",
    action: "choose_model",
    words: "The model test-model does not exist.",
  },
  {
    name: "an address without this API",
    reply: () => errorReply(404, "404 page not found", idHeader),
    key: "error.endpoint",
    action: "open_settings",
    words: "404 page not found",
  },
  {
    name: "an address without this API that says so with status 200",
    reply: () => errorReply(200, { error: "Unexpected endpoint or method. (POST /some/where)" }, idHeader),
    key: "error.endpoint",
    action: "open_settings",
    words: "(404)",
  },
  {
    name: "an HTML page with status 200",
    reply: () => errorReply(200, "<html><title>Sign in</title><body>Hello</body></html>", idHeader),
    key: "error.notAnApi",
    action: "open_settings",
    words: "Sign in",
  },
  {
    name: "an HTML page of a gateway",
    reply: () => errorReply(502, "<html><title>502 Bad Gateway</title></html>", idHeader),
    key: "error.server",
    action: "retry",
    words: "502 Bad Gateway",
  },
  {
    name: "a proxy that wants to know who we are",
    reply: () => errorReply(407, "<html><title>Proxy Authentication Required</title></html>", idHeader),
    key: "error.proxy",
    action: "open_settings",
    words: "Proxy Authentication Required",
  },
  {
    name: "a conversation that is too long",
    reply: (kind) =>
      kind === "anthropic"
        ? refusal(kind, 400, "prompt is too long: 210000 tokens > 200000 maximum")
        : refusal(kind, 400, "Your input exceeds the context window of this model.", "context_length_exceeded"),
    key: "error.context",
    action: "choose_model",
  },
  {
    name: "a request that is too large",
    reply: (kind) => refusal(kind, 413, "Request exceeds the maximum size.", "request_too_large"),
    key: "error.context",
    action: "choose_model",
    words: "Request exceeds the maximum size.",
  },
  {
    name: "a refusal",
    reply: (kind) => ended(kind, "refusal"),
    key: "error.refusal",
    action: "choose_model",
    words: "I will not do that.",
  },
];

function errorOf(chunks: readonly Chunk[]): ErrorChunk {
  const errors = chunks.filter((chunk) => chunk.type === "error");
  assert.equal(errors.length, 1);
  const [error] = errors;
  assert.ok(error !== undefined);
  const last = chunks.at(-1);
  assert.ok(last?.type === "round_end" && !last.complete);
  return error;
}

/** Complete sentences first, then what the provider said. */
function assertReadable({ message, key, params }: ErrorChunk): void {
  const detail = String(params?.detail ?? "");
  const own = detail === "" ? message : message.slice(0, -detail.length).trimEnd();
  assert.match(own, /^[^\n]+\.$/);
  assert.ok(message.endsWith(detail));
  assert.doesNotMatch(message, /undefined|\[object|<html|Error:/);
  assert.ok(key !== undefined && key !== "");
}

for (const kind of wireKinds) {
  const failing = async (baseUrl: string, options: WireClientOptions = {}) =>
    errorOf(await ask(wireClient(kind, baseUrl, options)));

  describe(`bad input (${kind})`, () => {
    for (const { name, reply, key, action, words } of cases) {
      it(`says what is wrong and what to do: ${name}`, async () => {
        const server = await startTestModelServer(wires[kind].script([reply(kind)]));
        try {
          const error = await failing(wires[kind].baseUrl(server));
          assertReadable(error);
          assert.equal(error.key, key);
          assert.equal(error.action?.id, action);
          assert.ok(error.message.includes(words ?? ""), error.message);
          assert.match(error.message, /\(request req_42\)$/);
        } finally {
          await server.close();
        }
      });
    }

    if (kind !== "anthropic") {
      it("says what is wrong and what to do: a content filter", async () => {
        const server = await startTestModelServer(wires[kind].script([ended(kind, "filter")]));
        try {
          const error = await failing(wires[kind].baseUrl(server));
          assertReadable(error);
          assert.equal(error.key, "error.contentFilter");
          assert.equal(error.action?.id, "choose_model");
          assert.match(error.message, /\(request req_42\)$/);
        } finally {
          await server.close();
        }
      });
    }

    it("asks for a key where none is set", async () => {
      const server = await startTestModelServer(wires[kind].script([refusal(kind, 401, "No key.")]));
      try {
        const error = await failing(wires[kind].baseUrl(server), { key: "" });
        assertReadable(error);
        assert.equal(error.key, "error.keyMissing");
        assert.equal(error.action?.id, "set_api_key");
      } finally {
        await server.close();
      }
    });

    it("tells a certificate that nobody trusts, also through the built-in fetch", async () => {
      const server = await startSelfSignedServer();
      try {
        for (const send of [undefined, globalThis.fetch]) {
          const error = await failing(`${server.url}/v1`, send === undefined ? {} : { send });
          assertReadable(error);
          assert.equal(error.key, "error.certificate");
          assert.equal(error.action?.id, "open_settings");
          assert.match(error.message, /self-signed certificate/);
        }
      } finally {
        await server.close();
      }
    });

    it("tells a host that does not exist", async () => {
      const error = await failing("http://toolweave-test.invalid/v1");
      assertReadable(error);
      assert.equal(error.key, "error.hostNotFound");
      assert.equal(error.action?.id, "open_settings");
      assert.match(error.message, /toolweave-test\.invalid/);
    });

    it("tells a proxy that refuses the tunnel", async () => {
      const cause = new Error("Proxy response (407) !== 200 when HTTP Tunneling");
      const error = await failing("https://models.example/v1", {
        send: () => Promise.reject(new TypeError("fetch failed", { cause })),
      });
      assertReadable(error);
      assert.equal(error.key, "error.proxy");
      assert.match(error.message, /407/);
    });

    it("tells a server that is not there", async () => {
      const server = await startTestModelServer({});
      await server.close();
      const error = await failing(wires[kind].baseUrl(server));
      assertReadable(error);
      assert.equal(error.key, "error.unreachable");
      assert.equal(error.action?.id, "retry");
    });

    it("runs the whole call and not the open one when the output limit cuts a reply", async () => {
      const events = wires[kind].events({
        calls: [
          { id: "a", name: "f", input: { x: 1 } },
          { id: "b", name: "g", input: { y: "a long text that the limit cuts" } },
        ],
      });
      const limits: Record<WireKind, string> = {
        "openai-chat": event(openAiChunk({}, "length")),
        "openai-responses": namedEvent({
          type: "response.incomplete",
          response: { ...responseObject("incomplete", []), incomplete_details: { reason: "max_output_tokens" } },
        }),
        anthropic: namedEvent({ type: "message_delta", delta: { stop_reason: "max_tokens" }, usage: {} }),
      };
      const cutAt = events.findIndex((part) => part.includes(" long t")) + 1;
      const reply: ScriptStep = sseReply([...events.slice(0, cutAt), limits[kind]]);
      const server = await startTestModelServer(wires[kind].script([reply]));
      try {
        const line = summarise(await ask(wireClient(kind, wires[kind].baseUrl(server))));
        assert.equal(line, 'f{"x":1} g!truncated length');
      } finally {
        await server.close();
      }
    });

    for (const ending of [
      "",
      "/",
      "/v1",
      "/v1/",
      "/v1/chat/completions",
      "/v1/responses",
      "/v1/messages",
      "/v1/models",
    ]) {
      it(`finds its API from a base URL with "${ending}"`, async () => {
        const server = await startTestModelServer({
          ...wires[kind].script([
            ({ url }) =>
              url.startsWith("/v1/") ? wires[kind].reply({ text: "ok" }) : errorReply(404, "404 page not found"),
          ]),
        });
        try {
          const baseUrl = normaliseBaseUrl(`${server.url}${ending}`);
          assert.ok(baseUrl !== undefined);
          const client = wireClient(kind, baseUrl);
          assert.equal(summarise(await ask(client)), "ok stop");
          const before = server.requests.length;
          assert.equal(summarise(await ask(client)), "ok stop");
          assert.equal(server.requests.length, before + 1, "what worked is kept");
        } finally {
          await server.close();
        }
      });
    }
  });
}
