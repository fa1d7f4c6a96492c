import assert from "node:assert/strict";
import type { JsonObject } from "../../src/shared/json.ts";
import { meetingPoint } from "../support/meeting-point.ts";
import {
  errorReply,
  type RecordedRequest,
  type ScriptStep,
  startTestModelServer,
  type WireReply,
} from "../support/test-model-server.ts";
import { ask, summarise, wireClient } from "../support/wire-client.ts";
import { type WireKind, wireKinds, wires } from "../support/wires.ts";

const usage: Readonly<Record<WireKind, JsonObject>> = {
  "openai-chat": { prompt_tokens: 7, completion_tokens: 3 },
  "openai-responses": { input_tokens: 7, output_tokens: 3 },
  anthropic: { input_tokens: 7, output_tokens: 3 },
};

/** A whole reply with text and a call, as each API writes it. */
const bodies: Readonly<Record<WireKind, JsonObject>> = {
  "openai-chat": {
    object: "chat.completion",
    choices: [
      {
        index: 0,
        finish_reason: "tool_calls",
        message: {
          role: "assistant",
          content: "hi",
          tool_calls: [{ id: "t1", type: "function", function: { name: "f", arguments: '{"x":1}' } }],
        },
      },
    ],
    usage: usage["openai-chat"],
  },
  "openai-responses": {
    object: "response",
    status: "completed",
    output: [
      { type: "message", id: "m", role: "assistant", content: [{ type: "output_text", text: "hi" }] },
      { type: "function_call", id: "fc", call_id: "t1", name: "f", arguments: '{"x":1}' },
    ],
    usage: usage["openai-responses"],
  },
  anthropic: {
    type: "message",
    role: "assistant",
    content: [
      { type: "text", text: "hi" },
      { type: "tool_use", id: "t1", name: "f", input: { x: 1 } },
    ],
    stop_reason: "tool_use",
    usage: usage.anthropic,
  },
};

/** Refusals of streaming, as they were seen. */
const refusals: readonly (readonly [number, string])[] = [
  [400, "Unsupported value: 'stream' does not support true with this model. Supported values are: false."],
  [400, "Your organization must be verified to stream this model."],
  [400, "This model does not support streaming."],
  [422, "stream=true is not supported"],
  [400, "This model doesn't support tool use in streaming mode."],
  [500, "Cannot use tools with stream"],
  [501, "Streaming is not implemented: unsupported"],
];

/** What a server answers that refuses streams. */
function strict(kind: WireKind, status: number, message: string): ScriptStep {
  return ({ body }: RecordedRequest): WireReply =>
    body.stream === true ? errorReply(status, { error: { message } }) : errorReply(200, bodies[kind]);
}

for (const kind of wireKinds) {
  describe(`a server that does not stream (${kind})`, () => {
    it("gives an answer when it ignores the wish for a stream", async () => {
      const server = await startTestModelServer(wires[kind].script([errorReply(200, bodies[kind])]));
      try {
        const chunks = await ask(wireClient(kind, wires[kind].baseUrl(server)));
        assert.equal(summarise(chunks), 'hi f{"x":1} tool_calls');
        assert.deepEqual(
          chunks.filter(({ type }) => type === "usage"),
          [{ type: "usage", input: 7, output: 3 }],
        );
        assert.equal(server.requests.length, 1);
      } finally {
        await server.close();
      }
    });

    for (const [status, message] of refusals) {
      it(`is asked without one after "${message}" (${status}), and from then on`, async () => {
        const server = await startTestModelServer(wires[kind].script([strict(kind, status, message)]));
        try {
          const client = wireClient(kind, wires[kind].baseUrl(server));
          assert.equal(summarise(await ask(client)), 'hi f{"x":1} tool_calls');
          assert.equal(summarise(await ask(client)), 'hi f{"x":1} tool_calls');
          assert.deepEqual(
            server.requests.map(({ body }) => [body.stream, body.stream_options !== undefined]),
            [
              [true, kind === "openai-chat"],
              [false, false],
              [false, false],
            ],
          );
        } finally {
          await server.close();
        }
      });
    }

    it("is asked again without one by each of the requests that run beside each other", async () => {
      const both = meetingPoint(2);
      const refusal = errorReply(400, { error: { message: "Streaming is not supported." } });
      const server = await startTestModelServer(
        wires[kind].script([
          ({ body }) => {
            if (body.stream !== true) {
              return errorReply(200, bodies[kind]);
            }
            return { ...refusal, parts: [both(), ...refusal.parts] };
          },
        ]),
      );
      try {
        const client = wireClient(kind, wires[kind].baseUrl(server));
        const replies = await Promise.all([ask(client), ask(client)]);
        assert.deepEqual(replies.map(summarise), ['hi f{"x":1} tool_calls', 'hi f{"x":1} tool_calls']);
      } finally {
        await server.close();
      }
    });

    it("is asked twice only, whatever it says", async () => {
      const refusal = errorReply(400, { error: { message: "Streaming is not supported." } });
      const server = await startTestModelServer(wires[kind].script([refusal]));
      try {
        const line = summarise(await ask(wireClient(kind, wires[kind].baseUrl(server))));
        assert.equal(line, "[error error.request] error?");
        assert.equal(server.requests.length, 2);
      } finally {
        await server.close();
      }
    });

    it("is asked for a whole reply at once when the model's setting says so", async () => {
      const server = await startTestModelServer(wires[kind].script([strict(kind, 400, "Streaming is not supported.")]));
      try {
        const client = wireClient(kind, wires[kind].baseUrl(server), { stream: false });
        assert.equal(summarise(await ask(client)), 'hi f{"x":1} tool_calls');
        assert.deepEqual(
          server.requests.map(({ body }) => body.stream),
          [false],
        );
      } finally {
        await server.close();
      }
    });

    it("keeps to streams when a refusal is about something else", async () => {
      const server = await startTestModelServer(
        wires[kind].script([
          errorReply(400, { error: { message: "Unsupported parameter: temperature is not supported." } }),
          wires[kind].reply({ text: "ok" }),
        ]),
      );
      try {
        await ask(wireClient(kind, wires[kind].baseUrl(server)), { temperature: 0.5 });
        assert.ok(server.requests.every(({ body }) => body.stream === true));
      } finally {
        await server.close();
      }
    });
  });
}
