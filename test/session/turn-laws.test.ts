import assert from "node:assert/strict";
import fc from "fast-check";
import { createLoop } from "../../src/extension/loop/create-loop.ts";
import { defaultChain } from "../../src/extension/loop/default-chain.ts";
import type { Middleware } from "../../src/extension/loop/middleware.ts";
import { toModelMessages } from "../../src/extension/loop/to-model-messages.ts";
import type { FakeTool } from "../../src/extension/ports/fake-tool-source.ts";
import type { ModelMessage } from "../../src/extension/ports/model.ts";
import type { ScriptedReply } from "../../src/extension/ports/scripted-model.ts";
import { ChatSession } from "../../src/extension/session/chat-session.ts";
import { applySessionEvent, createConversation } from "../../src/shared/apply-session-event.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import { ask, createTestChat, lastVersion, toolBlocks } from "../support/chat.ts";

const nextTick = () => new Promise<void>((resolve) => setImmediate(resolve));

/** After so many rounds of the event loop the person stops whatever still runs or waits. */
const patience = 60;

const toolNames = ["quick", "failing", "throwing", "slow", "deaf", "asking"] as const;

const tools: FakeTool[] = [
  { name: "quick", builtIn: true, run: () => "fine" },
  { name: "failing", builtIn: true, run: () => ({ content: [{ type: "text", text: "no" }], isError: true }) },
  {
    name: "throwing",
    builtIn: true,
    run: () => {
      throw new Error("broken");
    },
  },
  {
    name: "slow",
    builtIn: true,
    run: async (_, { onProgress }) => {
      await nextTick();
      onProgress({ progress: 1 });
      await nextTick();
      setImmediate(() => onProgress({ progress: 2, message: "too late" }));
      return "at last";
    },
  },
  { name: "deaf", builtIn: true, run: () => new Promise<string>(() => {}) },
  {
    name: "asking",
    inputSchema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
    run: () => "allowed",
  },
];

/** What a reply does, one after the other. `id` is made unique when it is played. */
const step = fc.oneof(
  fc.record({ kind: fc.constant("text" as const), text: fc.constantFrom("Hello. ", "<tool_", "```\n", "so") }),
  fc.record({ kind: fc.constant("reasoning" as const), text: fc.constantFrom("hm ", "<tool_use>") }),
  fc.record({
    kind: fc.constant("text call" as const),
    name: fc.constantFrom(...toolNames, "nobody"),
    closed: fc.boolean(),
  }),
  fc.record({
    kind: fc.constantFrom("call" as const, "call" as const, "open call" as const, "invalid call" as const),
    name: fc.constantFrom(...toolNames, "asking" as const, "nobody"),
    n: fc.oneof(fc.nat(2), fc.constant("x")),
  }),
  fc.record({ kind: fc.constant("provider call" as const), answered: fc.boolean() }),
  fc.record({ kind: fc.constant("pause" as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const reply = fc.record({
  steps: fc.array(step, { maxLength: 6 }),
  end: fc.constantFrom("stop", "stop", "stop", "length", "lost", "none", "throw"),
});
type Reply = typeof reply extends fc.Arbitrary<infer Value> ? Value : never;

const person = fc.record({
  /** What the person does with the questions, in turn. */
  answers: fc.array(fc.constantFrom("approve", "approve", "edit", "session", "deny", "cancel", "never"), {
    minLength: 1,
    maxLength: 4,
  }),
  /** Events of the event loop that an answer takes; 0 answers while the question is told. */
  delay: fc.nat(2),
  /** Stops at this chunk. */
  stopAt: fc.option(fc.nat(30), { nil: undefined }),
  queueAt: fc.option(fc.nat(20), { nil: undefined }),
});
type Person = typeof person extends fc.Arbitrary<infer Value> ? Value : never;

/** A hook with a bug: at which place of the chain and at which chunk. */
const fault = fc.option(
  fc.record({ place: fc.nat(10), chunk: fc.nat(25), where: fc.constantFrom("process", "process", "prepare") }),
  { nil: undefined },
);
type Fault = typeof fault extends fc.Arbitrary<infer Value> ? Value : never;

function chunksOf(item: Step, id: string): Chunk[] {
  switch (item.kind) {
    case "text":
      return [{ type: "text_delta", text: item.text }];
    case "reasoning":
      return [{ type: "reasoning_delta", text: item.text }];
    case "text call": {
      const call = `\n<tool_use>\n<name>${item.name}</name>\n<arguments>{"n": 1}</arguments>\n`;
      return [{ type: "text_delta", text: item.closed ? `${call}</tool_use>\n` : call.slice(0, -20) }];
    }
    case "call":
    case "open call":
    case "invalid call": {
      const begun: Chunk[] = [
        { type: "mcp_tool_created", toolCallId: id, toolName: item.name, via: "native" },
        { type: "mcp_tool_input_delta", toolCallId: id, delta: JSON.stringify({ n: item.n }) },
      ];
      const rest: Record<typeof item.kind, Chunk[]> = {
        call: [{ type: "mcp_tool_in_progress", toolCallId: id, input: { n: item.n } }],
        "open call": [],
        "invalid call": [
          { type: "mcp_tool_invalid", toolCallId: id, reason: "invalid_json", raw: "{", message: "That is not JSON." },
        ],
      };
      return [...begun, ...rest[item.kind]];
    }
    case "provider call": {
      const result = { content: [{ type: "text" as const, text: "found" }], isError: false };
      return [
        { type: "mcp_tool_created", toolCallId: id, toolName: "web_search", via: "provider" },
        { type: "mcp_tool_in_progress", toolCallId: id, input: {} },
        ...(item.answered ? [{ type: "mcp_tool_call_response" as const, toolCallId: id, result }] : []),
      ];
    }
    case "pause":
      return [];
  }
}

function play({ steps, end }: Reply, number: number): ScriptedReply {
  return async function* (_, signal) {
    for (const [index, item] of steps.entries()) {
      for (const chunk of chunksOf(item, `c${number}-${index}`)) {
        if (signal.aborted) {
          yield { type: "round_end", finishReason: "abort", complete: false };
          return;
        }
        yield chunk;
      }
      await (item.kind === "pause" ? nextTick() : Promise.resolve());
    }
    if (end === "throw") {
      throw new Error("a client with a bug");
    }
    if (end === "lost") {
      yield { type: "error", code: "NETWORK_ERROR", message: "The connection was lost." };
      yield { type: "round_end", finishReason: "error", complete: false };
    } else if (end !== "none") {
      yield { type: "round_end", finishReason: end === "length" ? "length" : "stop", complete: true };
    }
  };
}

function faulty(bug: NonNullable<Fault>): Middleware {
  let seen = 0;
  return {
    name: "faulty",
    prepare(round) {
      if (bug.where === "prepare" && bug.chunk % 3 === round.depth) {
        throw new Error("a bug while preparing");
      }
      return round;
    },
    async *process(chunks) {
      for await (const chunk of chunks) {
        if (bug.where === "process" && seen++ === bug.chunk) {
          throw new Error("a bug in a hook");
        }
        yield chunk;
      }
    },
  };
}

/** Runs one turn with everything that chance has put into it, and gives the session and its chunks back. */
async function runTurn(replies: readonly Reply[], who: Person, bug: Fault) {
  const chat = createTestChat({ replies: replies.map(play), tools, settings: { maxRounds: 4 } });
  const session = ChatSession.create({
    ...chat.deps,
    createLoop: (approver, deps) => {
      const chain = defaultChain(approver, deps);
      return createLoop(bug === undefined ? chain : chain.toSpliced(bug.place, 0, faulty(bug)));
    },
  });
  const byVersion = new Map<string, Chunk[]>();
  let told = 0;
  let asked = 0;
  const answer = (toolCallId: string) => {
    const once = { scope: "once", target: "tool" } as const;
    switch (who.answers[asked++ % who.answers.length]) {
      case "approve":
        return session.respond(toolCallId, { decision: "approved", ...once });
      case "edit":
        return session.respond(toolCallId, { decision: "approved", ...once, editedInput: { n: 7 } });
      case "session":
        return session.respond(toolCallId, { decision: "approved", scope: "session", target: "tool" });
      case "deny":
        return session.respond(toolCallId, { decision: "denied", ...once, reason: "no" });
      case "cancel":
        return session.cancelTool(toolCallId);
      default:
        return;
    }
  };
  session.onEvents((events) => {
    for (const event of events) {
      if (event.type !== "chunk") {
        continue;
      }
      const { chunk, versionId } = event;
      byVersion.set(versionId, [...(byVersion.get(versionId) ?? []), chunk]);
      if (chunk.type === "mcp_tool_approval_request") {
        void later(who.delay).then(() => answer(chunk.toolCallId));
        if (who.delay === 0) {
          answer(chunk.toolCallId);
        }
      }
      if (told === who.stopAt) {
        void session.stop();
      }
      if (told === who.queueAt) {
        session.send([{ type: "text", text: "And another thing." }]);
      }
      told++;
    }
  });
  session.send([{ type: "text", text: "Go" }]);
  for (let ticks = 0; session.running; ticks++) {
    await nextTick();
    if (ticks >= patience && ticks % patience === 0) {
      void session.stop();
    }
  }
  return { ...chat, session, byVersion };
}

async function later(ticks: number): Promise<void> {
  for (let tick = 0; tick < ticks; tick++) {
    await nextTick();
  }
}

/** The ends of each call that was created or found invalid. */
function endsOf(chunks: readonly Chunk[]): Map<string, string[]> {
  const ends = new Map<string, string[]>();
  for (const chunk of chunks) {
    if (!("toolCallId" in chunk) || chunk.toolCallId === undefined) {
      continue;
    }
    const list = ends.get(chunk.toolCallId) ?? [];
    ends.set(chunk.toolCallId, list);
    const denied = chunk.type === "mcp_tool_approval_response" && chunk.decision === "denied";
    const ended = ["mcp_tool_invalid", "mcp_tool_call_response", "mcp_tool_call_error"].includes(chunk.type);
    if (denied || ended) {
      list.push(chunk.type);
    } else {
      assert.equal(list.length, 0, `${chunk.type} after the end of ${chunk.toolCallId}`);
    }
  }
  return ends;
}

/** Every call is followed by exactly one result, in call order, before anything else. */
function assertSendable(messages: readonly ModelMessage[]): void {
  for (const [index, message] of messages.entries()) {
    const before = messages[index - 1];
    const calls =
      before?.role === "assistant"
        ? before.content.flatMap((part) => (part.type === "tool_call" ? [part.toolCallId] : []))
        : [];
    const results = message.role === "tool" ? message.results.map((result) => result.toolCallId) : [];
    assert.deepEqual(results, calls);
    assert.ok(message.role === "tool" || message.content.length > 0);
  }
  const last = messages.at(-1);
  assert.ok(last?.role !== "assistant" || last.content.every((part) => part.type !== "tool_call"));
}

describe("laws of a turn", () => {
  it("ends once and last, gives each call one result in call order, and leaves nothing open, whatever happens", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(reply, { minLength: 1, maxLength: 4 }), person, fault, async (replies, who, bug) => {
        const { session, byVersion, model, store } = await runTurn(replies, who, bug);
        for (const chunks of byVersion.values()) {
          assert.equal(chunks[0]?.type, "turn_begin");
          assert.equal(chunks.at(-1)?.type, "turn_end");
          assert.equal(chunks.filter((chunk) => chunk.type === "turn_end").length, 1);
          for (const [id, ends] of endsOf(chunks)) {
            assert.equal(ends.length, 1, `${id}: ${ends.join(", ")}`);
          }
        }
        assert.equal(session.waiting, false);
        for (const message of session.conversation.messages) {
          for (const version of message.role === "assistant" ? message.versions : []) {
            assert.notEqual(version.endReason, undefined);
            for (const tool of toolBlocks(version)) {
              assert.match(tool.state, /^output-/);
            }
          }
        }
        assertSendable(toModelMessages(session.conversation, 1_000));
        for (const request of model.requests) {
          assertSendable(request.messages);
        }
        const stored = await store.load(session.sessionId);
        const folded = stored.reduce(applySessionEvent, createConversation(session.sessionId));
        assert.deepEqual(folded, session.conversation);
      }),
      { numRuns: 400 },
    );
  });

  it("ends with an error that is told and logged when a hook has a bug, and the chat goes on", async () => {
    const logged: unknown[] = [];
    const chat = createTestChat({
      replies: [
        [
          { type: "mcp_tool_created", toolCallId: "c1", toolName: "asking", via: "native" },
          { type: "mcp_tool_in_progress", toolCallId: "c1", input: { n: 1 } },
          { type: "text_delta", text: "boom" },
        ],
        [{ type: "text_delta", text: "Here again." }],
      ],
      tools,
    });
    let armed = true;
    const session = ChatSession.create({
      ...chat.deps,
      log: { ...chat.deps.log, error: (_, cause) => logged.push(cause) },
      createLoop: (approver, deps) =>
        createLoop([
          ...defaultChain(approver, deps),
          {
            name: "faulty",
            async *process(chunks) {
              for await (const chunk of chunks) {
                if (armed && chunk.type === "text_delta") {
                  armed = false;
                  throw new Error("a bug in a hook");
                }
                yield chunk;
              }
            },
          },
        ]),
    });
    await ask(session, "Go");
    const version = lastVersion(session.conversation);
    assert.equal(version.endReason, "error");
    assert.ok(version.blocks.some((block) => block.type === "error" && /a bug in a hook/.test(block.error.message)));
    assert.equal(toolBlocks(version)[0]?.state, "output-error");
    assert.equal(session.waiting, false);
    assert.equal(logged.length, 1);
    await ask(session, "Go on");
    assert.equal(lastVersion(session.conversation).endReason, "done");
  });

  it("says what is wrong when the model cannot be resolved because of a bug", async () => {
    const chat = createTestChat();
    const session = ChatSession.create({
      ...chat.deps,
      resolveModel: () => {
        throw new Error("settings that nobody can read");
      },
    });
    await ask(session, "Go");
    const version = lastVersion(session.conversation);
    assert.equal(version.endReason, "error");
    assert.ok(version.blocks.some((block) => block.type === "error" && /nobody can read/.test(block.error.message)));
  });

  it("is not disturbed by a listener that fails", async () => {
    const { session } = createTestChat({ replies: [[{ type: "text_delta", text: "Hello" }]] });
    const fail = () => {
      throw new Error("a listener with a bug");
    };
    session.onEvents(fail);
    session.onDidChangeState(fail);
    await ask(session, "Hi");
    assert.equal(lastVersion(session.conversation).endReason, "done");
  });
});
