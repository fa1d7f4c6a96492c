import assert from "node:assert/strict";
import { toolsUnsupportedKey } from "../../src/extension/ports/model.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import { ask, createTestChat, lastVersion, textOf, toolBlocks } from "../support/chat.ts";

const now = {
  name: "now",
  builtIn: true,
  description: "The time",
  inputSchema: { type: "object", properties: { zone: { type: "string" } } },
  run: () => "12:00",
};
const textCall = '<tool_use>\n<name>now</name>\n<arguments>{"zone": "UTC"}</arguments>\n</tool_use>';
const refusal: Chunk[] = [
  {
    type: "error",
    code: "MODEL_ERROR",
    message: "This server does not support tools.",
    key: toolsUnsupportedKey,
  },
  { type: "round_end", finishReason: "error", complete: false },
];

describe("text mode", () => {
  it("repeats a refused request in text mode, runs the call, and remembers the verdict", async () => {
    const { session, model, memory, tools } = createTestChat({
      replies: [refusal, [{ type: "text_delta", text: textCall }], [{ type: "text_delta", text: "It is noon." }]],
      tools: [now],
    });
    await ask(session, "Time?");
    const version = lastVersion(session.conversation);
    assert.equal(version.endReason, "done");
    assert.equal(textOf(version.blocks), "It is noon.");
    assert.deepEqual(tools.calls, [{ name: "now", input: { zone: "UTC" } }]);
    assert.ok(version.blocks.some((block) => block.type === "notice" && block.notice.code === "text_mode"));
    assert.ok(!version.blocks.some((block) => block.type === "error"));
    assert.deepEqual(
      version.rounds.map((round) => [round.round, round.toolMode, round.textFormat]),
      [
        [0, "text", "tool_use"],
        [1, "text", "tool_use"],
      ],
    );
    assert.equal(memory.get("scripted model")?.toolMode, "text");
    assert.equal(model.requests[0]?.tools.length, 1);
    for (const request of model.requests.slice(1)) {
      assert.deepEqual(request.tools, []);
      assert.equal(request.temperature, 0);
      assert.match(request.system, /now\(/);
      assert.ok(request.messages.every((message) => message.role !== "tool"));
    }
    const [, call, results] = model.requests[2]?.messages ?? [];
    assert.match(JSON.stringify(call), /<name>now<\/name>/);
    assert.match(JSON.stringify(results), /12:00.*Time\?/);
  });

  it("stays native when the user said so, and shows the error", async () => {
    const { session, model } = createTestChat({ replies: [refusal], tools: [now], model: { toolMode: "native" } });
    await ask(session, "Time?");
    assert.equal(model.requests.length, 1);
    assert.equal(lastVersion(session.conversation).endReason, "error");
  });

  it("cuts what the model invents after its call, ends the request, and sends none of it back", async () => {
    let sent = 0;
    const invented = "\n<tool_use_result>\n<result>13:00</result>\n</tool_use_result>\nIt is one o'clock.";
    const { session, model } = createTestChat({
      replies: [
        async function* (_, signal) {
          for (const text of [textCall, ...invented, ..." and so on".repeat(100)]) {
            await Promise.resolve();
            if (signal.aborted) {
              break;
            }
            sent++;
            yield { type: "text_delta", text };
          }
          yield { type: "round_end", finishReason: "abort", complete: false };
        },
        [{ type: "text_delta", text: "It is noon." }],
      ],
      tools: [now],
      model: { toolMode: "text" },
    });
    await ask(session, "Time?");
    const version = lastVersion(session.conversation);
    assert.equal(version.endReason, "done");
    assert.equal(textOf(version.blocks), "It is noon.");
    assert.ok(sent < 400, `${sent} pieces were read before the request ended`);
    assert.ok(version.blocks.some((block) => block.type === "discarded"));
    assert.doesNotMatch(JSON.stringify(model.requests[1]), /13:00|one o'clock/);
  });

  it("tells a model that repeats a call that it has the result already", async () => {
    const reply: Chunk[] = [{ type: "text_delta", text: textCall }];
    const { session, model } = createTestChat({
      replies: [reply, reply, [{ type: "text_delta", text: "It is noon." }]],
      tools: [now],
      model: { toolMode: "text" },
    });
    await ask(session, "Time?");
    assert.doesNotMatch(JSON.stringify(model.requests[1]), /exactly these calls before/);
    assert.match(JSON.stringify(model.requests[2]?.messages.at(-1)), /exactly these calls before/);
  });

  it("tells the model what is wrong with a call whose arguments are not JSON", async () => {
    const { session, model } = createTestChat({
      replies: [
        [
          {
            type: "text_delta",
            text: "<tool_use>\n<name>now</name>\n<arguments>{zone is UTC}</arguments>\n</tool_use>",
          },
        ],
        [{ type: "text_delta", text: "Sorry." }],
      ],
      tools: [now],
      model: { toolMode: "text" },
    });
    await ask(session, "Time?");
    assert.equal(toolBlocks(lastVersion(session.conversation))[0]?.invalid?.reason, "invalid_json");
    const [, call, results] = model.requests[1]?.messages ?? [];
    assert.match(JSON.stringify(call), /zone is UTC/);
    assert.match(JSON.stringify(results), /JSON/);
  });
});
