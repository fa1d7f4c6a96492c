import { MemorySessionStore } from "../../src/extension/ports/memory-session-store.ts";
import { SharedSession } from "../../src/extension/session/shared-session.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import { ask, until } from "../support/chat.ts";
import { type GoldenStory, nativeCall, spoken, text } from "./golden-story.ts";
import { addTool, lookTool } from "./golden-tools.ts";

const look = (id: string, path = "a.txt") => nativeCall(id, lookTool.name, { path });
const done = spoken("That is all.");
/** The smallest PNG: one grey point. */
const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==";

/** Conversations about turns and messages: limits, interruptions, branches, attachments. */
export const turnStories: readonly GoldenStory[] = [
  {
    name: "turn-max-rounds-and-on",
    options: { replies: [look("c1"), look("c2", "b.txt"), done], settings: { maxRounds: 2 } },
    async play({ session }) {
      await ask(session, "Look at everything");
      session.continueRounds();
      await until(session, () => !session.running);
    },
  },
  {
    name: "turn-loop-detected",
    options: { replies: Array.from({ length: 6 }, (_, index) => look(`c${index + 1}`)) },
    play: ({ session }) => ask(session, "Look at a.txt"),
  },
  {
    name: "turn-interrupted-and-resumed",
    options: { replies: [nativeCall("c1", addTool.name, { a: 1, b: 2 }), done] },
    async play({ session, store, deps }) {
      session.send([{ type: "text", text: "What is 1 + 2?" }]);
      await until(session, () => JSON.stringify(session.conversation).includes("approval-requested"));
      // The window is gone without a word, and another one opens what it has left.
      const left = new MemorySessionStore();
      left.append(session.sessionId, await store.load(session.sessionId));
      const shared = await SharedSession.open(session.sessionId, { ...deps, store: left, newId: laterIds() });
      await shared.write((opened) => opened.continueRounds());
      await until(shared.session, () => !shared.session.running);
      store.sessions.set(session.sessionId, await left.load(session.sessionId));
    },
  },
  {
    name: "turn-closed-with-the-window",
    options: { replies: [nativeCall("c1", addTool.name, { a: 1, b: 2 })] },
    async play({ session }) {
      session.send([{ type: "text", text: "What is 1 + 2?" }]);
      await until(session, () => session.waiting);
      await session.dispose();
    },
  },
  {
    name: "turn-queued-message",
    options: { replies: [nativeCall("c1", addTool.name, { a: 1, b: 2 }), spoken("Three. In short: 3.")] },
    async play({ session }) {
      session.send([{ type: "text", text: "What is 1 + 2?" }]);
      await until(session, () => session.waiting);
      session.send([{ type: "text", text: "And be brief." }]);
      session.respond("c1", { decision: "approved", scope: "once", target: "tool" });
      await until(session, () => !session.running);
    },
  },
  {
    name: "turn-model-error-and-retry",
    options: {
      replies: [
        [
          { type: "error", code: "MODEL_ERROR", message: "The model is busy.", action: { id: "retry" } },
          { type: "round_end", finishReason: "error", complete: false },
        ] satisfies Chunk[],
        done,
      ],
    },
    async play({ session }) {
      await ask(session, "Hello");
      session.regenerate(session.conversation.messages[1]?.messageId ?? "");
      await until(session, () => !session.running);
    },
  },
  {
    name: "turn-image-for-a-model-that-sees",
    options: { replies: [spoken("A grey point.")], model: { vision: true } },
    async play({ session }) {
      session.send([
        { type: "text", text: "What is this?" },
        { type: "image", data: picture, mimeType: "image/png", name: "point.png" },
      ]);
      await until(session, () => !session.running);
    },
  },
  {
    name: "turn-image-for-a-model-that-does-not-see",
    options: { replies: [spoken("I cannot see it.")], model: { vision: false } },
    async play({ session }) {
      session.send([
        { type: "image", data: picture, mimeType: "image/png", name: "point.png" },
        { type: "text", text: "What is this?" },
        { type: "file", uri: "file:///work/a.txt", name: "a.txt", text: "织\n", range: { from: 1, to: 1 } },
        { type: "resource", uri: "orders://7", name: "Order 7", serverName: "shop", text: "{}" },
      ]);
      await until(session, () => !session.running);
    },
  },
  {
    name: "turn-branches",
    options: { replies: [spoken("One."), spoken("Two."), spoken("Three."), spoken("Four.")] },
    async play({ session }) {
      await ask(session, "Count");
      const [asked, answer] = session.conversation.messages;
      session.regenerate(answer?.messageId ?? "");
      await until(session, () => !session.running);
      session.editMessage(asked?.messageId ?? "", [{ type: "text", text: "Count on" }]);
      await until(session, () => !session.running);
      session.selectVersion(asked?.messageId ?? "");
      const [first] = answer?.role === "assistant" ? answer.versions : [];
      session.selectVersion(answer?.messageId ?? "", first?.versionId);
      await ask(session, "And on");
      session.rename("Counting");
      session.deleteMessage(session.conversation.messages.at(-2)?.messageId ?? "");
    },
  },
  {
    name: "turn-leak-switches-the-mode",
    options: {
      replies: [
        spoken('I look.\n<tool_use>\n<name>look</name>\n<arguments>{"path": "a.txt"}</arguments>\n</tool_use>'),
        spoken('<tool_use>\n<name>look</name>\n<arguments>{"path": "a.txt"}</arguments>\n</tool_use>'),
        done,
      ],
      model: { toolMode: "auto" },
    },
    play: ({ session }) => ask(session, "What is in a.txt?"),
  },
  {
    name: "turn-leak-asked-again-in-guided-mode",
    options: {
      replies: [
        spoken('I look.\n<tool_use>\n<name>look</name>\n<arguments>{"path": "b.txt"}</arguments>\n</tool_use>'),
        spoken('{"todo": "", "next": {"calls": [{"name": "look", "arguments": {"path": "a.txt"}}]}}'),
        spoken('{"todo": "", "next": {"answer": "That is all."}}'),
      ],
      model: { toolMode: "auto" },
    },
    play: ({ session, model }) => {
      model.sendsSchemas = true;
      model.facts = { guided: true };
      return ask(session, "What is in a.txt?");
    },
  },
  {
    name: "turn-empty-and-thinking-only-replies",
    options: { replies: [[{ type: "reasoning_delta", text: "Nothing to say." }], [text("")]] },
    async play({ session }) {
      await ask(session, "Say nothing");
      await ask(session, "Say even less");
    },
  },
];

/** Ids of a second window, which never meet those of the first. */
function laterIds(): () => string {
  let ids = 0;
  return () => `later${++ids}`;
}
