import assert from "node:assert/strict";
import { LLMock } from "@copilotkit/aimock";
import { taughtFormats, textFormats } from "../../../src/extension/formats/formats.ts";
import { checkModel } from "../../../src/extension/loop/model-check/check-model.ts";
import { checkProbes, checkTools } from "../../../src/extension/loop/model-check/check-probes.ts";
import { verdictOf } from "../../../src/extension/loop/model-check/check-verdict.ts";
import type { ModelClient, ModelRequest } from "../../../src/extension/ports/model.ts";
import type { ModelCheckReport } from "../../../src/extension/ports/model-check.ts";
import type { ResolvedModel } from "../../../src/extension/ports/resolved-model.ts";
import { createDemoClient } from "../../../src/extension/providers/demo-model.ts";
import type { Chunk } from "../../../src/shared/chunk.ts";
import type { JsonObject } from "../../../src/shared/json.ts";
import { openAiReply } from "../../support/model-replies.ts";
import { errorReply, sseReply, startTestModelServer } from "../../support/test-model-server.ts";
import { impatientClock, wireClient } from "../../support/wire-client.ts";

const never = new AbortController().signal;

function resolved(client: ModelClient, model = "test-model"): ResolvedModel {
  return { id: `x/${model}`, client, model, label: model, toolMode: "auto", maxOutputTokens: 4096, memoryKey: "x" };
}

/** What a model that does everything right calls for each task, by the request's words. */
const rightCalls: Record<string, { name: string; input: JsonObject }[]> = {
  one_call: [{ name: "read_file", input: { path: "config/app.json" } }],
  no_call: [],
  several_calls: [
    { name: "add", input: { a: 17, b: 25 } },
    { name: "echo", input: { text: "one" } },
    { name: "echo", input: { text: "two" } },
  ],
  nested_json: [{ name: "save_settings", input: { name: "printer", settings: { size: "A4", trays: [1, 2] } } }],
  line_breaks: [{ name: "echo", input: { text: 'first "line"\n  {"second": [2]}' } }],
};

const probeOf = (text: string) => checkProbes.find(({ request }) => text.includes(request));
const userText = (request: ModelRequest): string =>
  request.messages
    .flatMap((message) => (message.role === "user" ? message.content : []))
    .map((part) => (part.type === "text" ? part.text : ""))
    .join("");

/** A model by its answers: `reply` gets the task's id (none for the others) and the request. */
function modelThat(
  reply: (probe: string | undefined, request: ModelRequest) => Chunk[],
  more: Partial<ModelClient> = {},
): ModelClient & { requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    provider: "fake",
    requests,
    ...more,
    async *stream(request) {
      requests.push(request);
      const chunks = reply(probeOf(userText(request))?.id, request);
      yield* chunks;
      if (chunks.at(-1)?.type !== "round_end") {
        yield { type: "round_end", finishReason: "stop", complete: true };
      }
    },
  };
}

const say = (text: string): Chunk[] => [{ type: "text_delta", text }];
const native = (calls: { name: string; input: JsonObject }[]): Chunk[] =>
  calls.flatMap(({ name, input }, index): Chunk[] => [
    { type: "mcp_tool_created", toolCallId: `n${index}`, toolName: name, via: "native" },
    { type: "mcp_tool_in_progress", toolCallId: `n${index}`, input },
  ]);
const refused = (key: string): Chunk[] => [
  { type: "error", code: "MODEL_ERROR", message: "No.", key },
  { type: "round_end", finishReason: "error", complete: false },
];
const summary = (report: ModelCheckReport) =>
  report.ways.map(({ mode, textFormat = mode, passed, of }) => `${textFormat} ${passed}/${of}`);

describe("checkModel", () => {
  it("finds what the demo can do, in each way of calling", async () => {
    let ids = 0;
    const client = createDemoClient({ provider: "demo", clock: impatientClock, newId: () => `d${++ids}` });
    const steps: string[] = [];
    const report = await checkModel(
      { model: resolved(client, "demo"), onProgress: ({ step, done, of }) => steps.push(`${step} ${done}/${of}`) },
      never,
    );
    // The demo fills texts and numbers into tools, no objects.
    assert.deepEqual(summary(report), [
      "native 4/5",
      ...(client.sendsSchemas === true ? ["guided 4/5"] : ["guided 0/0"]),
      ...taughtFormats.map((format) => `${format} 4/5`),
    ]);
    assert.equal(report.streams, "yes");
    assert.equal(report.usage, "yes");
    assert.equal(report.severalCalls, "yes");
    assert.equal(report.vision, "no");
    assert.equal(report.verdict.toolMode, "native");
    assert.equal(report.verdict.textFormat, "tool_use");
    assert.equal(report.ended, undefined);
    assert.equal(steps[0], "stream 0/43");
    assert.ok(steps.includes("hermes 36/43"), steps.join());
    assert.ok(report.requests <= 43 && report.tokens > 1000);
  });

  it("finds the format of a model that calls in one only, where the server takes no tools", async () => {
    const client = modelThat((probe, request) => {
      if (request.toolMode === "native" && request.tools.length > 0) {
        return refused("error.toolsUnsupported");
      }
      const calls = rightCalls[probe ?? ""] ?? [];
      const format = textFormats.get("tool_fence");
      return request.textFormat === "tool_fence" && calls.length > 0 && format !== undefined
        ? say(format.renderCalls(calls, checkTools))
        : say("I would rather not.");
    });
    const report = await checkModel({ model: resolved(client) }, never);
    assert.equal(report.ways[0]?.refused?.message, "No.");
    assert.deepEqual(report.verdict, { toolMode: "text", textFormat: "tool_fence", guided: false, vision: false });
    assert.ok(client.requests.every(({ temperature }) => temperature === 0));
    const taught = summary(report).slice(2);
    assert.deepEqual(
      taught,
      taughtFormats.map((format) => (format === "tool_fence" ? "tool_fence 5/5" : `${format} 1/5`)),
    );
  });

  it("prefers native calls, and guided replies to text", async () => {
    const inText = (probe: string | undefined) => {
      const calls = rightCalls[probe ?? ""] ?? [];
      return calls.length === 0 ? say("Paris") : say(textFormats.get("tool_use")?.renderCalls(calls, checkTools) ?? "");
    };
    const guided = (probe: string | undefined) => {
      const calls = (rightCalls[probe ?? ""] ?? []).map(({ name, input }) => ({ name, arguments: input }));
      const next = calls.length === 0 ? { answer: "Paris" } : { calls };
      return say(JSON.stringify({ todo: "It.", next }));
    };
    const nativeToo = modelThat(
      (probe, { toolMode }) =>
        toolMode === "native"
          ? [...say("ok"), ...native(rightCalls[probe ?? ""] ?? [])]
          : toolMode === "guided"
            ? guided(probe)
            : inText(probe),
      { sendsSchemas: true },
    );
    const first = await checkModel({ model: resolved(nativeToo) }, never);
    assert.deepEqual(summary(first).slice(0, 3), ["native 5/5", "guided 5/5", "tool_use 5/5"]);
    assert.equal(first.verdict.toolMode, "native");
    // The same calls, but in the text of the reply.
    const leaky = modelThat((probe, { toolMode }) => (toolMode === "guided" ? guided(probe) : inText(probe)), {
      sendsSchemas: true,
    });
    const second = await checkModel({ model: resolved(leaky) }, never);
    assert.equal(summary(second)[0], "native 1/5");
    assert.match(second.ways[0]?.probes[0]?.why?.message ?? "", /came as text/);
    assert.deepEqual(
      [second.verdict.toolMode, second.verdict.guided, second.verdict.textFormat],
      ["guided", true, "tool_use"],
    );
  });

  it("believes that a model sees when it names both colours", async () => {
    const pictures: string[] = [];
    const painter = (names: string[]) =>
      modelThat((_probe, { messages }) => {
        const image = messages.flatMap((message) =>
          message.role === "user" ? message.content.filter((part) => part.type === "image") : [],
        )[0];
        if (image !== undefined) {
          pictures.push(image.data);
        }
        return say(image === undefined ? "no" : (names.shift() ?? ""));
      });
    const seeing = await checkModel({ model: resolved(painter(["Red.", "It is blue"])) }, never);
    assert.equal(seeing.vision, "yes");
    assert.equal(seeing.verdict.vision, true);
    const guessing = await checkModel({ model: resolved(painter(["red", "red"])) }, never);
    assert.equal(guessing.vision, "no");
    const bytes = Buffer.from(pictures[0] ?? "", "base64");
    assert.equal(bytes.subarray(0, 8).toString("hex"), "89504e470d0a1a0a");
    assert.notEqual(pictures[0], pictures[1]);
  });

  it("says why it could not go on, and asks no further", async () => {
    const client = modelThat(() => refused("error.key"));
    const report = await checkModel({ model: resolved(client) }, never);
    assert.equal(report.ended, "error");
    assert.equal(report.problem?.key, "error.key");
    assert.equal(client.requests.length, 1);
    assert.deepEqual(report.verdict, {});
  });

  it("ends when it is stopped, and when its budget is used up", async () => {
    const stop = new AbortController();
    const client = modelThat((_probe, _request) => {
      if (client.requests.length === 3) {
        stop.abort();
      }
      return say("one two three");
    });
    const stopped = await checkModel({ model: resolved(client) }, stop.signal);
    assert.equal(stopped.ended, "stopped");
    assert.equal(client.requests.length, 3);
    const talker = modelThat(() => [...say("x"), { type: "usage", input: 900, output: 100 }]);
    const poor = await checkModel({ model: resolved(talker), maxTokens: 2500 }, never);
    assert.equal(poor.ended, "budget");
    assert.equal(talker.requests.length, 3);
    const short = await checkModel({ model: resolved(modelThat(() => say("x"))), maxRequests: 4 }, never);
    assert.deepEqual([short.ended, short.requests], ["budget", 4]);
  });

  it("says when a reply was cut at its limit, as those of models that think for long are", async () => {
    const thinker = modelThat(() => [
      { type: "reasoning_delta", text: "Let me think. " },
      { type: "round_end", finishReason: "length", complete: true },
    ]);
    const report = await checkModel({ model: resolved(thinker), maxRequests: 2 }, never);
    assert.equal(report.ways[0]?.probes[0]?.why?.key, "check.tooLong");
  });

  it("decides nothing from nothing", () => {
    assert.deepEqual(verdictOf({ ways: [], vision: "unknown" }), {});
  });
});

describe("checkModel over the wire", () => {
  it("checks a server of the quirk kind that takes no tools and writes calls as text", async () => {
    const server = await startTestModelServer({
      openai: [
        ({ body }) => {
          if (Array.isArray(body.tools)) {
            return errorReply(400, { error: { message: "test-model does not support tools" } });
          }
          if (body.response_format !== undefined) {
            return errorReply(400, { error: { message: "response_format is not supported" } });
          }
          const messages = JSON.stringify(body.messages ?? "");
          const probe = checkProbes.find(({ request }) => messages.includes(JSON.stringify(request).slice(1, -1)));
          const calls = rightCalls[probe?.id ?? ""] ?? [];
          const isTaught = messages.includes("<tool_use>");
          return isTaught && calls.length > 0
            ? openAiReply({ text: textFormats.get("tool_use")?.renderCalls(calls, checkTools) ?? "" })
            : openAiReply({ text: "one two three four five" });
        },
      ],
    });
    try {
      const report = await checkModel({ model: resolved(wireClient("openai-chat", server.openAiUrl)) }, never);
      assert.deepEqual(
        [report.verdict.toolMode, report.verdict.textFormat, report.verdict.guided],
        ["text", "tool_use", false],
      );
      assert.equal(report.ways[0]?.refused !== undefined, true);
      assert.equal(report.ended, undefined);
    } finally {
      await server.close();
    }
  });

  it("says that a reply which comes whole does not stream", async () => {
    const whole = {
      choices: [{ index: 0, message: { role: "assistant", content: "1\n2\n3" }, finish_reason: "stop" }],
    };
    const server = await startTestModelServer({ openai: [errorReply(200, whole)] });
    try {
      const model = resolved(wireClient("openai-chat", server.openAiUrl));
      const report = await checkModel({ model, maxRequests: 1 }, never);
      assert.deepEqual([report.streams, report.usage], ["no", "no"]);
    } finally {
      await server.close();
    }
  });

  it("ends with the provider's words when the connection is lost or the key refused", async () => {
    const server = await startTestModelServer({
      openai: [sseReply(["data: {}\n\n"], "cut"), errorReply(401, { error: { message: "bad key" } })],
    });
    try {
      const model = resolved(wireClient("openai-chat", server.openAiUrl));
      const report = await checkModel({ model }, never);
      assert.equal(report.ended, "error");
      assert.match(report.problem?.message ?? "", /bad key/);
    } finally {
      await server.close();
    }
  });

  it("checks a model of others' fake (aimock) with native calls", async () => {
    const mock = new LLMock({ port: 0, host: "127.0.0.1", chunkSize: 3 });
    for (const { id, request } of checkProbes) {
      const calls = rightCalls[id] ?? [];
      mock.onMessage(
        request,
        calls.length === 0
          ? { content: "Paris" }
          : { toolCalls: calls.map(({ name, input }) => ({ name, arguments: JSON.stringify(input) })) },
      );
    }
    mock.onMessage("Count from 1 to 20", { content: "1\n2\n3\n4\n5\n6\n7\n8\n9\n10" });
    mock.onMessage("What colour", { content: "green" });
    await mock.start();
    try {
      const report = await checkModel({ model: resolved(wireClient("openai-chat", `${mock.baseUrl}/v1`)) }, never);
      assert.equal(summary(report)[0], "native 5/5");
      assert.deepEqual(
        [report.streams, report.severalCalls, report.vision, report.verdict.toolMode],
        ["yes", "yes", "no", "native"],
      );
    } finally {
      await mock.stop();
    }
  });
});
