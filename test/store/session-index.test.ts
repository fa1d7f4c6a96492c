import assert from "node:assert/strict";
import { appendFile, mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { SessionIndex } from "../../src/extension/store/session-index.ts";
import { formatSessionLines } from "../../src/extension/store/session-lines.ts";
import type { SessionEvent } from "../../src/shared/session-event.ts";
import { chunkEvent, sessionStart, textEvent } from "./session-events.ts";

describe("session-index", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "toolweave-index-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const write = (sessionId: string, events: readonly SessionEvent[]) =>
    writeFile(path.join(folder, `${sessionId}.jsonl`), formatSessionLines(events));
  const add = (sessionId: string, events: readonly SessionEvent[]) =>
    appendFile(path.join(folder, `${sessionId}.jsonl`), formatSessionLines(events));

  it("shows title, times and the start of the last message", async () => {
    await write("s1", [...sessionStart("s1"), textEvent(1, "It is "), textEvent(2, "**42**.\n"), textEvent(3, "Done")]);
    assert.deepEqual(await new SessionIndex(folder).list(), [
      { sessionId: "s1", title: "What is 17 + 25?", createdAt: 100, updatedAt: 203, preview: "It is 42. Done" },
    ]);
  });

  it("keeps the texts of two rounds apart", async () => {
    const begin = { type: "round_begin", round: 1, provider: "p", model: "m", toolMode: "native" } as const;
    await write("s1", [
      ...sessionStart("s1"),
      textEvent(1, "I use a tool."),
      chunkEvent(2, begin),
      textEvent(3, "It is 2."),
    ]);
    assert.equal((await new SessionIndex(folder).list())[0]?.preview, "I use a tool. It is 2.");
  });

  it("takes the newest title, wherever it stands", async () => {
    await write("s1", [
      ...sessionStart("s1"),
      { type: "title_changed", title: "Sums" },
      textEvent(1, "x".repeat(50_000)),
    ]);
    const [chat] = await new SessionIndex(folder).list();
    assert.equal(chat?.title, "Sums");
  });

  it("is not taken in by text that looks like an event", async () => {
    const trap = '{"type":"title_changed","title":"Trap"}';
    const input = { type: "title_changed", title: "Trap" };
    await write("s1", [
      ...sessionStart("s1", trap),
      chunkEvent(1, { type: "mcp_tool_in_progress", toolCallId: "c", input }),
      textEvent(2, `\n${trap}\n`),
    ]);
    const [chat] = await new SessionIndex(folder).list();
    assert.equal(chat?.title, trap);
  });

  it("keeps the question as preview while the reply has no text", async () => {
    await write("s1", sessionStart("s1"));
    const [chat] = await new SessionIndex(folder).list();
    assert.equal(chat?.preview, "What is 17 + 25?");
  });

  it("reads what was added, sorts by the last change and forgets what is gone", async () => {
    await write("old", sessionStart("old"));
    await write("new", [...sessionStart("new"), textEvent(50, "newer")]);
    const index = new SessionIndex(folder);
    assert.deepEqual(
      (await index.list()).map((chat) => chat.sessionId),
      ["new", "old"],
    );
    await add("old", [textEvent(900, "newest")]);
    assert.deepEqual(
      (await index.list()).map((chat) => [chat.sessionId, chat.preview]),
      [
        ["old", "newest"],
        ["new", "newer"],
      ],
    );
    await rm(path.join(folder, "old.jsonl"));
    assert.deepEqual(
      (await index.list()).map((chat) => chat.sessionId),
      ["new"],
    );
  });

  it("waits for a line that is still being written", async () => {
    await write("s1", sessionStart("s1"));
    const [line] = [formatSessionLines([{ type: "title_changed", title: "Whole" }])];
    const index = new SessionIndex(folder);
    await appendFile(path.join(folder, "s1.jsonl"), line.slice(0, 20));
    assert.equal((await index.list())[0]?.title, "What is 17 + 25?");
    await appendFile(path.join(folder, "s1.jsonl"), line.slice(20));
    assert.equal((await index.list())[0]?.title, "Whole");
  });

  it("uses its cache for files that did not change, and no damaged cache", async () => {
    await write("s1", sessionStart("s1"));
    const index = new SessionIndex(folder);
    await index.list();
    await index.save();
    const cacheFile = path.join(folder, "index.json");
    const cache = await readFile(cacheFile, "utf8");
    await writeFile(cacheFile, cache.replaceAll("What is", "Cached:"));
    assert.equal((await new SessionIndex(folder).list())[0]?.title, "Cached: 17 + 25?");
    await utimes(path.join(folder, "s1.jsonl"), new Date(), new Date(Date.now() + 5_000));
    assert.equal((await new SessionIndex(folder).list())[0]?.title, "What is 17 + 25?");
    for (const damage of ["", "{", '{"version":1,"entries":[[1,2]]}', '{"version":0,"entries":[]}']) {
      await writeFile(cacheFile, damage);
      assert.equal((await new SessionIndex(folder).list())[0]?.title, "What is 17 + 25?");
    }
  });
});
