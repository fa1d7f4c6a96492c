import assert from "node:assert/strict";
import type { ModelMessage } from "../../src/extension/ports/model.ts";
import { anthropicReply, openAiReply } from "../support/model-replies.ts";
import {
  errorReply,
  type RecordedRequest,
  type ScriptStep,
  startTestModelServer,
} from "../support/test-model-server.ts";
import { ask, historyWithCall, summarise, type WireClientOptions, wireClient } from "../support/wire-client.ts";

type Kind = "openai-chat" | "anthropic";

/** Sends one request to a server that answers "ok" after the given replies, and returns what it got. */
async function requestsOf(
  kind: Kind,
  options: WireClientOptions = {},
  changes: Parameters<typeof ask>[1] = {},
  first: readonly ScriptStep[] = [],
): Promise<{ requests: RecordedRequest[]; line: string }> {
  const last = kind === "anthropic" ? anthropicReply({ text: "ok" }) : openAiReply({ text: "ok" });
  const script = [...first, last];
  const server = await startTestModelServer(kind === "anthropic" ? { anthropic: script } : { openai: script });
  try {
    const baseUrl = kind === "anthropic" ? server.anthropicUrl : server.openAiUrl;
    const line = summarise(await ask(wireClient(kind, baseUrl, options), changes));
    return { requests: server.requests, line };
  } finally {
    await server.close();
  }
}

async function bodyOf(...parameters: Parameters<typeof requestsOf>): Promise<Record<string, unknown>> {
  const { requests } = await requestsOf(...parameters);
  return requests.at(-1)?.body ?? {};
}

/** Sets variables of the environment for the time of a call: the SDKs read it when they are constructed. */
async function withEnvironment<T>(variables: Record<string, string>, run: () => Promise<T>): Promise<T> {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  try {
    return await run();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) {
        delete process.env[name];
      } else {
        process.env[name] = value;
      }
    }
  }
}

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

  it("put calls and results into history, text-only content as a string", async () => {
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

  it("echo reasoning and call metadata to the same provider and model only", async () => {
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

  it("put pictures of results behind the results", async () => {
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

  it("merge neighbours of one role", async () => {
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
    it(`are sent again with ${what} when the server asks for it`, async () => {
      const { requests, line } = await requestsOf("openai-chat", {}, { temperature: 0 }, [
        errorReply(status, { error: { message } }),
      ]);
      assert.equal(line, "ok stop");
      assert.equal(requests.length, 2);
      assert.ok(isRight(requests[1]?.body ?? {}), JSON.stringify(requests[1]?.body));
    });
  }

  it("are sent with the reasoning that the server misses", async () => {
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

describe("requests to Anthropic Messages", () => {
  it("are the smallest that do the work", async () => {
    assert.deepEqual(await bodyOf("anthropic", {}, { temperature: 0, stop: ["END"] }), {
      model: "test-model",
      max_tokens: 1_000,
      system: "Be brief.",
      messages: [{ role: "user", content: [{ type: "text", text: "Hello" }] }],
      stream: true,
      tools: [
        { name: "f", description: "Does f.", input_schema: { type: "object", properties: { x: { type: "number" } } } },
        { name: "g", input_schema: { type: "object", properties: { y: { type: "string" } } } },
      ],
      temperature: 0,
      stop_sequences: ["END"],
    });
  });

  it("carry the key the older way to hosts that are not Anthropic's, and nothing from the environment", async () => {
    const leaks = { ANTHROPIC_CUSTOM_HEADERS: "X-Leak: yes", ANTHROPIC_AUTH_TOKEN: "leak", ANTHROPIC_API_KEY: "leak" };
    const { requests } = await withEnvironment(leaks, () => requestsOf("anthropic"));
    const headers = requests[0]?.headers ?? {};
    assert.equal(headers["x-api-key"], "sk-test-0123456789");
    assert.equal(headers["anthropic-version"], "2023-06-01");
    assert.equal(headers.authorization, undefined);
    assert.doesNotMatch(JSON.stringify(headers), /leak/i);
  });

  it("try the other header once when the key was refused, and remember it", async () => {
    const onlyBearer: ScriptStep = (request) =>
      request.headers.authorization === "Bearer sk-test-0123456789"
        ? anthropicReply({ text: "in" })
        : errorReply(401, { error: { message: "no" } });
    const server = await startTestModelServer({ anthropic: [onlyBearer] });
    try {
      const client = wireClient("anthropic", server.anthropicUrl);
      assert.equal(summarise(await ask(client)), "in stop");
      assert.equal(summarise(await ask(client)), "in stop");
      assert.equal(server.requests.length, 3);
    } finally {
      await server.close();
    }
  });

  it("put the results of one reply into one message, first", async () => {
    const messages = [
      ...historyWithCall(),
      { role: "user" as const, content: [{ type: "text" as const, text: "And now?" }] },
    ];
    const body = await bodyOf("anthropic", {}, { messages });
    assert.deepEqual((body.messages as unknown[]).slice(1), [
      {
        role: "assistant",
        content: [
          { type: "text", text: "I do." },
          { type: "tool_use", id: "call_1", name: "f", input: { x: 1 } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "call_1", content: [{ type: "text", text: "done" }] },
          { type: "text", text: "And now?" },
        ],
      },
    ]);
  });

  const blocks = [
    { type: "thinking", thinking: "hm", signature: "sig" },
    { type: "redacted_thinking", data: "enc" },
    { type: "text", text: "I do." },
    { type: "tool_use", id: "call_1", name: "f", input: { x: 1 } },
  ];
  it("give raw blocks back unchanged to the same provider and model only", async () => {
    const own = await bodyOf(
      "anthropic",
      {},
      {
        messages: historyWithCall({ raw: { provider: "local", model: "test-model", blocks } }),
      },
    );
    assert.deepEqual((own.messages as { content: unknown }[])[1]?.content, blocks);
    const other = await bodyOf(
      "anthropic",
      {},
      {
        messages: historyWithCall({ raw: { provider: "other", model: "test-model", blocks } }),
      },
    );
    assert.deepEqual((other.messages as { content: unknown }[])[1]?.content, blocks.slice(2));
  });

  it("send what ran, not what the model wrote, when the person edited the arguments", async () => {
    const messages = historyWithCall({ raw: { provider: "local", model: "test-model", blocks } });
    const call = { type: "tool_call" as const, toolCallId: "call_1", toolName: "f", input: { x: 2 } };
    const assistant = messages[1];
    assert.ok(assistant?.role === "assistant");
    messages[1] = { ...assistant, content: [{ type: "text", text: "I do." }, call] };
    const body = await bodyOf("anthropic", {}, { messages });
    assert.match(JSON.stringify(body.messages), /"signature":"sig".*"input":\{"x":2\}/);
  });

  it("keep thinking and drop what the guard discarded", async () => {
    const raw = {
      provider: "local",
      model: "test-model",
      blocks: [blocks[0] ?? {}, { type: "text", text: "I do. <result>42" }],
    };
    const content = [{ type: "text" as const, text: "I do." }];
    const body = await bodyOf("anthropic", {}, { messages: [{ role: "assistant", content, raw }] });
    assert.match(JSON.stringify(body.messages), /"signature":"sig"/);
    assert.doesNotMatch(JSON.stringify(body.messages), /42/);
  });

  it("begin and end with the user", async () => {
    const content = [{ type: "text" as const, text: "Half an ans" }];
    const body = await bodyOf("anthropic", {}, { messages: [{ role: "assistant", content }] });
    const roles = (body.messages as { role: string }[]).map(({ role }) => role);
    assert.deepEqual(roles, ["user", "assistant", "user"]);
  });
});
