import assert from "node:assert/strict";
import fc from "fast-check";
import { WebviewOutbox } from "../../src/extension/host/webview-outbox.ts";
import { ManualClock } from "../../src/extension/ports/manual-clock.ts";
import { applySessionEvent, createConversation } from "../../src/shared/apply-session-event.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import type { PanelState } from "../../src/shared/panel-state.ts";
import type { HostMessage } from "../../src/shared/protocol.ts";
import type { SessionEvent } from "../../src/shared/session-event.ts";

const state: PanelState = {
  locale: "en",
  models: [],
  servers: [],
  problems: [],
  chats: [],
  running: true,
  trusted: true,
  queue: [],
  maxRounds: 25,
};

const begin: SessionEvent[] = [
  { type: "session_created", sessionId: "s", formatVersion: 1, createdAt: 1 },
  { type: "user_message", messageId: "u", parentId: null, parts: [], at: 1 },
  { type: "version_begin", messageId: "a", versionId: "v", parentId: "u", provider: "p", model: "m", at: 1 },
];
const conversation = begin.reduce(applySessionEvent, createConversation("s"));

let seq = 0;
const event = (chunk: Chunk): SessionEvent => ({ type: "chunk", versionId: "v", seq: seq++, chunk, at: 5 });
const text = (value: string) => event({ type: "text_delta", text: value });
const created = () => event({ type: "mcp_tool_created", toolCallId: "c", toolName: "t", via: "native" });

describe("webview-outbox", () => {
  let clock: ManualClock;
  let posts: { at: number; message: HostMessage }[];
  let pace: number;
  let outbox: WebviewOutbox;

  beforeEach(() => {
    clock = new ManualClock(0);
    posts = [];
    pace = 16;
    outbox = new WebviewOutbox({
      clock,
      post: (message) => posts.push({ at: clock.now(), message }),
      pace: () => pace,
    });
  });

  /** Lets time pass in steps of 1 ms, as a real clock would wake the sleepers. */
  const pass = async (ms: number) => {
    for (let step = 0; step < ms; step++) {
      clock.advance(1);
      await Promise.resolve();
      await Promise.resolve();
    }
  };
  const messages = () => posts.map((post) => post.message);
  const eventsOf = () => messages().flatMap((message) => (message.type === "events" ? message.events : []));

  it("is silent before the first snapshot and while it is paused", async () => {
    outbox.events([text("lost")]);
    outbox.state(() => state);
    await pass(50);
    assert.deepEqual(posts, []);
    outbox.snapshot(conversation, state);
    outbox.events([text("waits")]);
    outbox.pause();
    outbox.events([text("lost")]);
    await pass(50);
    assert.deepEqual(
      messages().map((message) => message.type),
      ["snapshot"],
    );
  });

  it("keeps a told message until the webview is ready", async () => {
    outbox.tell({ type: "show_page", page: "servers" });
    await pass(20);
    outbox.snapshot(conversation, state);
    await pass(20);
    assert.deepEqual(
      messages().map((message) => message.type),
      ["snapshot", "show_page"],
    );
  });

  it("numbers events without a gap, across snapshots", async () => {
    outbox.snapshot(conversation, state);
    for (let round = 0; round < 5; round++) {
      outbox.events([created()]);
      await pass(16);
    }
    outbox.snapshot(conversation, state);
    outbox.events([created()]);
    await pass(16);
    assert.deepEqual(
      messages().map((message) => ("seq" in message ? [message.type, message.seq] : [message.type])),
      [
        ["snapshot", 0],
        ["events", 1],
        ["events", 2],
        ["events", 3],
        ["events", 4],
        ["events", 5],
        ["snapshot", 5],
        ["events", 6],
      ],
    );
  });

  it("joins deltas and posts them once per 16 ms", async () => {
    outbox.snapshot(conversation, state);
    for (let ms = 0; ms < 160; ms++) {
      outbox.events([text("ab"), text("cd")]);
      await pass(1);
    }
    await pass(16);
    const batches = messages().filter((message) => message.type === "events");
    assert.ok(batches.length <= 11, `${batches.length} posts`);
    assert.ok(batches.every((message) => message.events.length === 1));
    assert.equal(
      eventsOf()
        .map((item) => (item.type === "chunk" && item.chunk.type === "text_delta" ? item.chunk.text : ""))
        .join(""),
      "abcd".repeat(160),
    );
  });

  it("posts anything but a delta at once, behind what was before it", async () => {
    pace = 200;
    outbox.snapshot(conversation, state);
    await pass(20);
    outbox.events([text("before")]);
    await pass(20);
    assert.equal(posts.length, 1, "a delta waits while the window is in the background");
    const call = created();
    outbox.events([call]);
    assert.equal(posts.length, 2, "the call does not wait");
    assert.deepEqual(eventsOf().at(-1), call);
    assert.equal(eventsOf().length, 2);
  });

  it("never posts more than 63 messages a second, whatever comes", async () => {
    outbox.snapshot(conversation, state);
    for (let ms = 0; ms < 1_000; ms++) {
      outbox.events([created(), text("x")]);
      outbox.state(() => ({ ...state, running: ms % 2 === 0 }));
      outbox.held(ms);
      await pass(1);
    }
    assert.ok(posts.length <= 64, `${posts.length} posts`); // the one at 0 ms, then 63
    for (const type of ["events", "state", "held"]) {
      assert.ok(messages().filter((message) => message.type === type).length > 15, type);
    }
  });

  it("posts no more than 64 kB of events at a time, and a giant delta in pieces", async () => {
    outbox.snapshot(conversation, state);
    const giant = `${"字\n".repeat(40_000)}🧵`;
    outbox.events([text(giant), ...Array.from({ length: 200 }, created)]);
    await pass(500);
    for (const message of messages().filter((item) => item.type === "events")) {
      assert.ok(Buffer.byteLength(JSON.stringify(message)) <= 65_536);
    }
    const shown = eventsOf().map((item) =>
      item.type === "chunk" && item.chunk.type === "text_delta" ? item.chunk.text : "",
    );
    assert.equal(shown.join(""), giant);
    assert.equal(
      eventsOf().filter((item) => item.type === "chunk" && item.chunk.type === "mcp_tool_created").length,
      200,
    );
  });

  it("posts the newest state once and no held count twice", async () => {
    outbox.snapshot(conversation, state);
    outbox.state(() => state);
    outbox.state(() => ({ ...state, running: false }));
    outbox.held(100);
    outbox.held(120);
    await pass(50);
    outbox.held(120);
    await pass(50);
    assert.deepEqual(messages().slice(1), [
      { type: "state", state: { ...state, running: false } },
      { type: "held", characters: 120 },
    ]);
  });

  it("gives the webview the conversation of the host, wherever it asks again", async () => {
    const chunk = fc.oneof(
      fc.string().map((value): Chunk => ({ type: "text_delta", text: value })),
      fc.string().map((value): Chunk => ({ type: "reasoning_delta", text: value })),
      fc.constant<Chunk>({ type: "notice", code: "n", message: "n" }),
    );
    const step = fc.oneof(
      chunk.map((item) => ({ chunk: item })),
      fc.record({ pass: fc.integer({ min: 0, max: 40 }) }),
      fc.constant({ ask: true }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const time = new ManualClock(0);
        let host = conversation;
        let view = createConversation("");
        let last = -1;
        const box = new WebviewOutbox({
          clock: time,
          pace: () => 30,
          post: (message) => {
            const received = structuredClone(message);
            if (received.type === "snapshot") {
              view = received.conversation;
              last = received.seq;
            } else if (received.type === "events") {
              assert.equal(received.seq, last + 1);
              last = received.seq;
              view = received.events.reduce(applySessionEvent, view);
            }
          },
        });
        box.snapshot(host, state);
        for (const item of steps) {
          if ("chunk" in item) {
            const next = event(item.chunk);
            host = applySessionEvent(host, next);
            box.events([next]);
          } else if ("pass" in item) {
            for (let ms = 0; ms < item.pass; ms++) {
              time.advance(1);
              await Promise.resolve();
            }
          } else {
            box.snapshot(host, state);
          }
        }
        for (let ms = 0; ms < 200; ms++) {
          time.advance(1);
          await Promise.resolve();
          await Promise.resolve();
        }
        assert.deepEqual(view, structuredClone(host));
      }),
      { numRuns: 60 },
    );
  });
});
