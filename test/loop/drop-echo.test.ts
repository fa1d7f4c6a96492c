import assert from "node:assert/strict";
import fc from "fast-check";
import { closingLines } from "../../src/extension/formats/format-prompt.ts";
import { EchoFilter } from "../../src/extension/loop/echo-filter.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import { ask, createTestChat, lastVersion, textOf } from "../support/chat.ts";

const [line = ""] = closingLines;
const chars = (text: string): Chunk[] => [...text].map((char) => ({ type: "text_delta", text: char }));

describe("an echo of our own line", () => {
  it("at the end of a reply is discarded, where the person can look at it", async () => {
    for (const end of ["", "\n", "  \n\n"]) {
      const { session } = createTestChat({
        replies: [chars(`It is noon.\n\n${line}${end}`)],
        model: { toolMode: "text" },
      });
      await ask(session, "Time?");
      const { blocks } = lastVersion(session.conversation);
      assert.equal(textOf(blocks).trim(), "It is noon.");
      assert.deepEqual(
        blocks.flatMap((block) => (block.type === "discarded" ? [[block.raw.trim(), block.reason]] : [])),
        [[line, "echo"]],
      );
    }
  });

  it("as the whole reply is an empty reply", async () => {
    const { session } = createTestChat({ replies: [chars(line)], model: { toolMode: "text" } });
    await ask(session, "Time?");
    const { blocks } = lastVersion(session.conversation);
    assert.ok(blocks.some((block) => block.type === "notice" && block.notice.code === "empty_reply"));
  });

  it("is text when more follows, inside a line, in part, or from a native model", async () => {
    for (const [text, toolMode] of [
      [`${line}\nThat was it.`, "text"],
      [`It says: ${line}`, "text"],
      [`Done.\n${line.slice(0, 30)}`, "text"],
      [`Done.\n${line}`, "native"],
    ] as const) {
      const { session } = createTestChat({ replies: [chars(text)], model: { toolMode } });
      await ask(session, "Time?");
      assert.equal(textOf(lastVersion(session.conversation).blocks), text);
    }
  });

  it("is found however the text is split, and nothing is lost", () => {
    const piece = fc.constantFrom(...closingLines, "\n", " ", "a", "If a step", line.slice(0, 9), "You");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.integer({ min: 1, max: 7 }), (pieces, size) => {
        const text = pieces.join("");
        const read = (parts: readonly string[]) => {
          const filter = new EchoFilter(closingLines);
          const shown = parts.map((part) => filter.push(part)).join("");
          const end = filter.end();
          return { text: shown + end.text, echo: end.echo };
        };
        const whole = read([text]);
        assert.equal(whole.text + whole.echo, text);
        assert.deepEqual(read(text.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? []), whole);
      }),
    );
  });
});
