import assert from "node:assert/strict";
import { guidedUnsupportedKey } from "../../src/extension/ports/model.ts";
import type { ScriptedReply } from "../../src/extension/ports/scripted-model.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import { ask, createTestChat, lastVersion, textOf, toolBlocks } from "../support/chat.ts";

const now = {
  name: "now",
  builtIn: true,
  description: "The time",
  inputSchema: { type: "object", properties: { zone: { $ref: "#/$defs/zone" } }, $defs: { zone: { type: "string" } } },
  run: () => "12:00",
};
const callOf = (zone: string): Chunk[] =>
  spoken({ todo: "Ask the clock.", next: { calls: [{ name: "now", arguments: { zone } }] } });
const answer: Chunk[] = spoken({ todo: "Nothing.", next: { answer: "It is noon." } });
const refusal: Chunk[] = [
  { type: "error", code: "MODEL_ERROR", message: "No schemas here.", key: guidedUnsupportedKey },
  { type: "round_end", finishReason: "error", complete: false },
];

/** A reply that arrives in small pieces. */
function spoken(reply: object): Chunk[] {
  return (JSON.stringify(reply).match(/.{1,5}/gs) ?? []).map((text): Chunk => ({ type: "text_delta", text }));
}

function guidedChat(replies: readonly ScriptedReply[], sendsSchemas = true) {
  const chat = createTestChat({ replies, tools: [now], model: { toolMode: "guided" } });
  chat.model.sendsSchemas = sendsSchemas;
  chat.model.facts = { guided: true };
  return chat;
}

describe("guided mode", () => {
  it("holds replies to a schema of the offered tools and reads calls, reasoning and answer from them", async () => {
    const { session, model, tools } = guidedChat([callOf("UTC"), answer]);
    await ask(session, "Time?");
    const version = lastVersion(session.conversation);
    assert.equal(version.endReason, "done");
    assert.equal(textOf(version.blocks), "It is noon.");
    assert.deepEqual(tools.calls, [{ name: "now", input: { zone: "UTC" } }]);
    assert.equal(toolBlocks(version)[0]?.via, "text");
    assert.ok(version.blocks.some((block) => block.type === "reasoning" && block.text === "Ask the clock."));
    assert.deepEqual(
      version.rounds.map((round) => [round.toolMode, round.textFormat]),
      [
        ["guided", "guided_json"],
        ["guided", "guided_json"],
      ],
    );
    const [first, second] = model.requests;
    assert.equal(first?.temperature, 0);
    assert.deepEqual(first?.tools, []);
    assert.equal(first?.toolMode, "guided");
    const schema = JSON.stringify(first?.responseSchema);
    assert.match(schema, /"const":"now"/);
    assert.match(schema, /"zone":\{"type":"string"\}/);
    assert.doesNotMatch(schema, /\$ref|\$defs/);
    const [, call, results] = second?.messages ?? [];
    assert.deepEqual(call, {
      role: "assistant",
      content: [
        {
          type: "text",
          text: '{"todo":"Ask the clock.","next":{"calls":[{"name":"now","arguments":{"zone":"UTC"}}]}}',
        },
      ],
    });
    assert.match(JSON.stringify(results), /12:00.*The request was: Time\?/);
  });

  it("allows only an answer behind a reply that merely repeats its calls", async () => {
    const { session, model } = guidedChat([callOf("UTC"), callOf("UTC"), answer]);
    await ask(session, "Time?");
    const [, second, third] = model.requests;
    assert.match(JSON.stringify(second?.responseSchema), /"calls"/);
    assert.doesNotMatch(JSON.stringify(third?.responseSchema), /"calls"/);
    assert.match(JSON.stringify(third?.messages.at(-1)), /already have the results of these calls/);
    assert.doesNotMatch(JSON.stringify(third?.messages.at(-1)), /call the tool for it now/);
  });

  it("lets a call be made again that belongs to an earlier message of the user", async () => {
    const { session, model } = guidedChat([callOf("UTC"), answer, callOf("UTC"), answer]);
    await ask(session, "Time?");
    await ask(session, "And now?");
    assert.match(JSON.stringify(model.requests[3]?.responseSchema), /"calls"/);
    assert.match(JSON.stringify(model.requests[2]?.messages), /Nothing\..*next.*answer.*It is noon\./);
  });

  it("goes on in text mode, and remembers, when the server refuses the schema", async () => {
    const textCall = '<tool_use>\n<name>now</name>\n<arguments>{"zone": "UTC"}</arguments>\n</tool_use>';
    const noon: Chunk[] = [{ type: "text_delta", text: "It is noon." }];
    const { session, model, memory } = guidedChat([refusal, [{ type: "text_delta", text: textCall }], noon, noon]);
    await ask(session, "Time?");
    await ask(session, "Again?");
    const version = lastVersion(session.conversation);
    assert.equal(textOf(version.blocks), "It is noon.");
    assert.deepEqual(
      model.requests.map((request) => [request.toolMode, request.responseSchema !== undefined]),
      [
        ["guided", true],
        ["text", false],
        ["text", false],
        ["text", false],
      ],
    );
    assert.equal(memory.get("scripted model")?.guided, false);
    assert.equal(memory.get("scripted model")?.toolMode, undefined);
  });

  it("asks once whether the server holds to a schema when it does not say so", async () => {
    const greeting: Chunk[] = [{ type: "text_delta", text: '{"greeting": "hello"}' }];
    const held = guidedChat([greeting, answer, answer]);
    held.model.facts = {};
    await ask(held.session, "Time?");
    await ask(held.session, "And now?");
    assert.equal(held.model.requests.length, 3);
    assert.equal(held.memory.get("scripted model")?.guided, true);
    const words: Chunk[] = [{ type: "text_delta", text: "Hello there." }];
    const ignored = guidedChat([words, words]);
    ignored.model.facts = {};
    await ask(ignored.session, "Hello");
    assert.deepEqual(
      ignored.model.requests.map((request) => request.toolMode),
      ["guided", "text"],
    );
    assert.equal(ignored.memory.get("scripted model")?.guided, false);
  });

  it("says once a turn that text mode is used when the client cannot send a schema", async () => {
    const { session, model } = guidedChat([[{ type: "text_delta", text: "Hello." }]], false);
    await ask(session, "Hello");
    assert.equal(model.requests[0]?.toolMode, "text");
    const notices = lastVersion(session.conversation).blocks.filter((block) => block.type === "notice");
    assert.deepEqual(
      notices.map((block) => block.notice.code),
      ["guided_refused"],
    );
  });

  it("asks without a frame when there are no tools", async () => {
    const { session, model } = createTestChat({
      replies: [[{ type: "text_delta", text: "Hello." }]],
      model: { toolMode: "guided" },
    });
    model.sendsSchemas = true;
    await ask(session, "Hello");
    assert.equal(model.requests[0]?.responseSchema, undefined);
    assert.equal(textOf(lastVersion(session.conversation).blocks), "Hello.");
  });
});
