import assert from "node:assert/strict";
import type { Chunk } from "../../src/shared/chunk.ts";
import { ask, createTestChat, lastVersion, type TestChat, type TestChatOptions, toolBlocks } from "../support/chat.ts";

const now = {
  name: "now",
  builtIn: true,
  description: "The time",
  inputSchema: { type: "object", properties: { zone: { type: "string" } }, required: ["zone"] },
  run: () => "12:00",
};
const inFence = '```json\n{"name": "now", "arguments": {"zone": "UTC"}}\n```';
const inTags = '<tool_use>\n<name>now</name>\n<arguments>{"zone": "UTC"}</arguments>\n</tool_use>';
const noon = says("It is noon.");
const native: Chunk[] = [
  { type: "mcp_tool_created", toolCallId: "n1", toolName: "now", via: "native" },
  { type: "mcp_tool_input_delta", toolCallId: "n1", delta: '{"zone":"UTC"}' },
  { type: "mcp_tool_in_progress", toolCallId: "n1", input: { zone: "UTC" } },
];
const inSchema = (next: object) => says(JSON.stringify({ todo: "", next }));
const guidedCall = inSchema({ calls: [{ name: "now", arguments: { zone: "Asia/Tokyo" } }] });
const guidedAnswer = inSchema({ answer: "It is noon." });

/** A reply in small pieces. */
function says(text: string): Chunk[] {
  return (text.match(/.{1,5}/gs) ?? []).map((piece): Chunk => ({ type: "text_delta", text: piece }));
}

function chatWith(replies: TestChatOptions["replies"], guided: boolean): TestChat {
  const chat = createTestChat({ replies: replies ?? [], tools: [now] });
  chat.model.sendsSchemas = guided;
  chat.model.facts = guided ? { guided: true } : {};
  return chat;
}

const modes = ({ model }: TestChat) => model.requests.map((request) => request.toolMode);
const noticesOf = ({ session }: TestChat) =>
  lastVersion(session.conversation).blocks.flatMap((block) => (block.type === "notice" ? [block.notice.code] : []));

describe("a call that leaks into the text of a model that nobody knows", () => {
  for (const [where, leak] of Object.entries({ "a fence": inFence, tags: inTags })) {
    it(`is not run when it stands in ${where}; the same request is made again in guided mode`, async () => {
      const chat = chatWith([says(leak), guidedCall, guidedAnswer], true);
      await ask(chat.session, "Time?");
      const version = lastVersion(chat.session.conversation);
      assert.equal(version.endReason, "done");
      assert.deepEqual(modes(chat), ["native", "guided", "guided"]);
      assert.deepEqual(chat.tools.calls, [{ name: "now", input: { zone: "Asia/Tokyo" } }]);
      assert.equal(toolBlocks(version).length, 1);
      assert.deepEqual(noticesOf(chat), ["guided_mode_leaked"]);
      const [first, second] = chat.model.requests;
      assert.deepEqual(second?.messages, first?.messages);
      assert.deepEqual(
        version.blocks.flatMap((block) => (block.type === "discarded" ? [[block.reason, block.raw]] : [])),
        [["leaked_call", leak]],
      );
      assert.equal(chat.memory.get("scripted model")?.toolMode, "guided");
    });
  }

  it("runs where the client cannot send a schema, and the next round is in text mode", async () => {
    const chat = chatWith([says(inTags), noon], false);
    await ask(chat.session, "Time?");
    assert.deepEqual(modes(chat), ["native", "text"]);
    assert.equal(chat.tools.calls.length, 1);
    assert.deepEqual(noticesOf(chat), ["text_mode_leaked"]);
  });

  it("is released when the server turns out to hold no reply to a schema", async () => {
    const chat = chatWith([says(inTags), says("Hello there."), noon, says(inTags), noon], true);
    chat.model.facts = {};
    await ask(chat.session, "Time?");
    assert.deepEqual(modes(chat), ["native", "guided", "text"]);
    assert.equal(toolBlocks(lastVersion(chat.session.conversation))[0]?.state, "output-available");
    assert.deepEqual(noticesOf(chat), ["text_mode_leaked"]);
    assert.equal(chat.memory.get("scripted model")?.guided, false);
    await ask(chat.session, "And now?");
    assert.deepEqual(modes(chat).slice(3), ["text", "text"]);
  });

  it("is asked for again when the server shows by a small question that it takes schemas", async () => {
    const chat = chatWith([says(inTags), says('{"greeting": "hello"}'), guidedCall, guidedAnswer], true);
    chat.model.facts = {};
    await ask(chat.session, "Time?");
    assert.deepEqual(modes(chat), ["native", "guided", "guided", "guided"]);
    assert.deepEqual(chat.tools.calls, [{ name: "now", input: { zone: "Asia/Tokyo" } }]);
  });

  it("leads to text mode also when it names no tool that exists", async () => {
    const chat = chatWith([says(inTags.replace("<name>now", "<name>clock")), noon], false);
    await ask(chat.session, "Time?");
    assert.deepEqual(modes(chat), ["native", "text"]);
    assert.deepEqual(noticesOf(chat), ["text_mode_leaked"]);
  });

  it("costs one request for a model, not one for each chat", async () => {
    const chat = chatWith([says(inFence), guidedCall, guidedAnswer, guidedCall, guidedAnswer], true);
    await ask(chat.session, "Time?");
    await ask(chat.session, "And now?");
    assert.deepEqual(modes(chat), ["native", "guided", "guided", "guided", "guided"]);
  });

  it("leaves no trace of the discarded reply in what the model reads later, and keeps its tokens", async () => {
    const usage: Chunk = { type: "usage", input: 100, output: 20 };
    const chat = chatWith([[...says(`I ask the clock.\n${inTags}`), usage], guidedAnswer, guidedAnswer], true);
    await ask(chat.session, "Time?");
    await ask(chat.session, "Sure?");
    const version = chat.session.conversation.messages.find((message) => message.role === "assistant")?.versions[0];
    assert.deepEqual(
      version?.rounds.map(({ round, toolMode, usage: used }) => [round, toolMode, used?.output]),
      [
        [0, "native", 20],
        [1, "guided", undefined],
      ],
    );
    assert.doesNotMatch(JSON.stringify(chat.model.requests.slice(1)), /I ask the clock/);
    assert.equal(chat.model.requests[2]?.messages.length, 3);
  });

  it("never shows a tool block, and says how much is held back", async () => {
    const chat = chatWith([says(inTags), guidedAnswer], true);
    const seen: string[] = [];
    let held = 0;
    chat.session.onEvents((events) =>
      seen.push(...events.flatMap((event) => (event.type === "chunk" ? [event.chunk.type] : []))),
    );
    chat.session.onHeld((characters) => {
      held = Math.max(held, characters);
    });
    await ask(chat.session, "Time?");
    assert.ok(!seen.some((type) => type.startsWith("mcp_tool")), seen.join());
    assert.ok(held > 0);
  });

  it("counts also when the call names no tool that exists", async () => {
    const wrong = inTags.replace("<name>now", "<name>clock");
    const chat = chatWith([says(wrong), guidedCall, guidedAnswer], true);
    await ask(chat.session, "Time?");
    assert.deepEqual(modes(chat), ["native", "guided", "guided"]);
    assert.equal(toolBlocks(lastVersion(chat.session.conversation)).length, 1);
  });

  it("runs when a native call follows it in the same reply, and the model stays native", async () => {
    const chat = chatWith([[...says(inTags), ...native], noon], true);
    await ask(chat.session, "Time?");
    assert.deepEqual(modes(chat), ["native", "native"]);
    assert.deepEqual(
      toolBlocks(lastVersion(chat.session.conversation)).map(({ via, state }) => [via, state]),
      [
        ["text", "output-available"],
        ["native", "output-available"],
      ],
    );
  });

  it("runs when the model was seen to call natively before", async () => {
    const chat = chatWith([native, noon, says(inTags), noon], true);
    await ask(chat.session, "Time?");
    await ask(chat.session, "And now?");
    assert.deepEqual(modes(chat), ["native", "native", "native", "native"]);
    assert.equal(chat.tools.calls.length, 2);
  });

  it("runs when the user chose native mode", async () => {
    const chat = createTestChat({ replies: [says(inTags), noon], tools: [now], model: { toolMode: "native" } });
    await ask(chat.session, "Time?");
    assert.deepEqual(modes(chat), ["native", "native"]);
    assert.equal(chat.tools.calls.length, 1);
  });

  it("is told as a call that did not run when the reply was lost behind it", async () => {
    const lost: Chunk[] = [
      ...says(inTags),
      { type: "error", code: "NETWORK_ERROR", message: "The connection was lost." },
      { type: "round_end", finishReason: "error", complete: false },
    ];
    const chat = chatWith([lost], true);
    await ask(chat.session, "Time?");
    const version = lastVersion(chat.session.conversation);
    assert.equal(version.endReason, "error");
    assert.deepEqual(modes(chat), ["native"]);
    assert.equal(toolBlocks(version)[0]?.state, "output-error");
    assert.equal(chat.tools.calls.length, 0);
  });

  it("is asked for again also when the output limit cut it", async () => {
    const cut: Chunk[] = [...says(inTags.slice(0, 60)), { type: "round_end", finishReason: "length", complete: true }];
    const chat = chatWith([cut, guidedCall, guidedAnswer], true);
    await ask(chat.session, "Time?");
    assert.deepEqual(modes(chat), ["native", "guided", "guided"]);
  });

  it("ends with the turn when the person stops it meanwhile", async () => {
    const chat = chatWith(
      [
        async function* (_, signal) {
          yield* says(inTags);
          chat.session.stop();
          await Promise.resolve();
          yield { type: "round_end", finishReason: "abort", complete: !signal.aborted };
        },
      ],
      true,
    );
    await ask(chat.session, "Time?");
    assert.equal(lastVersion(chat.session.conversation).endReason, "stopped");
    assert.equal(chat.model.requests.length, 1);
    assert.equal(chat.tools.calls.length, 0);
  });
});
