import assert from "node:assert/strict";
import { type ModelFacts, toolsUnsupportedKey } from "../../src/extension/ports/model.ts";
import type { ModelVerdict } from "../../src/extension/ports/model-memory.ts";
import type { ScriptedReply } from "../../src/extension/ports/scripted-model.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import { ask, createTestChat, lastVersion, textOf } from "../support/chat.ts";

const now = {
  name: "now",
  builtIn: true,
  inputSchema: { type: "object", properties: { zone: { type: "string" } } },
  run: () => "12:00",
};
const noon: Chunk[] = [{ type: "text_delta", text: "It is noon." }];
const guidedNoon: Chunk[] = [{ type: "text_delta", text: '{"todo": "Nothing.", "next": {"answer": "It is noon."}}' }];
const greeting: Chunk[] = [{ type: "text_delta", text: '{"greeting": "hello"}' }];
const leak: Chunk[] = [{ type: "text_delta", text: '```json\n{"name": "now", "arguments": {"zone": "UTC"}}\n```' }];
const nativeCall: Chunk[] = [
  { type: "mcp_tool_created", toolCallId: "n1", toolName: "now", via: "native" },
  { type: "mcp_tool_input_delta", toolCallId: "n1", delta: "{}" },
  { type: "mcp_tool_in_progress", toolCallId: "n1", input: {} },
];
const errorOf = (key: string): Chunk[] => [
  { type: "error", code: "MODEL_ERROR", message: "No.", key },
  { type: "round_end", finishReason: "error", complete: false },
];

interface Setup {
  replies: readonly ScriptedReply[];
  facts?: ModelFacts;
  verdict?: Partial<ModelVerdict>;
  sendsSchemas?: boolean;
}

/** What a chat on `auto` asked, said and remembers after one message. */
async function chosen({ replies, facts = {}, verdict, sendsSchemas = true }: Setup) {
  const { session, model, memory } = createTestChat({ replies, tools: [now] });
  model.facts = facts;
  model.sendsSchemas = sendsSchemas;
  if (verdict !== undefined) {
    memory.set("scripted model", { learnedAt: 0, ...verdict });
  }
  await ask(session, "Time?");
  const { blocks } = lastVersion(session.conversation);
  return {
    modes: model.requests.map((request) => request.toolMode),
    notices: blocks.flatMap((block) => (block.type === "notice" ? [block.notice.code] : [])),
    answer: textOf(blocks),
    verdict: memory.get("scripted model"),
    requests: model.requests,
  };
}

describe("the choice of a tool mode", () => {
  it("starts native when the server says nothing", async () => {
    const { modes, notices, verdict } = await chosen({ replies: [noon] });
    assert.deepEqual(modes, ["native"]);
    assert.deepEqual(notices, []);
    assert.equal(verdict, undefined);
  });

  it("follows a server that says that the model takes no tools: guided where it holds replies to a schema", async () => {
    const result = await chosen({ replies: [guidedNoon], facts: { native: false, guided: true } });
    assert.deepEqual(result.modes, ["guided"]);
    assert.deepEqual(result.notices, ["guided_mode_facts"]);
    assert.equal(result.answer, "It is noon.");
    assert.equal(result.verdict?.toolMode, "guided");
    assert.deepEqual(result.verdict?.facts, { native: false, guided: true });
  });

  it("asks with a tiny schema whether the server holds to it when nothing is known", async () => {
    const result = await chosen({ replies: [greeting, guidedNoon], facts: { native: false } });
    assert.deepEqual(result.modes, ["guided", "guided"]);
    assert.deepEqual(result.requests[0]?.tools, []);
    assert.ok((result.requests[0]?.maxOutputTokens ?? 0) < 100);
    assert.equal(result.verdict?.guided, true);
    assert.equal(result.answer, "It is noon.");
  });

  it("uses text mode when the server ignores the schema", async () => {
    const result = await chosen({
      replies: [[{ type: "text_delta", text: "Hello there." }], noon],
      facts: { native: false },
    });
    assert.deepEqual(result.modes, ["guided", "text"]);
    assert.deepEqual(result.notices, ["text_mode_facts"]);
    assert.equal(result.verdict?.guided, false);
    assert.equal(result.verdict?.toolMode, "text");
  });

  it("uses text mode for now, and remembers nothing, when the question got no answer", async () => {
    const result = await chosen({ replies: [errorOf("error.unreachable"), noon], facts: { native: false } });
    assert.deepEqual(result.modes, ["guided", "text"]);
    assert.equal(result.verdict?.guided, undefined);
    assert.equal(result.verdict?.toolMode, undefined);
  });

  it("does not ask a client that cannot send a schema", async () => {
    const result = await chosen({ replies: [noon], facts: { native: false }, sendsSchemas: false });
    assert.deepEqual(result.modes, ["text"]);
  });

  it("repeats a refused request in guided mode", async () => {
    for (const key of [toolsUnsupportedKey, "error.noCall"]) {
      const result = await chosen({ replies: [errorOf(key), greeting, guidedNoon] });
      assert.deepEqual(result.modes, ["native", "guided", "guided"]);
      assert.deepEqual(result.notices, ["guided_mode"]);
      assert.equal(result.answer, "It is noon.");
    }
  });

  it("runs a leaked call and goes on in guided mode", async () => {
    const result = await chosen({ replies: [leak, guidedNoon], facts: { guided: true } });
    assert.deepEqual(result.modes, ["native", "guided"]);
    assert.deepEqual(result.notices, ["guided_mode_leaked"]);
    assert.equal(result.verdict?.toolMode, "guided");
  });

  it("stays native after a leak of a model that was seen to call natively", async () => {
    const tagged = '<tool_use>\n<name>now</name>\n<arguments>{"zone": "UTC"}</arguments>\n</tool_use>';
    const result = await chosen({ replies: [nativeCall, [{ type: "text_delta", text: tagged }], noon] });
    assert.deepEqual(result.modes, ["native", "native", "native"]);
    assert.deepEqual(result.notices, []);
    assert.equal(result.verdict?.toolMode, "native");
  });

  it("follows what is remembered without asking again", async () => {
    const result = await chosen({ replies: [noon], verdict: { toolMode: "text", textFormat: "invoke", facts: {} } });
    assert.deepEqual(result.modes, ["text"]);
    assert.equal(result.requests[0]?.textFormat, "invoke");
    const guided = await chosen({ replies: [guidedNoon], verdict: { toolMode: "guided", textFormat: "invoke" } });
    assert.equal(guided.requests[0]?.textFormat, "guided_json");
  });

  it("waits a second at most for what a server says", async () => {
    const { session, model, clock } = createTestChat({ replies: [noon], tools: [now] });
    let asked = false;
    model.describe = (_model?: string, signal?: AbortSignal) => {
      asked = true;
      return new Promise((resolve) => signal?.addEventListener("abort", () => resolve({}), { once: true }));
    };
    const done = ask(session, "Time?");
    while (!asked) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal(model.requests.length, 0);
    clock.advance(1_000);
    await done;
    assert.deepEqual(
      model.requests.map((request) => request.toolMode),
      ["native"],
    );
  });
});
