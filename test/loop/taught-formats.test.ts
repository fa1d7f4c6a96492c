import assert from "node:assert/strict";
import { taughtFormats, textFormats } from "../../src/extension/formats/formats.ts";
import type { ScriptedReply } from "../../src/extension/ports/scripted-model.ts";
import { ask, createTestChat, lastVersion, textOf, toolBlocks } from "../support/chat.ts";

const write = {
  name: "mcp__fs__write_file",
  builtIn: true,
  description: "Create or overwrite a file",
  inputSchema: {
    type: "object",
    properties: { path: { type: "string" }, content: { type: "string" }, mode: { type: "integer" } },
    required: ["path", "content"],
  },
  run: ({ path }: Record<string, unknown>) => `Wrote ${path}.`,
};
const inputs = [
  { path: "a.html", content: '<p>1 < 2 && "x"</p>\n</content>\n```js\nx\n```', mode: 420 },
  { path: "b.txt", content: "  indented\n\nlast " },
];

for (const id of taughtFormats) {
  const format = textFormats.get(id);
  assert.ok(format);

  describe(`the loop in text mode with ${id}`, () => {
    /** Streams the calls as the model would write them, three characters at a time. */
    const reply: ScriptedReply = async function* (request) {
      const calls = inputs.map((input) => ({ name: write.name, input }));
      const text = `I write two files.\n\n${format.renderCalls(calls, request.offered)}`;
      for (const piece of text.match(/[\s\S]{1,3}/g) ?? []) {
        await Promise.resolve();
        yield { type: "text_delta", text: piece };
      }
      yield { type: "round_end", finishReason: "stop", complete: true };
    };

    it("teaches the tools, runs the calls with their exact arguments, and gives both results back", async () => {
      const { session, model, tools } = createTestChat({
        replies: [reply, [{ type: "text_delta", text: "Both are written." }]],
        tools: [write],
        model: { toolMode: "text", textFormat: id },
      });
      await ask(session, "Write two files.");
      const version = lastVersion(session.conversation);
      assert.deepEqual(
        tools.calls,
        inputs.map((input) => ({ name: write.name, input })),
      );
      assert.match(textOf(version.blocks), /^I write two files\.\s*\|Both are written\.$/);
      assert.deepEqual(
        toolBlocks(version).map(({ via, state }) => [via, state]),
        [
          ["text", "output-available"],
          ["text", "output-available"],
        ],
      );
      assert.equal(version.rounds[0]?.textFormat, id);
      assert.match(
        model.requests[0]?.system ?? "",
        /mcp__fs__write_file\(path: string, content: string, mode\?: integer\)/,
      );
      const [, calls, results] = model.requests[1]?.messages ?? [];
      assert.match(JSON.stringify(calls), /a\.html/);
      assert.match(JSON.stringify(results), /Wrote a\.html\..*Wrote b\.txt\..*Write two files\./s);
    });

    it("shows nothing of the call's markup while it streams", async () => {
      const { session } = createTestChat({
        replies: [reply],
        tools: [write],
        model: { toolMode: "text", textFormat: id },
      });
      let shown = "";
      session.onEvents((events) => {
        for (const event of events) {
          if (event.type === "chunk" && event.chunk.type === "text_delta") {
            shown += event.chunk.text;
          }
        }
      });
      await ask(session, "Write two files.");
      assert.equal(shown.split("(the script")[0]?.trim(), "I write two files.");
    });
  });
}
