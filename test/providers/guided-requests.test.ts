import assert from "node:assert/strict";
import { toResponseFormat } from "../../src/extension/providers/response-format.ts";
import { bodyOf, requestsOf } from "../support/sent-requests.ts";
import { errorReply } from "../support/test-model-server.ts";

const responseSchema = {
  type: "object",
  properties: {
    todo: { type: "string", maxLength: 160 },
    kind: { const: "x" },
    size: { type: ["integer", "null"], minimum: 0, default: 1, description: "Size" },
    name: { type: "string", pattern: "^a", format: "uri", maxLength: 100_000 },
  },
  required: ["todo"],
  additionalProperties: false,
};
const guided = { responseSchema, toolMode: "guided" as const, tools: [] };
const schemaRefusal = (status: number) =>
  errorReply(status, { error: { message: "Invalid schema for response_format: 'const' is not permitted." } });

describe("guided requests to Chat Completions", () => {
  it("carry the schema, without what no grammar can hold", async () => {
    const { response_format } = await bodyOf("openai-chat", {}, guided);
    assert.deepEqual(response_format, {
      type: "json_schema",
      json_schema: {
        name: "reply",
        strict: true,
        schema: {
          type: "object",
          properties: {
            todo: { type: "string", maxLength: 160 },
            kind: { const: "x" },
            size: { type: ["integer", "null"], minimum: 0 },
            name: { type: "string" },
          },
          required: ["todo"],
          additionalProperties: false,
        },
      },
    });
  });

  it("are made again with the plainest keywords when the server refuses the schema", async () => {
    for (const status of [400, 422, 500]) {
      const { requests, line } = await requestsOf("openai-chat", {}, guided, [schemaRefusal(status)]);
      assert.equal(line, "ok stop");
      assert.equal(requests.length, 2);
      assert.deepEqual(requests[1]?.body.response_format, {
        type: "json_schema",
        json_schema: {
          name: "reply",
          schema: {
            type: "object",
            properties: {
              todo: { type: "string" },
              kind: { enum: ["x"] },
              size: { anyOf: [{ type: "integer" }, { type: "null" }] },
              name: { type: "string" },
            },
            required: ["todo"],
            additionalProperties: false,
          },
        },
      });
    }
  });

  it("end with an error by which the loop leaves the mode when that is refused too", async () => {
    const refusals = [schemaRefusal(400), schemaRefusal(400)];
    const { requests, line } = await requestsOf("openai-chat", {}, guided, refusals);
    assert.equal(line, "[error error.guidedUnsupported] error?");
    assert.equal(requests.length, 2);
  });

  it("leave other refusals as they are, and tools that make no grammar to the loop", async () => {
    const other = errorReply(400, { error: { message: "The field messages is empty" } });
    assert.equal((await requestsOf("openai-chat", {}, guided, [other])).line, "[error error.request] error?");
    const grammar = errorReply(400, { error: { message: "failed to parse grammar" } });
    assert.equal((await requestsOf("openai-chat", {}, {}, [grammar])).line, "[error error.toolsUnsupported] error?");
  });

  it("keep the order of properties, in which a model writes them", () => {
    const schema = { type: "object", properties: { todo: {}, next: { oneOf: [{ const: 1 }, { title: "t" }] } } };
    assert.equal(
      JSON.stringify(toResponseFormat(schema, true)),
      '{"type":"json_schema","json_schema":{"name":"reply","schema":{"type":"object","properties":{"todo":{},"next":{"anyOf":[{"enum":[1]},{}]}}}}}',
    );
  });
});

describe("reasoning effort", () => {
  it("is sent as reasoning_effort, and left out when the server does not take it", async () => {
    const changes = { reasoningEffort: "high" as const };
    assert.equal((await bodyOf("openai-chat", {}, changes)).reasoning_effort, "high");
    assert.ok(!("reasoning_effort" in (await bodyOf("openai-chat"))));
    const refusal = errorReply(400, { error: { message: "Unrecognized request argument supplied: reasoning_effort" } });
    const { requests, line } = await requestsOf("openai-chat", {}, changes, [refusal]);
    assert.equal(line, "ok stop");
    assert.ok(!("reasoning_effort" in (requests[1]?.body ?? {})));
  });
});
