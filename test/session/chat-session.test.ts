import assert from "node:assert/strict";
import { toModelMessages } from "../../src/extension/loop/to-model-messages.ts";
import type { ModelClient } from "../../src/extension/ports/model.ts";
import { ChatSession } from "../../src/extension/session/chat-session.ts";
import { SharedSession } from "../../src/extension/session/shared-session.ts";
import { applySessionEvent, createConversation } from "../../src/shared/apply-session-event.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import { ask, createTestChat, lastVersion, textOf, toolBlocks, until } from "../support/chat.ts";

const add = {
  name: "mcp__calc__add",
  title: "Add",
  serverName: "calc",
  inputSchema: {
    type: "object",
    properties: { a: { type: "number" }, b: { type: "number" } },
    required: ["a", "b"],
  },
  run: ({ a, b }: Record<string, unknown>) => String(Number(a) + Number(b)),
};

/** The chunks of one native call. */
function call(toolCallId: string, toolName: string, input: Record<string, string | number>): Chunk[] {
  return [
    { type: "mcp_tool_created", toolCallId, toolName, via: "native" },
    { type: "mcp_tool_input_delta", toolCallId, delta: JSON.stringify(input) },
    { type: "mcp_tool_in_progress", toolCallId, input },
  ];
}

const text = (value: string): Chunk => ({ type: "text_delta", text: value });

describe("ChatSession", () => {
  it("asks, runs the tool after approval, and gives the result to the model", async () => {
    const { session, model, tools, store } = createTestChat({
      replies: [[text("Let me add."), ...call("c1", add.name, { a: 17, b: 25 })], [text("It is 42.")]],
      tools: [add],
    });
    session.send([{ type: "text", text: "What is 17 + 25?" }]);
    await until(session, () => lastTool(session)?.state === "approval-requested");
    assert.equal(tools.calls.length, 0);
    session.respond("c1", { decision: "approved", scope: "once", target: "tool" });
    await until(session, () => !session.running);

    const version = lastVersion(session.conversation);
    assert.equal(textOf(version.blocks), "Let me add.|It is 42.");
    assert.equal(version.endReason, "done");
    assert.deepEqual(tools.calls, [{ name: add.name, input: { a: 17, b: 25 } }]);
    assert.equal(toolBlocks(version)[0]?.state, "output-available");
    assert.deepEqual(model.requests[1]?.messages.slice(1), [
      {
        role: "assistant",
        content: [
          { type: "text", text: "Let me add." },
          { type: "tool_call", toolCallId: "c1", toolName: add.name, input: { a: 17, b: 25 } },
        ],
      },
      {
        role: "tool",
        results: [{ toolCallId: "c1", toolName: add.name, content: [{ type: "text", text: "42" }], isError: false }],
      },
    ]);
    const stored = await store.load(session.sessionId);
    const folded = stored.reduce(applySessionEvent, createConversation(session.sessionId));
    assert.deepEqual(folded, session.conversation);
    assert.equal(session.conversation.title, "What is 17 + 25?");
  });

  it("tells the approval before the run begins, whenever the reply ends", async () => {
    const { session } = createTestChat({
      replies: [call("c1", add.name, { a: 1, b: 2 }), [text("Done.")]],
      tools: [add],
    });
    const types: string[] = [];
    session.onEvents((events) => {
      for (const event of events) {
        if (event.type === "chunk") {
          types.push(event.chunk.type);
          if (event.chunk.type === "mcp_tool_approval_request") {
            // As fast as an answer can come: before the end of the reply was read.
            session.respond("c1", { decision: "approved", scope: "once", target: "tool" });
          }
        }
      }
    });
    await ask(session, "Add");
    const order = ["mcp_tool_approval_request", "mcp_tool_approval_response", "mcp_tool_call_begin"];
    assert.deepEqual(
      types.filter((type) => order.includes(type)),
      order,
    );
  });

  it("gives the model the person's reason when a call is denied, and runs nothing", async () => {
    const { session, model, tools } = createTestChat({
      replies: [call("c1", add.name, { a: 1, b: 2 }), [text("Then not.")]],
      tools: [add],
    });
    session.send([{ type: "text", text: "Add" }]);
    await until(session, () => session.waiting);
    session.respond("c1", { decision: "denied", scope: "once", target: "tool", reason: "do it in your head" });
    await until(session, () => !session.running);
    assert.equal(tools.calls.length, 0);
    assert.equal(toolBlocks(lastVersion(session.conversation))[0]?.state, "output-denied");
    const result = model.requests[1]?.messages.at(-1);
    assert.ok(result?.role === "tool" && result.results[0]?.isError);
    assert.match(JSON.stringify(result), /do it in your head/);
  });

  it("runs edited arguments and tells the model so", async () => {
    const { session, model, tools } = createTestChat({
      replies: [call("c1", add.name, { a: 1, b: 2 }), [text("Fine.")]],
      tools: [add],
    });
    session.send([{ type: "text", text: "Add" }]);
    await until(session, () => session.waiting);
    session.respond("c1", { decision: "approved", scope: "once", target: "tool", editedInput: { a: 10, b: 20 } });
    await until(session, () => !session.running);
    assert.deepEqual(tools.calls[0]?.input, { a: 10, b: 20 });
    assert.match(JSON.stringify(model.requests[1]?.messages.at(-1)), /changed the arguments/);
    assert.deepEqual(toolBlocks(lastVersion(session.conversation))[0]?.approval?.originalInput, { a: 1, b: 2 });
  });

  it("asks again when edited arguments do not fit the tool, and grants nothing for them", async () => {
    const { session, model, tools } = createTestChat({
      replies: [call("c1", add.name, { a: 1, b: 2 }), call("c2", add.name, { a: 3, b: 4 }), [text("Fine.")]],
      tools: [{ ...add, annotations: { openWorldHint: false } }],
    });
    const block = () => toolBlocks(lastVersion(session.conversation))[0];
    const refusals = () => block()?.approval?.facts.refusedEdit?.attempt ?? 0;
    session.send([{ type: "text", text: "Add" }]);
    await until(session, () => session.waiting);
    const approved = { decision: "approved", scope: "session", target: "tool" } as const;
    for (const attempt of [1, 2]) {
      session.respond("c1", { ...approved, editedInput: { a: "ten" } });
      await until(session, () => session.waiting && refusals() === attempt);
      const { input, problems = [] } = block()?.approval?.facts.refusedEdit ?? {};
      assert.deepEqual(input, { a: "ten" });
      assert.match(problems.join(" "), /"b" is missing\..*"a" must be a number/);
      assert.equal(block()?.state, "approval-requested");
    }
    assert.equal(tools.calls.length, 0);
    session.respond("c1", { ...approved, scope: "once", editedInput: { a: 10, b: 20 } });
    await until(session, () => session.waiting && model.requests.length === 2);
    assert.deepEqual(
      tools.calls.map(({ input }) => input),
      [{ a: 10, b: 20 }],
      "the session was not granted: the next call asks",
    );
    session.respond("c2", { ...approved, scope: "once" });
    await until(session, () => !session.running);
    assert.equal(tools.calls.length, 2);
  });

  it("asks no more after a session grant, also for questions that are open already", async () => {
    const { session, tools } = createTestChat({
      replies: [
        [...call("c1", add.name, { a: 1, b: 1 }), ...call("c2", add.name, { a: 2, b: 2 })],
        call("c3", add.name, { a: 3, b: 3 }),
        [text("Done.")],
      ],
      tools: [{ ...add, annotations: { openWorldHint: false } }],
    });
    session.send([{ type: "text", text: "Add" }]);
    await until(session, () => toolBlocks(lastVersionOrEmpty(session)).length === 2 && session.waiting);
    session.respond("c1", { decision: "approved", scope: "session", target: "tool" });
    await until(session, () => !session.running);
    assert.equal(tools.calls.length, 3);
    assert.equal(lastVersion(session.conversation).endReason, "done");
  });

  it("runs the calls of a round in parallel and gives results in call order", async () => {
    let running = 0;
    let most = 0;
    const gates: (() => void)[] = [];
    const { session, model } = createTestChat({
      replies: [[...call("c1", "slow", { n: 1 }), ...call("c2", "slow", { n: 2 })], [text("Done.")]],
      tools: [
        {
          name: "slow",
          builtIn: true,
          run: async ({ n }) => {
            running++;
            most = Math.max(most, running);
            await new Promise<void>((resolve) => {
              gates.push(resolve);
              if (gates.length === 2) {
                // The second call ends first.
                gates[1]?.();
                setImmediate(() => gates[0]?.());
              }
            });
            running--;
            return `result ${n}`;
          },
        },
      ],
    });
    await ask(session, "Go");
    assert.equal(most, 2);
    const results = model.requests[1]?.messages.at(-1);
    assert.deepEqual(results?.role === "tool" && results.results.map((result) => result.toolCallId), ["c1", "c2"]);
  });

  it("runs none of the calls of a reply that was lost, and history stays sendable", async () => {
    const { session, tools } = createTestChat({
      replies: [
        [
          ...call("c1", "now", {}),
          { type: "error", code: "NETWORK_ERROR", message: "The connection was lost." },
          { type: "round_end", finishReason: "error", complete: false },
        ],
      ],
      tools: [{ name: "now", builtIn: true, run: () => "12:00" }],
    });
    await ask(session, "Time?");
    assert.equal(tools.calls.length, 0);
    const version = lastVersion(session.conversation);
    assert.equal(version.endReason, "error");
    assert.equal(toolBlocks(version)[0]?.state, "output-error");
    const messages = toModelMessages(session.conversation, 1_000);
    assert.deepEqual(
      messages.map((message) => message.role),
      ["user", "assistant", "tool"],
    );
  });

  it("stops the model and the tools, and every call has a result", async () => {
    let aborted = false;
    const { session } = createTestChat({
      replies: [call("c1", "wait", {})],
      tools: [
        {
          name: "wait",
          builtIn: true,
          run: (_, { signal }) =>
            new Promise((_resolve, reject) => {
              signal.addEventListener("abort", () => {
                aborted = true;
                reject(signal.reason);
              });
            }),
        },
      ],
    });
    session.send([{ type: "text", text: "Wait" }]);
    await until(session, () => session.running && lastTool(session)?.startedAt !== undefined);
    await session.stop();
    assert.equal(aborted, true);
    assert.equal(lastVersion(session.conversation).endReason, "stopped");
    assert.equal(lastTool(session)?.error?.code, "CANCELLED");
  });

  it("withdraws an open question when the turn is stopped", async () => {
    const { session } = createTestChat({ replies: [call("c1", add.name, { a: 1, b: 2 })], tools: [add] });
    session.send([{ type: "text", text: "Add" }]);
    await until(session, () => session.waiting);
    await session.stop();
    assert.equal(session.waiting, false);
    assert.equal(lastTool(session)?.state, "output-error");
    session.respond("c1", { decision: "approved", scope: "once", target: "tool" });
    assert.equal(lastTool(session)?.state, "output-error");
  });

  it("cancels one call and goes on with the others", async () => {
    const { session, model } = createTestChat({
      replies: [[...call("c1", "wait", {}), ...call("c2", "now", {})], [text("Done.")]],
      tools: [
        { name: "now", builtIn: true, run: () => "12:00" },
        {
          name: "wait",
          builtIn: true,
          run: (_, { signal }) =>
            new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
        },
      ],
    });
    session.send([{ type: "text", text: "Go" }]);
    await until(session, () =>
      toolBlocks(lastVersionOrEmpty(session)).some((tool) => tool.state === "output-available"),
    );
    session.cancelTool("c1");
    await until(session, () => !session.running);
    assert.equal(lastVersion(session.conversation).endReason, "done");
    assert.match(JSON.stringify(model.requests[1]?.messages.at(-1)), /cancelled this call.*12:00/);
  });

  it("gives the model what a call has told when the person ends it and wants that", async () => {
    const { session, model } = createTestChat({
      replies: [call("c1", "crawl", {}), [text("Good enough.")]],
      tools: [
        {
          name: "crawl",
          builtIn: true,
          run: (_, { signal, onProgress }) => {
            onProgress({ progress: 1, total: 9, message: "Page 1: shoes" });
            onProgress({ progress: 2, total: 9, message: "Page 2: shirts" });
            onProgress({ progress: 3, total: 9 });
            return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
          },
        },
      ],
    });
    session.send([{ type: "text", text: "Go" }]);
    const block = () => toolBlocks(lastVersionOrEmpty(session))[0];
    await until(session, () => block()?.progress?.progress === 3);
    session.cancelTool("c1", true);
    await until(session, () => !session.running);
    assert.equal(block()?.state, "output-available");
    const told = JSON.stringify(model.requests[1]?.messages.at(-1));
    assert.match(told, /ended this call before it had finished.*Progress: 3 of 9\..*Page 1: shoes\\nPage 2: shirts/);
    assert.equal(lastVersion(session.conversation).endReason, "done");
  });

  it("hands on the wish to try again at once, while a turn runs", async () => {
    const { deps } = createTestChat();
    let wishes = 0;
    let answer = (): void => {};
    const waits = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const resolved = await deps.resolveModel();
    assert.ok("client" in resolved);
    const client: ModelClient = {
      provider: "p",
      async *stream() {
        await waits;
        yield text("Here I am.");
        yield { type: "round_end", finishReason: "stop", complete: true };
      },
      retryNow: () => {
        wishes += 1;
        answer();
      },
    };
    deps.resolveModel = () => ({ ...resolved, client });
    const session = ChatSession.create(deps);
    session.retryNow();
    assert.equal(wishes, 0);
    session.send([{ type: "text", text: "Hello" }]);
    await until(session, () => lastVersionOrEmpty(session).rounds.length === 1);
    session.retryNow();
    await until(session, () => !session.running);
    assert.equal(wishes, 1);
    assert.equal(textOf(lastVersion(session.conversation).blocks), "Here I am.");
  });

  it("tells the model which tools exist when it calls an unknown one, and stops after three such rounds", async () => {
    const { session, model } = createTestChat({
      replies: [call("c1", "nope", {}), call("c2", "nope2", {}), call("c3", "nope3", {}), [text("unreachable")]],
      tools: [add],
    });
    await ask(session, "Go");
    assert.match(
      JSON.stringify(model.requests[1]?.messages.at(-1)),
      /There is no tool \\"nope\\". The tools are: mcp__calc__add/,
    );
    assert.equal(model.requests.length, 3);
    assert.equal(lastVersion(session.conversation).endReason, "tool_errors");
  });

  it("warns at the third equal call and stops at the fifth", async () => {
    const { session, model } = createTestChat({
      replies: Array.from({ length: 9 }, (_, n) => call(`c${n}`, "now", {})),
      tools: [{ name: "now", builtIn: true, run: () => "12:00" }],
    });
    await ask(session, "Go");
    const version = lastVersion(session.conversation);
    assert.equal(version.endReason, "loop_detected");
    assert.equal(model.requests.length, 5);
    assert.equal(version.blocks.filter((block) => block.type === "notice").length, 1);
  });

  it("asks at the round limit and goes on with the results when told to", async () => {
    const { session, model } = createTestChat({
      replies: [call("c1", "echo", { n: 1 }), call("c2", "echo", { n: 2 }), [text("Done.")]],
      tools: [{ name: "echo", builtIn: true, run: ({ n }) => String(n) }],
      settings: { maxRounds: 2 },
    });
    await ask(session, "Go");
    assert.equal(lastVersion(session.conversation).endReason, "max_rounds");
    session.continueRounds();
    await until(session, () => !session.running);
    const version = lastVersion(session.conversation);
    assert.equal(version.endReason, "done");
    assert.deepEqual(
      version.rounds.map((round) => round.round),
      [0, 1, 2],
    );
    assert.equal(model.requests[2]?.messages.at(-1)?.role, "tool");
  });

  it("closes a turn that a reload cut off, keeps what it had, and can go on", async () => {
    const first = createTestChat({ replies: [call("c1", add.name, { a: 1, b: 2 })], tools: [add] });
    first.session.send([{ type: "text", text: "Add" }]);
    await until(first.session, () => first.session.waiting);
    // The process dies here: nothing is disposed.
    const opened = (await SharedSession.open(first.session.sessionId, first.deps)).session;
    assert.equal(lastVersion(opened.conversation).endReason, "interrupted");
    assert.equal(lastTool(opened)?.error?.code, "INTERRUPTED");
    assert.deepEqual(
      toModelMessages(opened.conversation, 100).map((message) => message.role),
      ["user", "assistant", "tool"],
    );
  });

  it("marks the turn as interrupted when the window closes properly", async () => {
    const { session } = createTestChat({ replies: [call("c1", add.name, { a: 1, b: 2 })], tools: [add] });
    session.send([{ type: "text", text: "Add" }]);
    await until(session, () => session.waiting);
    await session.dispose();
    assert.equal(lastVersion(session.conversation).endReason, "interrupted");
  });

  it("queues a message while it runs and lets it join before the next round", async () => {
    const { session, model } = createTestChat({
      replies: [call("c1", add.name, { a: 1, b: 2 }), [text("Both read.")]],
      tools: [add],
    });
    session.send([{ type: "text", text: "Add" }]);
    await until(session, () => session.waiting);
    session.send([{ type: "text", text: "And be brief." }]);
    assert.equal(session.queue.length, 1);
    session.respond("c1", { decision: "approved", scope: "once", target: "tool" });
    await until(session, () => !session.running && model.requests.length === 2);
    assert.deepEqual(
      model.requests[1]?.messages.map((message) => message.role),
      ["user", "assistant", "tool", "user"],
    );
    assert.equal(textOf(lastVersion(session.conversation).blocks), "Both read.");
  });

  it("answers a queued message at the round limit instead of asking whether to go on", async () => {
    const { session } = createTestChat({
      replies: [call("c1", add.name, { a: 1, b: 2 }), [text("Both read.")]],
      tools: [add],
      settings: { maxRounds: 1 },
    });
    session.send([{ type: "text", text: "Add" }]);
    await until(session, () => session.waiting);
    session.send([{ type: "text", text: "And be brief." }]);
    session.respond("c1", { decision: "approved", scope: "once", target: "tool" });
    await until(session, () => !session.running);
    assert.equal(textOf(lastVersion(session.conversation).blocks), "Both read.");
    assert.equal(session.queue.length, 0);
  });

  it("holds what waited for a turn that was stopped, and never sends it behind the next message", async () => {
    const chat = createTestChat({
      replies: [call("c1", add.name, { a: 1, b: 2 }), call("c2", add.name, { a: 3, b: 4 }), [text("Seven.")]],
      tools: [add],
    });
    const { session, model } = chat;
    session.send([{ type: "text", text: "Add" }]);
    await until(session, () => session.waiting);
    session.send([{ type: "text", text: "Then delete everything." }]);
    await session.stop();
    assert.deepEqual(
      session.queue.map(({ held }) => held),
      [true],
    );
    session.send([{ type: "text", text: "Add others" }]);
    await until(session, () => session.waiting);
    session.respond("c2", { decision: "approved", scope: "once", target: "tool" });
    await until(session, () => !session.running);
    assert.equal(model.requests.length, 3);
    assert.equal(session.queue.length, 1);
    assert.ok(!JSON.stringify(model.requests).includes("delete everything"));
  });

  it("has what waited still there after the window was closed", async () => {
    const { session, deps } = createTestChat({ replies: [call("c1", add.name, { a: 1, b: 2 })], tools: [add] });
    session.send([{ type: "text", text: "Add" }]);
    await until(session, () => session.waiting);
    session.send([{ type: "text", text: "And be brief." }]);
    await session.dispose();
    const opened = (await SharedSession.open(session.sessionId, deps)).session;
    assert.deepEqual(
      opened.queue.map(({ parts, held }) => ({ parts, held })),
      [{ parts: [{ type: "text", text: "And be brief." }], held: true }],
    );
    const [message] = opened.queue;
    assert.deepEqual(opened.removeQueued(message?.id ?? ""), message?.parts);
    assert.equal(deps.queues.load(session.sessionId).length, 0);
  });

  it("never looks idle between the messages of a queue", async () => {
    const { session } = createTestChat({ replies: [[text("one")], [text("two")]] });
    session.send([{ type: "text", text: "first" }]);
    session.send([{ type: "text", text: "second" }]);
    const idleWith: number[] = [];
    session.onDidChangeState(() => {
      if (!session.running) {
        idleWith.push(session.conversation.messages.length);
      }
    });
    await until(session, () => !session.running);
    assert.deepEqual(idleWith, [4]);
  });

  it("takes the next message at once after an error, however slow the disk is", async () => {
    const chat = createTestChat({
      replies: [
        [
          { type: "error", code: "NETWORK_ERROR", message: "Lost." },
          { type: "round_end", finishReason: "error", complete: false },
        ],
        [text("Here again.")],
      ],
    });
    chat.store.flush = () => new Promise(() => {});
    await ask(chat.session, "one");
    assert.equal(lastVersion(chat.session.conversation).endReason, "error");
    await ask(chat.session, "two");
    assert.equal(textOf(lastVersion(chat.session.conversation).blocks), "Here again.");
  });

  it("stops although a tool does not listen, and starts none that was approved too late", async () => {
    const { session, tools } = createTestChat({
      replies: [[...call("c1", "deaf", {}), ...call("c2", add.name, { a: 1, b: 2 })]],
      tools: [add, { name: "deaf", builtIn: true, run: () => new Promise<string>(() => {}) }],
    });
    session.send([{ type: "text", text: "Go" }]);
    await until(session, () => session.waiting && tools.calls.length === 1);
    session.respond("c2", { decision: "approved", scope: "once", target: "tool" });
    await session.stop();
    assert.equal(tools.calls.length, 1);
    const version = lastVersion(session.conversation);
    assert.equal(version.endReason, "stopped");
    assert.deepEqual(
      toolBlocks(version).map(({ error }) => error?.code),
      ["CANCELLED", "CANCELLED"],
    );
  });

  it("tells and stores edited arguments as they run", async () => {
    const { session, tools } = createTestChat({
      replies: [call("c1", add.name, { a: 1, b: 2 }), [text("Fine.")]],
      tools: [add],
    });
    session.send([{ type: "text", text: "Add" }]);
    await until(session, () => session.waiting);
    session.respond("c1", { decision: "approved", scope: "once", target: "tool", editedInput: { a: "10", b: 20 } });
    await until(session, () => !session.running);
    assert.deepEqual(tools.calls[0]?.input, { a: 10, b: 20 });
    assert.deepEqual(toolBlocks(lastVersion(session.conversation))[0]?.input, { a: 10, b: 20 });
  });

  it("numbers chunks on after a reopening, although stored deltas were joined", async () => {
    const first = createTestChat({ replies: [[text("a"), text("b")], [text("c")]] });
    await ask(first.session, "one");
    const stored = await first.store.load(first.session.sessionId);
    const last = Math.max(...stored.map((event) => (event.type === "chunk" ? event.seq : -1)));
    first.store.sessions.set(
      first.session.sessionId,
      stored.filter((event) => event.type !== "chunk" || event.chunk.type !== "text_delta" || event.chunk.text !== "a"),
    );
    const opened = (await SharedSession.open(first.session.sessionId, first.deps)).session;
    const seqs: number[] = [];
    opened.onEvents((events) => seqs.push(...events.flatMap((event) => (event.type === "chunk" ? [event.seq] : []))));
    await ask(opened, "two");
    assert.equal(seqs[0], last + 1);
  });

  it("keeps both branches when a message is edited, and both versions when a reply is regenerated", async () => {
    const { session, model } = createTestChat({ replies: [[text("one")], [text("two")], [text("three")]] });
    await ask(session, "first");
    const [user, reply] = session.conversation.messages;
    session.regenerate(reply?.messageId ?? "");
    await until(session, () => !session.running);
    assert.equal(textOf(lastVersion(session.conversation).blocks), "two");
    session.editMessage(user?.messageId ?? "", [{ type: "text", text: "edited" }]);
    await until(session, () => !session.running);
    assert.equal(textOf(lastVersion(session.conversation).blocks), "three");
    assert.deepEqual(model.requests[2]?.messages, [{ role: "user", content: [{ type: "text", text: "edited" }] }]);
    session.selectVersion(user?.messageId ?? "");
    assert.equal(textOf(lastVersion(session.conversation).blocks), "two");
  });

  it("keeps the message and says why when there is no model", async () => {
    const chat = createTestChat();
    const session = ChatSession.create({
      ...chat.deps,
      resolveModel: () => ({ message: "No model is chosen. Choose one." }),
    });
    await ask(session, "Hello");
    const version = lastVersion(session.conversation);
    const error = version.blocks[0];
    assert.ok(error?.type === "error" && error.error.action?.id === "choose_model");
    assert.equal(session.conversation.messages[0]?.role, "user");
  });
});

function lastTool(session: ChatSession) {
  return toolBlocks(lastVersionOrEmpty(session)).at(-1);
}

/** Before the first `version_begin` there is no version to look at. */
function lastVersionOrEmpty(session: ChatSession): ReturnType<typeof lastVersion> {
  const last = session.conversation.messages.at(-1);
  return last?.role === "assistant"
    ? lastVersion(session.conversation)
    : { versionId: "", provider: "", model: "", blocks: [], rounds: [], startedAt: 0 };
}
