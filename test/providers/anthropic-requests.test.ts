import assert from "node:assert/strict";
import type { ModelMessage } from "../../src/extension/ports/model.ts";
import { meetingPoint } from "../support/meeting-point.ts";
import { anthropicReply } from "../support/model-replies.ts";
import { bodyOf, requestsOf, withEnvironment } from "../support/sent-requests.ts";
import { errorReply, type ScriptStep, startTestModelServer } from "../support/test-model-server.ts";
import { ask, historyWithCall, summarise, wireClient } from "../support/wire-client.ts";

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

  it("each try the other header when they run beside each other", async () => {
    const both = meetingPoint(2);
    const no = errorReply(401, { error: { message: "no" } });
    const server = await startTestModelServer({
      anthropic: [
        ({ headers }) =>
          headers.authorization === "Bearer sk-test-0123456789"
            ? anthropicReply({ text: "in" })
            : { ...no, parts: [both(), ...no.parts] },
      ],
    });
    try {
      const client = wireClient("anthropic", server.anthropicUrl);
      const replies = await Promise.all([ask(client), ask(client)]);
      assert.deepEqual(replies.map(summarise), ["in stop", "in stop"]);
    } finally {
      await server.close();
    }
  });

  it("put the results of one reply into one message, first (52)", async () => {
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
  it("give raw blocks back unchanged to the same provider and model only (50)", async () => {
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

  const image = { type: "image" as const, data: "aGk=", mimeType: "image/png" };
  const refusals: readonly (readonly [
    string,
    string,
    Parameters<typeof bodyOf>[2],
    (body: Record<string, unknown>) => void,
  ])[] = [
    [
      "a temperature (54)",
      "temperature: Extra inputs are not permitted",
      { temperature: 0 },
      (body) => assert.ok(!("temperature" in body)),
    ],
    [
      "stop sequences (54)",
      "stop_sequences: Extra inputs are not permitted",
      { stop: ["x"] },
      (body) => assert.ok(!("stop_sequences" in body)),
    ],
    [
      "as many tokens (54)",
      "max_tokens: 1000 > 512, which is the maximum allowed number of output tokens",
      {},
      (body) => assert.equal(body.max_tokens, 512),
    ],
    [
      "images (53)",
      "messages.0.content.0: image blocks are not supported",
      { messages: [{ role: "user", content: [image] }] },
      (body) => assert.match(JSON.stringify(body.messages), /An image \(image\/png/),
    ],
  ];
  for (const [what, words, changes, check] of refusals) {
    it(`are sent again without what the server refuses: ${what}`, async () => {
      const refusal = errorReply(400, { type: "error", error: { type: "invalid_request_error", message: words } });
      const { requests, line } = await requestsOf("anthropic", {}, changes, [refusal]);
      assert.equal(line, "ok stop");
      assert.equal(requests.length, 2);
      check(requests[1]?.body ?? {});
    });
  }

  it("say how long to think, and no temperature beside it", async () => {
    const low = await bodyOf("anthropic", {}, { reasoningEffort: "minimal", temperature: 0 });
    assert.deepEqual(low.thinking, { type: "adaptive" });
    assert.deepEqual(low.output_config, { effort: "low" });
    assert.ok(!("temperature" in low));
    const none = await bodyOf("anthropic", {}, { reasoningEffort: "none" });
    assert.deepEqual(none.thinking, { type: "disabled" });
    assert.ok(!("output_config" in none));
    const refused = (message: string) =>
      errorReply(400, { type: "error", error: { type: "invalid_request_error", message } });
    const { requests, line } = await requestsOf("anthropic", {}, { reasoningEffort: "high" }, [
      refused("adaptive thinking is not supported on this model"),
      refused("output_config: Extra inputs are not permitted"),
    ]);
    assert.equal(line, "ok stop");
    const last = requests.at(-1)?.body ?? {};
    assert.ok(!("thinking" in last) && !("output_config" in last));
  });

  it("give calls ids that the API takes (9)", async () => {
    const toolCallId = "functions.f:0 with a very long tail that no API would ever take as an id";
    const messages: ModelMessage[] = [
      { role: "user", content: [{ type: "text", text: "Do f." }] },
      { role: "assistant", content: [{ type: "tool_call", toolCallId, toolName: "f", input: {} }] },
      {
        role: "tool",
        results: [{ toolCallId, toolName: "f", content: [{ type: "text", text: "ok" }], isError: false }],
      },
    ];
    const body = JSON.stringify((await bodyOf("anthropic", {}, { messages })).messages);
    const [use, result] = [/"id":"([^"]*)"/.exec(body)?.[1], /"tool_use_id":"([^"]*)"/.exec(body)?.[1]];
    assert.match(use ?? "", /^[a-zA-Z0-9_-]+$/);
    assert.equal(result, use);
  });
});
