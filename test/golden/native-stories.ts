import type { ScriptedReply } from "../../src/extension/ports/scripted-model.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import { McpError } from "../../src/shared/mcp-error.ts";
import { ask, until } from "../support/chat.ts";
import { type GoldenStory, nativeCall, reasoning, spoken, text } from "./golden-story.ts";
import { addTool, lookTool } from "./golden-tools.ts";

const add = (id: string, a: number, b: number) => nativeCall(id, addTool.name, { a, b });
const look = (id: string, path: string) => nativeCall(id, lookTool.name, { path });
const done = spoken("That is all.");

/** Runs until it is stopped. */
const endless: ScriptedReply = async function* (_request, signal) {
  yield text("I think about it");
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  yield { type: "round_end", finishReason: "abort", complete: false };
};

/** Conversations of a model that calls natively: how calls end. */
export const nativeStories: readonly GoldenStory[] = [
  {
    name: "native-two-calls-and-answer",
    options: {
      replies: [
        [
          reasoning("Two files. "),
          reasoning("Both at once."),
          text("I look at both."),
          ...look("c1", "a.txt"),
          ...look("c2", "b.txt"),
          { type: "usage", input: 120, output: 40, cached: 100, reasoning: 8 },
          {
            type: "round_end",
            finishReason: "tool_calls",
            complete: true,
            providerBlocks: [{ type: "thinking", signature: "kept for this model" }],
          },
        ],
        done,
      ],
    },
    play: ({ session }) => ask(session, "What is in a.txt and b.txt?"),
  },
  {
    name: "native-approved-for-the-session",
    options: { replies: [add("c1", 17, 25), done, add("c2", 1, 2), done] },
    async play({ session }) {
      session.send([{ type: "text", text: "What is 17 + 25?" }]);
      await until(session, () => session.waiting);
      session.respond("c1", { decision: "approved", scope: "session", target: "tool" });
      await until(session, () => !session.running);
      await ask(session, "And 1 + 2?"); // it is not asked again
    },
  },
  {
    name: "native-denied-with-a-reason",
    options: { replies: [add("c1", 17, 25), done] },
    async play({ session }) {
      session.send([{ type: "text", text: "What is 17 + 25?" }]);
      await until(session, () => session.waiting);
      session.respond("c1", { decision: "denied", scope: "once", target: "tool", reason: "do it in your head" });
      await until(session, () => !session.running);
    },
  },
  {
    name: "native-edited-arguments",
    options: { replies: [add("c1", 17, 25), done] },
    async play({ session }) {
      session.send([{ type: "text", text: "What is 17 + 25?" }]);
      await until(session, () => session.waiting);
      const editedInput = { a: 170, b: 250 };
      session.respond("c1", { decision: "approved", scope: "once", target: "tool", editedInput });
      await until(session, () => !session.running);
    },
  },
  {
    name: "native-tool-errors",
    options: {
      replies: [
        [...nativeCall("c1", "refuse", {}), ...nativeCall("c2", "gone", {}), ...nativeCall("c3", "slow", {})],
        done,
      ],
      tools: [
        {
          name: "refuse",
          builtIn: true,
          run: () => ({ content: [{ type: "text", text: "no such order" }], isError: true }),
        },
        {
          name: "gone",
          builtIn: true,
          run: () => {
            throw new McpError("TOOL_EXECUTION_FAILED", "The server has ended.");
          },
        },
        {
          name: "slow",
          builtIn: true,
          run: () => {
            throw new McpError("TIMEOUT", "No answer within 60 s.");
          },
        },
      ],
    },
    play: ({ session }) => ask(session, "Try all three"),
  },
  {
    name: "native-invalid-calls",
    options: {
      replies: [
        [
          ...nativeCall("c1", addTool.name, { a: "seventeen" }),
          ...nativeCall("c2", "subtract", { a: 1 }),
          { type: "mcp_tool_created", toolCallId: "c3", toolName: lookTool.name, via: "native" },
          { type: "mcp_tool_input_delta", toolCallId: "c3", delta: '{"path": "a' },
          {
            type: "mcp_tool_invalid",
            toolCallId: "c3",
            toolName: lookTool.name,
            reason: "truncated",
            raw: '{"path": "a',
            message: "The arguments were cut off.",
          },
        ],
        done,
      ],
    },
    play: ({ session }) => ask(session, "Call something"),
  },
  {
    name: "native-lost-connection",
    options: {
      replies: [
        [
          text("I look "),
          ...look("c1", "a.txt"),
          { type: "error", code: "NETWORK_ERROR", message: "The connection was lost.", action: { id: "retry" } },
          { type: "round_end", finishReason: "error", complete: false },
        ],
      ],
    },
    play: ({ session }) => ask(session, "What is in a.txt?"),
  },
  {
    name: "native-run-by-the-provider",
    options: {
      replies: [
        [
          text("I search."),
          { type: "mcp_tool_created", toolCallId: "p1", toolName: "web_search", via: "provider" },
          { type: "mcp_tool_input_delta", toolCallId: "p1", delta: '{"query":"looms"}' },
          { type: "mcp_tool_in_progress", toolCallId: "p1", input: { query: "looms" } },
          { type: "mcp_tool_call_begin", toolCallId: "p1", startedAt: 1_000 },
          {
            type: "mcp_tool_call_response",
            toolCallId: "p1",
            result: { content: [{ type: "text", text: "A loom weaves." }], isError: false },
          },
          text("A loom weaves."),
        ],
      ],
    },
    play: ({ session }) => ask(session, "What is a loom?"),
  },
  {
    name: "native-stopped",
    options: { replies: [endless] },
    async play({ session }) {
      session.send([{ type: "text", text: "Think" }]);
      await until(session, () => JSON.stringify(session.conversation).includes("about it"));
      await session.stop();
    },
  },
  {
    name: "native-stopped-with-an-open-question",
    options: { replies: [[...look("c1", "a.txt"), ...add("c2", 1, 2)] satisfies Chunk[]] },
    async play({ session }) {
      session.send([{ type: "text", text: "Look and add" }]);
      await until(session, () => session.waiting && JSON.stringify(session.conversation).includes("The text of a.txt"));
      await session.stop();
    },
  },
];
