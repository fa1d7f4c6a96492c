import assert from "node:assert/strict";
import type { ModelMessage } from "../../src/extension/ports/model.ts";
import { isJsonObject, type JsonObject } from "../../src/shared/json.ts";
import { responsesReply } from "../support/responses-replies.ts";
import { bodyOf, requestsOf, withEnvironment } from "../support/sent-requests.ts";
import { errorReply, startTestModelServer } from "../support/test-model-server.ts";
import { ask, historyWithCall, wireClient } from "../support/wire-client.ts";

const kind = "openai-responses";
const refusal = (message: string, status = 400) =>
  errorReply(status, { error: { message, type: "invalid_request_error" } });
const image = { type: "image" as const, data: "aGk=", mimeType: "image/png" };

/** The raw blocks of a reply with reasoning and one call, as the adapter keeps them. */
const blocks: JsonObject[] = [
  { id: "rs_1", type: "reasoning", summary: [], encrypted_content: "secret", status: "completed" },
  {
    id: "msg_1",
    type: "message",
    role: "assistant",
    content: [{ type: "output_text", text: "I do.", annotations: [] }],
    status: "completed",
  },
  { id: "fc_1", type: "function_call", call_id: "call_1", name: "f", arguments: '{"x":1}', status: "completed" },
];
const raw = { provider: "local", model: "test-model", blocks };

function inputOf(body: Record<string, unknown>): JsonObject[] {
  return Array.isArray(body.input) ? body.input.filter(isJsonObject) : [];
}

describe("requests to OpenAI Responses", () => {
  it("keep nothing on the server, ask for encrypted reasoning and leave schemas lenient", async () => {
    const body = await bodyOf(kind);
    assert.equal(body.store, false);
    assert.equal(body.stream, true);
    assert.deepEqual(body.include, ["reasoning.encrypted_content"]);
    assert.equal(body.instructions, "Be brief.");
    assert.equal(body.max_output_tokens, 1_000);
    assert.deepEqual(inputOf(body), [{ type: "message", role: "user", content: "Hello" }]);
    assert.deepEqual(Array.isArray(body.tools) ? body.tools[0] : undefined, {
      type: "function",
      name: "f",
      description: "Does f.",
      parameters: { type: "object", properties: { x: { type: "number" } } },
      strict: false,
    });
    for (const field of ["temperature", "reasoning", "text", "tool_choice", "parallel_tool_calls"]) {
      assert.ok(!(field in body), field);
    }
  });

  it("name effort, temperature and the reply's schema when they are asked to", async () => {
    const schema = { type: "object", properties: { a: { type: "string" } } };
    const body = await bodyOf(kind, {}, { reasoningEffort: "low", temperature: 0, responseSchema: schema, tools: [] });
    assert.deepEqual(body.reasoning, { effort: "low" });
    assert.equal(body.temperature, 0);
    assert.deepEqual(body.text, { format: { type: "json_schema", name: "reply", schema, strict: true } });
    assert.ok(!("tools" in body));
  });

  it("send the items of this provider and model back unchanged and in order (50)", async () => {
    const input = inputOf(await bodyOf(kind, {}, { messages: historyWithCall({ raw }) }));
    assert.deepEqual(input.slice(1), [...blocks, { type: "function_call_output", call_id: "call_1", output: "done" }]);
  });

  it("send what a real reply left behind", async () => {
    const server = await startTestModelServer({
      responses: [
        responsesReply({ reasoning: "hm", text: "I do.", calls: [{ id: "call_1", name: "f", input: { x: 1 } }] }),
      ],
    });
    try {
      const client = wireClient(kind, server.openAiUrl);
      const last = (await ask(client)).at(-1);
      const kept = last?.type === "round_end" ? (last.providerBlocks ?? []) : [];
      await ask(client, { messages: historyWithCall({ raw: { ...raw, blocks: kept } }) });
      const [, reasoning, message, call, output] = inputOf(server.requests[1]?.body ?? {});
      assert.equal(reasoning?.encrypted_content, "secret-test");
      assert.equal(message?.id, "msg_1");
      assert.equal(call?.id, "fc_0");
      assert.equal(output?.call_id, "call_1");
    } finally {
      await server.close();
    }
  });

  it("write everything anew for another provider or model, without ids and reasoning", async () => {
    const expected = [
      { type: "message", role: "assistant", content: "I do." },
      { type: "function_call", call_id: "call_1", name: "f", arguments: '{"x":1}' },
      { type: "function_call_output", call_id: "call_1", output: "done" },
    ];
    for (const foreign of [{ ...raw, provider: "other" }, { ...raw, model: "other" }, undefined]) {
      const messages = historyWithCall(foreign === undefined ? {} : { raw: foreign });
      assert.deepEqual(inputOf(await bodyOf(kind, {}, { messages })).slice(1), expected);
    }
  });

  it("take edited arguments over, and leave discarded text out", async () => {
    const [user, assistant, results] = historyWithCall({ raw });
    assert.ok(user !== undefined && assistant?.role === "assistant" && results !== undefined);
    const edited = assistant.content.map((part) => (part.type === "tool_call" ? { ...part, input: { x: 2 } } : part));
    const one = inputOf(await bodyOf(kind, {}, { messages: [user, { ...assistant, content: edited }, results] }));
    assert.equal(one[1]?.encrypted_content, "secret");
    assert.equal(one[3]?.arguments, '{"x":2}');
    const discarded = assistant.content.filter((part) => part.type !== "text");
    const two = inputOf(await bodyOf(kind, {}, { messages: [user, { ...assistant, content: discarded }, results] }));
    assert.deepEqual(
      two.slice(1).map((item) => item.type),
      ["function_call", "function_call_output"],
    );
  });

  it("put images into the results of a model that sees, and a sentence for others (53)", async () => {
    const messages: ModelMessage[] = [
      ...historyWithCall().slice(0, 2),
      {
        role: "tool",
        results: [
          { toolCallId: "call_1", toolName: "f", content: [{ type: "text", text: "See:" }, image], isError: false },
        ],
      },
    ];
    const seen = inputOf(await bodyOf(kind, { vision: true }, { messages })).at(-1);
    assert.deepEqual(seen?.output, [
      { type: "input_text", text: "See:" },
      { type: "input_image", image_url: "data:image/png;base64,aGk=", detail: "auto" },
    ]);
    const blind = inputOf(await bodyOf(kind, { vision: false }, { messages })).at(-1);
    assert.match(String(blind?.output), /^See:\n\[An image/);
  });

  it("mark failed results, and give calls the ids that the API takes (9)", async () => {
    const long = "x".repeat(70);
    const messages: ModelMessage[] = [
      { role: "assistant", content: [{ type: "tool_call", toolCallId: long, toolName: "f", input: {} }] },
      {
        role: "tool",
        results: [{ toolCallId: long, toolName: "f", content: [{ type: "text", text: "no" }], isError: true }],
      },
    ];
    const [call, output] = inputOf(await bodyOf(kind, {}, { messages }));
    assert.equal(call?.call_id, output?.call_id);
    assert.match(String(call?.call_id), /^[\w-]{1,40}$/);
    assert.equal(output?.output, "Error: no");
  });

  it("carry nothing from the environment to a foreign host, and no key where there is none", async () => {
    const environment = {
      OPENAI_ORG_ID: "org",
      OPENAI_PROJECT_ID: "proj",
      OPENAI_API_KEY: "sk-env",
      OPENAI_CUSTOM_HEADERS: "X-Leak: 1",
    };
    const { requests } = await withEnvironment(environment, () => requestsOf(kind, { key: "", environment }));
    const headers = requests[0]?.headers ?? {};
    assert.equal(requests[0]?.url, "/v1/responses");
    for (const name of ["authorization", "openai-organization", "openai-project", "x-leak"]) {
      assert.equal(headers[name], undefined, name);
    }
  });

  const negotiated: readonly (readonly [
    string,
    string,
    Parameters<typeof bodyOf>[2],
    (body: Record<string, unknown>) => void,
  ])[] = [
    [
      "encrypted reasoning",
      "Encrypted content is not supported with this model.",
      {},
      (body) => assert.ok(!("include" in body)),
    ],
    ["include by name", "Unknown parameter: 'include'.", {}, (body) => assert.ok(!("include" in body))],
    [
      "temperature",
      "Unsupported parameter: 'temperature' is not supported with this model.",
      { temperature: 0 },
      (body) => assert.ok(!("temperature" in body)),
    ],
    [
      "effort",
      "Unsupported parameter: 'reasoning.effort' is not supported with this model.",
      { reasoningEffort: "low" },
      (body) => assert.ok(!("reasoning" in body)),
    ],
    ["store", "Unknown parameter: 'store'.", {}, (body) => assert.ok(!("store" in body))],
    [
      "strict",
      "Unknown parameter: 'tools[0].strict'.",
      {},
      (body) => assert.ok(!JSON.stringify(body.tools).includes("strict")),
    ],
    [
      "the output limit",
      "Invalid 'max_output_tokens': 1000 is too large. This model supports at most 512 output tokens.",
      {},
      (body) => assert.equal(body.max_output_tokens, 512),
    ],
    [
      "a limit at all",
      "Unsupported parameter: max_output_tokens",
      {},
      (body) => assert.ok(!("max_output_tokens" in body)),
    ],
    [
      "instructions",
      "Unrecognized field: instructions",
      {},
      (body) => assert.deepEqual(inputOf(body)[0], { type: "message", role: "system", content: "Be brief." }),
    ],
    [
      "images",
      "This model does not support image input.",
      { messages: [{ role: "user", content: [image] }] },
      (body) => assert.match(String(inputOf(body)[0]?.content), /^\[An image/),
    ],
    [
      "reasoning that it cannot decrypt",
      "The encrypted content for item rs_1 could not be verified.",
      { messages: historyWithCall({ raw }) },
      (body) =>
        assert.deepEqual(
          inputOf(body)
            .slice(1)
            .map(({ type, id }) => [type, id]),
          [
            ["message", undefined],
            ["function_call", undefined],
            ["function_call_output", undefined],
          ],
        ),
    ],
  ];
  for (const [name, words, changes, check] of negotiated) {
    it(`learn from a refusal of ${name} (54)`, async () => {
      const { requests, line } = await requestsOf(kind, {}, changes, [refusal(words)]);
      assert.equal(line, "ok stop");
      assert.equal(requests.length, 2);
      check(requests[1]?.body ?? {});
    });
  }

  it("learn that items are not found by their ids (50)", async () => {
    const words = "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false.";
    const messages = historyWithCall({ raw });
    const { requests, line } = await requestsOf(kind, {}, { messages }, [refusal(words, 404), refusal(words, 404)]);
    assert.equal(line, "ok stop");
    const kinds = requests.map(({ body }) =>
      inputOf(body).map(({ type, id }) => (id === undefined ? type : `${type}#`)),
    );
    assert.deepEqual(kinds[0]?.slice(1), ["reasoning#", "message#", "function_call#", "function_call_output"]);
    assert.deepEqual(kinds[1]?.slice(1), ["reasoning", "message", "function_call", "function_call_output"]);
    assert.deepEqual(kinds[2]?.slice(1), ["message", "function_call", "function_call_output"]);
  });

  it("send a reply's schema in plain words when it is refused, and then tell the loop to leave the mode", async () => {
    const responseSchema = { type: "object", properties: { a: { const: "x" } } };
    const words = "Invalid schema for response_format 'reply': 'const' is not permitted.";
    const first = await requestsOf(kind, {}, { responseSchema, tools: [] }, [refusal(words)]);
    assert.equal(first.line, "ok stop");
    const plain = { type: "object", properties: { a: { enum: ["x"] } } };
    assert.deepEqual(first.requests[1]?.body.text, { format: { type: "json_schema", name: "reply", schema: plain } });
    const second = await requestsOf(kind, {}, { responseSchema, tools: [] }, [refusal(words), refusal(words)]);
    assert.equal(second.line, "[error error.guidedUnsupported] error?");
  });

  it("remember what was learnt for the model, and give up what cannot be changed", async () => {
    const server = await startTestModelServer({
      responses: [refusal("Unknown parameter: 'include'."), responsesReply({ text: "ok" })],
    });
    try {
      const client = wireClient(kind, server.openAiUrl);
      await ask(client);
      await ask(client);
      assert.deepEqual(
        server.requests.map(({ body }) => "include" in body),
        [true, false, false],
      );
    } finally {
      await server.close();
    }
    const { requests, line } = await requestsOf(kind, {}, {}, [refusal("I do not like this.")]);
    assert.equal(line, "[error error.request] error?");
    assert.equal(requests.length, 1);
  });
});
