import assert from "node:assert/strict";
import { isJsonObject } from "../../src/shared/json.ts";
import { ask, createTestChat, lastVersion, type TestChat, textOf, toolBlocks } from "../support/chat.ts";
import { assertSendable } from "../support/sendable.ts";
import { type ScriptStep, sseReply, startTestModelServer } from "../support/test-model-server.ts";
import { wireClient } from "../support/wire-client.ts";
import { type WireKind, wireKinds, wires } from "../support/wires.ts";

const add = {
  name: "add",
  builtIn: true,
  inputSchema: { type: "object", properties: { a: { type: "number" }, b: { type: "number" } } },
  run: ({ a, b }: Record<string, unknown>) => String(Number(a) + Number(b)),
};
const rounds = [
  { reasoning: "hm", text: "Let me add.", calls: [{ id: "call_1", name: "add", input: { a: 17, b: 25 } }] },
  { reasoning: "so", text: "It is 42, as the tool says." },
];

interface Played {
  chat: TestChat;
  /** How often the tool had run when the turn with the cut had ended. */
  runs: number;
}

/**
 * Plays the conversation with one cut: the request of round `at` ends after `count` events. A request that is sent again
 * is answered whole. Then the person writes on.
 */
async function play(kind: WireKind, at: number, count: number): Promise<Played> {
  const wire = wires[kind];
  const whole = rounds.map((reply) => wire.events(reply));
  let isCut = false;
  const answer: ScriptStep = ({ body }) => {
    const text = JSON.stringify(body);
    const round = text.includes("Go on.") ? 2 : /"42"|\[\{"type":"text","text":"42"/.test(text) ? 1 : 0;
    if (round === 2) {
      return wire.reply({ text: "Here I am again." });
    }
    if (round === at && !isCut) {
      isCut = true;
      return sseReply(whole[round]?.slice(0, count) ?? [], "cut");
    }
    return sseReply(whole[round] ?? []);
  };
  const server = await startTestModelServer(wire.script([answer]));
  try {
    const client = wireClient(kind, wire.baseUrl(server));
    const chat = createTestChat({ tools: [add], model: { client, model: "test-model", toolMode: "native" } });
    await ask(chat.session, "What is 17 + 25?");
    const runs = chat.tools.calls.length;
    await ask(chat.session, "Go on.");
    for (const { body } of server.requests) {
      assertSendable(kind, isJsonObject(body) ? body : {});
    }
    return { chat, runs };
  } finally {
    await server.close();
  }
}

for (const kind of wireKinds) {
  describe(`a conversation of two rounds with a cut connection (${kind})`, () => {
    for (const [at, reply] of rounds.entries()) {
      const events = wires[kind].events(reply);
      const endAt = events.findIndex((part) => wires[kind].end.test(part));

      it(`goes on after a cut behind each of the ${events.length} events of round ${at + 1}`, async () => {
        for (let count = 0; count <= events.length; count += 1) {
          const place = `cut after ${count} events`;
          const { chat, runs } = await play(kind, at, count);
          const { conversation } = chat.session;
          const first = conversation.messages.find((message) => message.role === "assistant");
          const version = first?.role === "assistant" ? first.versions[0] : undefined;
          assert.ok(version !== undefined, place);
          // Shown and lost ends the turn; lost before anything was shown is sent again; whole is whole.
          const isWhole = count > endAt;
          assert.match(version.endReason ?? "", isWhole ? /^done$/ : /^(done|error)$/, place);
          const expectsRun = at === 1 || version.endReason === "done";
          assert.equal(runs, expectsRun ? 1 : 0, place);
          assert.equal(chat.tools.calls.length, runs, `${place}: nothing ran later`);
          assert.ok(
            toolBlocks(version).every(({ state }) => state === "output-available" || state === "output-error"),
            place,
          );
          assert.equal(textOf(lastVersion(conversation).blocks), "Here I am again.", place);
        }
      });
    }
  });
}
