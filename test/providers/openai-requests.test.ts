import assert from "node:assert/strict";
import type { ModelMessage } from "../../src/extension/ports/model.ts";
import { bodyOf, requestsOf, withEnvironment } from "../support/sent-requests.ts";
import { errorReply } from "../support/test-model-server.ts";
import { historyWithCall } from "../support/wire-client.ts";

const picture: ModelMessage = {
  role: "user",
  content: [
    { type: "text", text: "What is this?" },
    { type: "image", data: "QUJD", mimeType: "image/png" },
  ],
};

describe("requests to Chat Completions", () => {
  it("are the smallest that do the work", async () => {
    assert.deepEqual(await bodyOf("openai-chat", {}, { temperature: 0, stop: ["END"] }), {
      model: "test-model",
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hello" },
      ],
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 1_000,
      temperature: 0,
      stop: ["END"],
      tools: [
        {
          type: "function",
          function: {
            name: "f",
            description: "Does f.",
            parameters: { type: "object", properties: { x: { type: "number" } } },
          },
        },
        {
          type: "function",
          function: { name: "g", parameters: { type: "object", properties: { y: { type: "string" } } } },
        },
      ],
    });
  });

  it("carry the key and the configured headers, and nothing from the environment", async () => {
    const leaks = {
      OPENAI_ORG_ID: "org-leak",
      OPENAI_PROJECT_ID: "proj-leak",
      OPENAI_CUSTOM_HEADERS: "X-Leak: yes\nX-Other: no",
      OPENAI_API_KEY: "sk-leak",
      OPENAI_ADMIN_KEY: "adm-leak",
      OPENAI_BASE_URL: "http://127.0.0.1:1",
    };
    const { requests } = await withEnvironment(leaks, () =>
      requestsOf("openai-chat", { headers: { "X-Title": "mine", "X-Other": "mine, too" } }),
    );
    const headers = requests[0]?.headers ?? {};
    assert.equal(headers.authorization, "Bearer sk-test-0123456789");
    assert.equal(headers["x-title"], "mine");
    assert.equal(headers["x-other"], "mine, too");
    assert.equal(headers["user-agent"], "Toolweave");
    assert.doesNotMatch(JSON.stringify(headers), /leak/i);
    assert.ok(!Object.keys(headers).some((name) => name.startsWith("x-stainless")));
  });

  it("carry no key to a server without one, not even the vendor's from the environment", async () => {
    const { requests } = await requestsOf("openai-chat", { key: "", environment: { OPENAI_API_KEY: "sk-leak" } });
    assert.equal(requests[0]?.headers.authorization, undefined);
  });

  it("put calls and results into history, text-only content as a string (53)", async () => {
    const body = await bodyOf("openai-chat", {}, { messages: historyWithCall() });
    assert.deepEqual((body.messages as unknown[]).slice(2), [
      {
        role: "assistant",
        content: "I do.",
        tool_calls: [{ id: "call_1", type: "function", function: { name: "f", arguments: '{"x":1}' } }],
      },
      { role: "tool", tool_call_id: "call_1", content: "done" },
    ]);
  });

  it("echo reasoning and call metadata to the same provider and model only (50, 51)", async () => {
    const block = {
      type: "openai_chat",
      reasoning_field: "reasoning_content",
      reasoning: "hm",
      extra_content: { call_1: { google: { thought_signature: "s" } } },
    };
    const own = await bodyOf(
      "openai-chat",
      {},
      {
        messages: historyWithCall({ raw: { provider: "local", model: "test-model", blocks: [block] } }),
      },
    );
    assert.match(JSON.stringify(own), /"reasoning_content":"hm".*"thought_signature":"s"/);
    const other = await bodyOf(
      "openai-chat",
      {},
      {
        messages: historyWithCall({ raw: { provider: "local", model: "another", blocks: [block] } }),
      },
    );
    assert.doesNotMatch(JSON.stringify(other), /reasoning_content|thought_signature/);
  });

  it("show pictures to models that see, and say so to others", async () => {
    const seen = JSON.stringify(await bodyOf("openai-chat", { vision: true }, { messages: [picture] }));
    assert.match(seen, /"url":"data:image\/png;base64,QUJD"/);
    const unseen = await bodyOf("openai-chat", { vision: false }, { messages: [picture] });
    assert.match(JSON.stringify(unseen.messages), /"What is this\?\\n\\n\[An image \(image\/png, 3 bytes\)/);
  });

  it("put pictures of results behind the results (53)", async () => {
    const messages = historyWithCall();
    const image = { type: "image" as const, data: "QUJD", mimeType: "image/png" };
    messages[2] = {
      role: "tool",
      results: [{ toolCallId: "call_1", toolName: "f", content: [image], isError: false }],
    };
    const body = await bodyOf("openai-chat", { vision: true }, { messages });
    const roles = (body.messages as { role: string }[]).map(({ role }) => role);
    assert.deepEqual(roles, ["system", "user", "assistant", "tool", "user"]);
  });

  it("merge neighbours of one role (52)", async () => {
    const user = (text: string): ModelMessage => ({ role: "user", content: [{ type: "text", text }] });
    const body = await bodyOf("openai-chat", {}, { messages: [user("one"), user("two")] });
    assert.deepEqual((body.messages as unknown[]).slice(1), [{ role: "user", content: "one\n\ntwo" }]);
  });

  const refusals: readonly (readonly [string, number, string, (body: Record<string, unknown>) => boolean])[] = [
    [
      "the other name of the limit",
      400,
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      (body) => body.max_completion_tokens === 1_000 && body.max_tokens === undefined,
    ],
    [
      "a lower limit",
      400,
      "max_tokens is too large: 1000. This model supports at most 512 completion tokens.",
      (body) => body.max_tokens === 512,
    ],
    [
      "no temperature",
      400,
      "Unsupported value: 'temperature' does not support 0 with this model.",
      (body) => body.temperature === undefined,
    ],
    [
      "no stream_options",
      422,
      "Extra inputs are not permitted: stream_options",
      (body) => body.stream_options === undefined,
    ],
  ];
  for (const [what, status, message, isRight] of refusals) {
    it(`are sent again with ${what} when the server asks for it (54)`, async () => {
      const { requests, line } = await requestsOf("openai-chat", {}, { temperature: 0 }, [
        errorReply(status, { error: { message } }),
      ]);
      assert.equal(line, "ok stop");
      assert.equal(requests.length, 2);
      assert.ok(isRight(requests[1]?.body ?? {}), JSON.stringify(requests[1]?.body));
    });
  }

  it("are sent with the reasoning that the server misses (50)", async () => {
    const message = "The reasoning_content in the thinking mode must be passed back to the API.";
    const { requests } = await requestsOf("openai-chat", {}, { messages: historyWithCall() }, [
      errorReply(400, { error: { message } }),
    ]);
    assert.match(JSON.stringify(requests[1]?.body), /"reasoning_content":""/);
  });

  it("are not repeated without end when the server stays unhappy", async () => {
    const reply = errorReply(400, { error: { message: "temperature is not supported" } });
    const { requests, line } = await requestsOf("openai-chat", {}, { temperature: 0 }, [reply, reply, reply]);
    assert.equal(line, "[error error.request] error?");
    assert.equal(requests.length, 2);
  });

  it("follow redirects of the same origin only", async () => {
    const own = await requestsOf("openai-chat", {}, {}, [
      { status: 307, headers: { location: "/other/v1/chat/completions" }, parts: [] },
    ]);
    assert.equal(own.line, "ok stop");
    assert.equal(own.requests[1]?.body.model, "test-model");
    const foreign = await requestsOf("openai-chat", {}, {}, [
      { status: 307, headers: { location: "http://127.0.0.2:1/v1" }, parts: [] },
    ]);
    assert.equal(foreign.line, "[error error.redirect] error?");
  });
});
