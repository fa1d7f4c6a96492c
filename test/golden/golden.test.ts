import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { toModelMessages } from "../../src/extension/loop/to-model-messages.ts";
import { silentLog } from "../../src/extension/ports/log.ts";
import { ManualClock } from "../../src/extension/ports/manual-clock.ts";
import type { ModelMessage } from "../../src/extension/ports/model.ts";
import { SharedSession } from "../../src/extension/session/shared-session.ts";
import { SessionFiles } from "../../src/extension/store/session-files.ts";
import { formatSessionLines, parseSessionLine } from "../../src/extension/store/session-lines.ts";
import { applySessionEvent, applySessionEvents, createConversation } from "../../src/shared/apply-session-event.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import { pushMerged } from "../../src/shared/merge-deltas.ts";
import type { SessionEvent } from "../../src/shared/session-event.ts";
import { createTestChat } from "../support/chat.ts";
import { storyChat } from "./golden-story.ts";
import { nativeStories } from "./native-stories.ts";
import { textStories } from "./text-stories.ts";
import { turnStories } from "./turn-stories.ts";

/** Where each log is cut and opened by a real store; the cuts of its lines are tried one by one without it. */
const storeCuts = 6;

const stories = [...nativeStories, ...turnStories, ...textStories];
const folder = path.join(import.meta.dirname, "logs");
const fileOf = (name: string) => path.join(folder, `${name}.jsonl`);
const update = process.env.UPDATE_GOLDEN === "1";

describe("golden logs", () => {
  for (const story of stories) {
    describe(story.name, () => {
      it("is what it was", async () => {
        const chat = storyChat(story);
        await story.play(chat);
        const events = await chat.store.load(chat.session.sessionId);
        const log = formatSessionLines(events);
        if (update) {
          mkdirSync(folder, { recursive: true });
          writeFileSync(fileOf(story.name), log);
        }
        const kept = readFileSync(fileOf(story.name), "utf8");
        assert.deepEqual(log.split("\n"), kept.split("\n"), "UPDATE_GOLDEN=1 takes the new log for the right one");
      });

      it("folds to the same from a snapshot at every event", () => {
        const events = read(story.name);
        const start = createConversation("");
        const whole = events.reduce(applySessionEvent, start);
        for (let cut = 0; cut <= events.length; cut++) {
          const snapshot = structuredClone(applySessionEvents(start, events.slice(0, cut)));
          assert.deepEqual(applySessionEvents(snapshot, events.slice(cut)), whole);
        }
        const merged: SessionEvent[] = [];
        for (const event of events) {
          pushMerged(merged, event, Number.POSITIVE_INFINITY);
        }
        assert.deepEqual(applySessionEvents(start, merged), whole, "as it is stored");
      });

      it("has no line that reads as something else when it is cut at any byte", () => {
        for (const line of readFileSync(fileOf(story.name), "utf8").split("\n").filter(Boolean)) {
          const bytes = Buffer.from(line, "utf8");
          for (let cut = 0; cut < bytes.length; cut++) {
            assert.equal(parseSessionLine(bytes.subarray(0, cut).toString("utf8")), undefined);
          }
        }
      });

      it("opens after a cut, can be sent to a model, and says what was interrupted", async () => {
        const bytes = readFileSync(fileOf(story.name));
        const place = await mkdtemp(path.join(tmpdir(), "toolweave-golden-"));
        try {
          for (let index = 0; index <= storeCuts; index++) {
            const id = `cut${index}`;
            await writeFile(
              path.join(place, `${id}.jsonl`),
              bytes.subarray(0, Math.round((bytes.length * index) / storeCuts)),
            );
            await assertOpens(place, id);
          }
        } finally {
          await rm(place, { recursive: true, force: true });
        }
      });
    });
  }

  describe("all together", () => {
    it("have a story each", () => {
      assert.deepEqual(readdirSync(folder).sort(), stories.map(({ name }) => `${name}.jsonl`).sort());
    });

    it("hold every kind of chunk and event that can be stored", () => {
      const events = stories.flatMap(({ name }) => read(name));
      const seen = new Set<string>(events.map((event) => (event.type === "chunk" ? event.chunk.type : event.type)));
      const kinds = { ...storedChunks, ...storedEvents };
      assert.deepEqual(
        Object.entries(kinds).flatMap(([kind, stored]) => (stored && !seen.has(kind) ? [kind] : [])),
        [],
      );
    });
  });
});

function read(name: string): SessionEvent[] {
  return readFileSync(fileOf(name), "utf8")
    .split("\n")
    .flatMap((line) => parseSessionLine(line) ?? []);
}

async function assertOpens(place: string, sessionId: string): Promise<void> {
  const store = new SessionFiles({
    folder: place,
    clock: new ManualClock(),
    log: silentLog,
    onError: ({ message }) => assert.fail(message),
  });
  const { session } = await SharedSession.open(sessionId, { ...createTestChat().deps, store });
  for (const message of session.conversation.messages) {
    for (const version of message.role === "assistant" ? message.versions : []) {
      assert.notEqual(version.endReason, undefined);
    }
  }
  assertSendable(toModelMessages(session.conversation, 1_000));
  await store.close();
}

/** Every call is followed by its one result before anything else. */
function assertSendable(messages: readonly ModelMessage[]): void {
  for (const [index, message] of messages.entries()) {
    const calls =
      message.role === "assistant"
        ? message.content.flatMap((part) => (part.type === "tool_call" ? [part.toolCallId] : []))
        : [];
    const next = messages[index + 1];
    assert.deepEqual(next?.role === "tool" ? next.results.map(({ toolCallId }) => toolCallId) : [], calls);
  }
}

/** Which chunks are stored: a new kind does not compile before it is here, and fails before a story has it. */
const storedChunks: Record<Chunk["type"], boolean> = {
  turn_begin: true,
  turn_end: true,
  round_begin: true,
  round_end: true,
  text_delta: true,
  reasoning_delta: true,
  mcp_tool_created: true,
  mcp_tool_input_delta: true,
  mcp_tool_in_progress: true,
  mcp_tool_invalid: true,
  mcp_tool_approval_request: true,
  mcp_tool_approval_response: true,
  mcp_tool_call_begin: true,
  mcp_tool_call_progress: true,
  mcp_tool_call_response: true,
  mcp_tool_call_error: true,
  mcp_tool_complete: true,
  text_suspect: true,
  text_discarded: true,
  held: false,
  usage: true,
  notice: true,
  error: true,
};

const storedEvents: Record<SessionEvent["type"], boolean> = {
  session_created: true,
  title_changed: true,
  user_message: true,
  version_begin: true,
  chunk: false, // its chunks count
  version_selected: true,
  message_deleted: true,
  compacted: false, // nothing writes it yet
};
