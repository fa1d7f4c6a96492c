import assert from "node:assert/strict";
import { namedTool, toolLimit } from "../../src/extension/loop/refused-tools.ts";
import type { FakeTool } from "../../src/extension/ports/fake-tool-source.ts";
import { FakeToolSource } from "../../src/extension/ports/fake-tool-source.ts";
import { requestRefusedKey } from "../../src/extension/ports/model.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import { ask, createTestChat, lastVersion } from "../support/chat.ts";

const fine: Chunk[] = [{ type: "text_delta", text: "Done." }];
const callOf = (toolName: string): Chunk[] => [
  { type: "mcp_tool_created", toolCallId: `call of ${toolName}`, toolName, via: "native" },
  { type: "mcp_tool_in_progress", toolCallId: `call of ${toolName}`, input: {} },
];
const tool = (name: string): FakeTool => ({ name, builtIn: name === "built_in", run: () => "ok" });
/** Asks, and lets every call run. */
async function askAndApprove(chat: ReturnType<typeof createTestChat>, text: string): Promise<void> {
  const stop = chat.session.onEvents((events) => {
    for (const event of events) {
      if (event.type === "chunk" && event.chunk.type === "mcp_tool_approval_request") {
        chat.session.respond(event.chunk.toolCallId, { decision: "approved", scope: "once", target: "tool" });
      }
    }
  });
  await ask(chat.session, text);
  stop();
}
const tools = ["e", "d", "built_in", "c", "b", "a"].map(tool);

function refusal(words: string): Chunk[] {
  return [
    { type: "error", code: "MODEL_ERROR", message: words, key: requestRefusedKey, params: { detail: words } },
    { type: "round_end", finishReason: "error", complete: false },
  ];
}

const noticesOf = (chat: ReturnType<typeof createTestChat>) =>
  lastVersion(chat.session.conversation).blocks.flatMap((block) => (block.type === "notice" ? [block.notice] : []));
const offeredIn = (chat: ReturnType<typeof createTestChat>) =>
  chat.model.requests.map((request) => request.tools.map(({ name }) => name));

describe("offered tools", () => {
  it("are as many as the provider takes, those in use first, always in the order of their names", async () => {
    const chat = createTestChat({ replies: [callOf("b"), fine], tools });
    chat.model.maxTools = 3;
    await askAndApprove(chat, "Do b.");
    assert.deepEqual(offeredIn(chat), [
      ["a", "b", "built_in"],
      ["a", "b", "built_in"],
    ]);
    const [notice] = noticesOf(chat);
    assert.equal(noticesOf(chat).length, 1);
    assert.equal(notice?.code, "too_many_tools");
    assert.deepEqual(notice?.params, { n: 6, max: 3 });
  });

  it("keep the tools that the conversation has used", async () => {
    const chat = createTestChat({ replies: [callOf("e"), fine, fine], tools });
    await askAndApprove(chat, "Do e.");
    chat.model.maxTools = 2;
    await ask(chat.session, "More.");
    assert.deepEqual(offeredIn(chat).at(-1), ["built_in", "e"]);
  });

  it("are all of them in text mode", async () => {
    const chat = createTestChat({ replies: [fine], tools, model: { toolMode: "text" } });
    chat.model.maxTools = 2;
    await ask(chat.session, "Hello");
    assert.deepEqual(noticesOf(chat), []);
    assert.equal(chat.model.requests[0]?.offered?.length, 6);
  });

  it("leave out a tool that the provider refuses, say why, and remember it until its definition changes", async () => {
    const words = "Invalid schema for function 'c': 'x' is not of type 'object'.";
    const chat = createTestChat({ replies: [refusal(words), fine, fine, fine], tools });
    await ask(chat.session, "Hello");
    assert.deepEqual(offeredIn(chat), [
      ["a", "b", "built_in", "c", "d", "e"],
      ["a", "b", "built_in", "d", "e"],
    ]);
    const [notice] = noticesOf(chat);
    assert.equal(notice?.code, "tool_refused");
    assert.match(notice?.message ?? "", /the tool c.*Invalid schema for function/);
    assert.ok(!lastVersion(chat.session.conversation).blocks.some((block) => block.type === "error"));
    await ask(chat.session, "Again");
    assert.deepEqual(offeredIn(chat).at(-1), ["a", "b", "built_in", "d", "e"]);
    assert.deepEqual(chat.memory.get("scripted model")?.refusedTools, { "c definition of c": words });
    chat.tools.add({ ...tool("c"), definitionHash: "another" });
    await ask(chat.session, "Once more");
    assert.deepEqual(offeredIn(chat).at(-1), ["a", "b", "built_in", "c", "d", "e"]);
  });

  it("leave out one tool after the other, and then show the error", async () => {
    const chat = createTestChat({
      replies: [
        refusal("tools.0.custom.input_schema: bad"),
        refusal("tools.0.custom.input_schema: bad"),
        refusal("bad"),
      ],
      tools,
    });
    await ask(chat.session, "Hello");
    assert.deepEqual(offeredIn(chat).at(-1), ["built_in", "c", "d", "e"]);
    assert.equal(lastVersion(chat.session.conversation).endReason, "error");
  });

  it("do not shrink without end", async () => {
    const chat = createTestChat({
      replies: Array.from({ length: 40 }, () => refusal("tools[0].function is not valid")),
      tools: Array.from({ length: 40 }, (_, index) => tool(`t${index}`)),
    });
    await ask(chat.session, "Hello");
    assert.equal(chat.model.requests.length, 17);
  });

  it("are as many as a refusal names", async () => {
    const words =
      "Invalid 'tools': array too long. Expected an array with maximum length 4, but got an array with length 6.";
    const chat = createTestChat({ replies: [refusal(words), fine], tools });
    await ask(chat.session, "Hello");
    assert.deepEqual(offeredIn(chat).at(-1), ["a", "b", "built_in", "c"]);
    assert.deepEqual(
      noticesOf(chat).map((notice) => notice.code),
      ["tool_limit", "too_many_tools"],
    );
  });
});

describe("a refusal", () => {
  const list = new FakeToolSource(["read", "read_file", "other"].map(tool)).list();
  const cases: readonly (readonly [string, string | undefined])[] = [
    ["Invalid schema for function 'read_file': …", "read_file"],
    ["Invalid schema for function 'read': …", "read"],
    ["Invalid 'tools[2].function.parameters': …", "other"],
    ["tools.1.custom.input_schema: JSON schema is invalid", "read_file"],
    ["GenerateContentRequest.tools[0].function_declarations[2].parameters.properties[x].items: missing field", "other"],
    ["tools[9].function.name: too long", undefined],
    ["temperature must be between 0 and 2", undefined],
    ["The field reading is unknown", undefined],
  ];
  for (const [words, name] of cases) {
    it(`${name === undefined ? "names no tool" : `names ${name}`}: ${words}`, () => {
      assert.equal(namedTool(words, list)?.name, name);
    });
  }

  it("names how many tools there may be", () => {
    assert.equal(toolLimit("Cannot have more than 128 tools per request.", 200), 128);
    assert.equal(
      toolLimit("Invalid 'tools': array too long. Expected an array with maximum length 128, but got 140", 140),
      128,
    );
    assert.equal(toolLimit("Maximum number of tools is 20", 30), 20);
    assert.equal(toolLimit("max_tokens: at most 4096", 5_000), undefined);
    assert.equal(toolLimit("tools[3]: at most 64 characters", 20), undefined);
  });
});
