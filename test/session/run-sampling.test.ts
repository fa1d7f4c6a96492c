import assert from "node:assert/strict";
import { toolUse } from "../../src/extension/formats/tool-use.ts";
import type { ModelRequest } from "../../src/extension/ports/model.ts";
import type { ResolvedModel } from "../../src/extension/ports/resolved-model.ts";
import { runSampling, type SamplingRun } from "../../src/extension/session/run-sampling.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import type { Sampling } from "../../src/shared/server-question.ts";

const live = (): SamplingRun => ({ signal: new AbortController().signal, newId: () => "new" });

function modelThatSays(chunks: Chunk[], requests: ModelRequest[] = []): ResolvedModel {
  return {
    id: "p/m",
    client: {
      provider: "p",
      async *stream(request) {
        requests.push(request);
        yield* chunks;
      },
    },
    model: "m",
    label: "M",
    toolMode: "native",
    maxOutputTokens: 1_000,
    vision: true,
    memoryKey: "p m",
  };
}

const end = (finishReason: "stop" | "length" | "error" | "tool_calls", complete = true): Chunk => ({
  type: "round_end",
  finishReason,
  complete,
});

const sampling: Sampling = {
  messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
  maxTokens: 5_000,
  tools: [],
  toolChoice: "auto",
  hints: [],
};

describe("runSampling", () => {
  it("gives the text, and the reason why it ended", async () => {
    const said: Chunk[] = [
      { type: "text_delta", text: "he" },
      { type: "reasoning_delta", text: "hm" },
      { type: "text_delta", text: "llo" },
    ];
    assert.deepEqual(await runSampling(modelThatSays([...said, end("stop")]), sampling, live()), {
      model: "m",
      content: [{ type: "text", text: "hello" }],
      stopReason: "endTurn",
    });
    assert.equal(
      (await runSampling(modelThatSays([...said, end("length")]), sampling, live())).stopReason,
      "maxTokens",
    );
  });

  it("offers the server's tools and brings calls and results along", async () => {
    const requests: ModelRequest[] = [];
    const model = modelThatSays(
      [
        { type: "mcp_tool_created", toolCallId: "c2", toolName: "add", via: "native" },
        { type: "mcp_tool_in_progress", toolCallId: "c2", input: { a: 1 } },
        end("tool_calls"),
      ],
      requests,
    );
    const answer = await runSampling(
      model,
      {
        ...sampling,
        systemPrompt: "Count.",
        temperature: 0.5,
        stopSequences: ["END"],
        tools: [{ name: "add", inputSchema: { type: "object" } }],
        messages: [
          ...sampling.messages,
          { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "add", input: {} }] },
          {
            role: "user",
            content: [
              { type: "tool_result", toolUseId: "c1", content: [{ type: "text", text: "3" }], isError: false },
              { type: "text", text: "go on" },
            ],
          },
        ],
      },
      live(),
    );
    assert.deepEqual(answer.content, [{ type: "tool_use", id: "c2", name: "add", input: { a: 1 } }]);
    assert.equal(answer.stopReason, "toolUse");
    const [request] = requests;
    assert.deepEqual(
      request?.messages.map(({ role }) => role),
      ["user", "assistant", "tool", "user"],
    );
    assert.equal(request?.maxOutputTokens, 1_000, "not more than the person allows");
    assert.deepEqual([request?.system, request?.temperature, request?.stop], ["Count.", 0.5, ["END"]]);
    assert.deepEqual(request?.tools, [{ name: "add", inputSchema: { type: "object" } }]);
  });

  it("teaches a model without calls of its own to write them, and reads them", async () => {
    const requests: ModelRequest[] = [];
    const add = { name: "add", inputSchema: { type: "object", properties: { a: { type: "number" } } } };
    const call = toolUse.renderCall({ name: "add", input: { a: 1 } }, [add]);
    const model = modelThatSays([{ type: "text_delta", text: `I add.\n${call}` }, end("stop")], requests);
    const withTools: Sampling = {
      ...sampling,
      tools: [add],
      messages: [
        ...sampling.messages,
        { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "add", input: { a: 0 } }] },
        {
          role: "user",
          content: [
            { type: "tool_result", toolUseId: "c1", content: [{ type: "text", text: "zero" }], isError: false },
          ],
        },
      ],
    };
    const expected = [
      { type: "text", text: "I add." },
      { type: "tool_use", id: "new", name: "add", input: { a: 1 } },
    ];
    const chosen = await runSampling({ ...model, toolMode: "text" }, withTools, live());
    assert.deepEqual([chosen.content, chosen.stopReason], [expected, "toolUse"]);
    const learned = { ...live(), verdict: { toolMode: "text" as const, learnedAt: 0 } };
    assert.deepEqual((await runSampling({ ...model, toolMode: "auto" }, withTools, learned)).content, expected);
    const [request] = requests;
    assert.deepEqual(request?.tools, []);
    assert.match(request?.system ?? "", /add/);
    assert.match(JSON.stringify(request?.messages), /zero.*The request was: hi/);
    assert.deepEqual(
      request?.messages.map(({ role }) => role),
      ["user", "assistant", "user"],
    );
  });

  it("rejects with a sentence when there is no model, it fails, or its answer breaks off", async () => {
    await assert.rejects(runSampling({ message: "No model is chosen." }, sampling, live()), /No model is chosen/);
    const failing = modelThatSays([
      { type: "error", code: "MODEL_ERROR", message: "Quota used up." },
      end("error", false),
    ]);
    await assert.rejects(runSampling(failing, sampling, live()), /Quota used up/);
    await assert.rejects(runSampling(modelThatSays([end("error", false)]), sampling, live()), /broke off/);
  });
});
