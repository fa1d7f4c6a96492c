import assert from "node:assert/strict";
import {
  appendFile,
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { silentLog } from "../../src/extension/ports/log.ts";
import { ManualClock } from "../../src/extension/ports/manual-clock.ts";
import { SessionFiles, undoTime } from "../../src/extension/store/session-files.ts";
import { formatSessionLines } from "../../src/extension/store/session-lines.ts";
import { SessionTakenError } from "../../src/extension/store/write-problem.ts";
import { applySessionEvent, createConversation } from "../../src/shared/apply-session-event.ts";
import type { Localizable } from "../../src/shared/localizable.ts";
import type { SessionEvent } from "../../src/shared/session-event.ts";
import { OtherWindow } from "../support/other-window.ts";
import { waitUntil } from "../support/wait-until.ts";
import { chunkEvent, sessionStart, textEvent } from "./session-events.ts";

const often = { everyMs: 5 };

describe("session-files", () => {
  let folder: string;
  let clock: ManualClock;
  let problems: Localizable[];

  const openStore = (at = folder) =>
    new SessionFiles({ folder: at, clock, log: silentLog, onError: (problem) => problems.push(problem) });
  const fileOf = (sessionId: string) => path.join(folder, `${sessionId}.jsonl`);
  /** Lets the undo time pass, counted as the store does: from the time that the file system gave to the deletion. */
  const passUndoTime = async (sessionId: string) => {
    const { ctimeMs } = await stat(path.join(folder, `${sessionId}.trash`));
    clock.advance(Math.max(0, Math.ceil(ctimeMs) - clock.now()) + undoTime);
  };

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "toolweave-store-"));
    clock = new ManualClock(Date.now());
    problems = [];
  });

  afterEach(async () => {
    await chmod(folder, 0o700);
    await rm(folder, { recursive: true, force: true });
  });

  it("gives back what was appended, in another process too", async () => {
    const events = [
      ...sessionStart("s1"),
      chunkEvent(1, { type: "turn_begin", turnId: "t" }),
      textEvent(2, "42 \ud83d"),
    ];
    const store = openStore();
    store.append("s1", events);
    assert.deepEqual(await store.load("s1"), events, "before anything is written");
    await store.flush();
    assert.deepEqual(await openStore().load("s1"), events);
  });

  it("creates neither file nor folder before the first event", async () => {
    const store = openStore(path.join(folder, "chats"));
    assert.deepEqual(await store.list(), []);
    assert.deepEqual(await store.load("s1"), []);
    await store.flush();
    assert.deepEqual(await readdir(folder), []);
  });

  it("writes within 250 ms without being asked", async () => {
    const store = openStore();
    store.append("s1", sessionStart("s1"));
    clock.advance(250);
    await waitUntil("it is written", async () => (await readFile(fileOf("s1"), "utf8")).endsWith("\n"), often);
    await store.close();
  });

  it("stores neighbouring deltas as one line", async () => {
    const store = openStore();
    store.append("s1", sessionStart("s1"));
    for (let seq = 0; seq < 1_000; seq++) {
      store.append("s1", [textEvent(seq, "word ")]);
    }
    await store.flush();
    assert.equal((await readFile(fileOf("s1"), "utf8")).split("\n").length, sessionStart("s1").length + 1 + 1);
  });

  it("opens after being cut at any byte, with every event before the cut, and goes on", async () => {
    const whole = [
      ...sessionStart("s1", "Wie heißt „织“ auf Deutsch? 🧵"),
      textEvent(1, "Weben\n"),
      textEvent(2, "🧵"),
    ];
    const bytes = Buffer.from(formatSessionLines(whole), "utf8");
    const more = textEvent(9, "later");
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: bytes.length }), async (cut) => {
        await rm(fileOf("s1"), { force: true });
        await writeFile(fileOf("s1"), bytes);
        await truncate(fileOf("s1"), cut);
        const kept = whole.filter((_, index) => {
          const end = Buffer.byteLength(formatSessionLines(whole.slice(0, index + 1)));
          return end - 1 <= cut; // the line break itself may be missing
        });
        const store = openStore();
        assert.deepEqual(await store.load("s1"), kept);
        store.append("s1", [more]);
        await store.flush();
        const after = await openStore().load("s1");
        assert.deepEqual(after, [...kept, more]);
        after.reduce(applySessionEvent, createConversation("s1"));
      }),
      { numRuns: 150 },
    );
  });

  it("keeps unknown events and leaves out lines that are none", async () => {
    const future = { type: "mood_changed", mood: "calm" };
    await writeFile(
      fileOf("s1"),
      `${formatSessionLines(sessionStart("s1"))}${JSON.stringify(future)}\n{"type":"chunk"}\nnonsense\n[1]\n`,
    );
    const store = openStore();
    assert.deepEqual(await store.load("s1"), [...sessionStart("s1"), future]);
    store.append("s1", [textEvent(1, "x")]);
    await store.flush();
    assert.match(await readFile(fileOf("s1"), "utf8"), /mood_changed/);
  });

  it("keeps everything in memory while the folder cannot be written to, reports it once, and saves it later", async () => {
    if (process.getuid?.() === 0) {
      // Root may write anywhere: a file in place of the folder fails for everybody.
      await writeFile(path.join(folder, "chats"), "");
    } else {
      await mkdir(path.join(folder, "chats"));
      await chmod(path.join(folder, "chats"), 0o500);
    }
    const store = openStore(path.join(folder, "chats"));
    store.append("s1", sessionStart("s1"));
    await store.flush();
    store.append("s1", [textEvent(1, "a")]);
    await store.flush();
    assert.equal(problems.length, 1);
    assert.match(problems[0]?.message ?? "", /^The chat is not saved/);

    await chmod(path.join(folder, "chats"), 0o700);
    if (process.getuid?.() === 0) {
      await rm(path.join(folder, "chats"));
    }
    const retried = clock.sleeping;
    assert.ok(retried > 0, "a retry is due");
    clock.advance(5_000);
    const saved = openStore(path.join(folder, "chats"));
    await waitUntil("all is written", async () => (await saved.load("s1")).length > sessionStart("s1").length, often);
    assert.deepEqual(await saved.load("s1"), [...sessionStart("s1"), textEvent(1, "a")]);
    await store.close();
  });

  it("says that the disk is full, and writes once there is room", async function () {
    if (process.platform !== "linux") {
      this.skip(); // only Linux has a device that is always full
    }
    await symlink("/dev/full", fileOf("s1"));
    const store = openStore();
    store.append("s1", sessionStart("s1"));
    await store.flush();
    assert.deepEqual(
      problems.map(({ key }) => key),
      ["store.diskFull"],
    );
    await rm(fileOf("s1"));
    await store.flush();
    assert.deepEqual(await openStore().load("s1"), sessionStart("s1"));
    await store.close();
  });

  it("writes to no file that another window holds, and loses nothing", async () => {
    const there = new OtherWindow(folder, "s1");
    try {
      const here = openStore();
      here.append("s1", sessionStart("s1"));
      assert.equal(await here.flush("s1"), true);
      assert.equal(await there.ask("claim"), "true");
      assert.equal(await there.ask("append there"), "true");

      here.append("s1", [textEvent(1, "here")]);
      here.append("s2", sessionStart("s2"));
      assert.equal(await here.flush("s2"), true, "other sessions are no business of the other window");
      assert.equal(await here.flush("s1"), false);
      assert.deepEqual(
        problems.map(({ key }) => key),
        ["store.taken"],
      );
      await assert.rejects(here.delete("s1"), SessionTakenError);
      const codes = async () =>
        (await openStore().load("s1")).flatMap((event) =>
          event.type === "chunk" ? [event.chunk.type === "notice" ? event.chunk.code : event.chunk.type] : [],
        );
      assert.deepEqual(await codes(), ["there"]);

      await there.kill();
      assert.equal(await here.flush("s1"), true);
      assert.deepEqual(await codes(), ["there", "text_delta"]);
    } finally {
      await there.kill();
    }
  });

  it("tells a follower what others add, and nothing twice", async () => {
    const [one, two] = [openStore(), openStore()];
    one.append("s1", sessionStart("s1"));
    await one.flush();
    const followed = await two.follow("s1");
    assert.deepEqual(followed.events, sessionStart("s1"));
    assert.deepEqual(await followed.news(), []);
    one.append("s1", [textEvent(1, "new")]);
    await one.flush();
    assert.deepEqual(await followed.news(), [textEvent(1, "new")]);
    assert.deepEqual(await followed.news(), []);

    await appendFile(fileOf("s1"), '{"type":"title_chan');
    assert.deepEqual(await followed.news(), [], "a line that is still being written");
    await appendFile(fileOf("s1"), 'ged","title":"Whole"}\n');
    assert.deepEqual(await followed.news(), [{ type: "title_changed", title: "Whole" }]);

    two.append("s1", [textEvent(2, "own")]);
    await two.flush();
    await followed.skip();
    assert.deepEqual(await followed.news(), []);
    await one.delete("s1");
    assert.equal(await followed.news(), "gone");
    await one.close();
  });

  it("takes a deleted session back", async () => {
    const store = openStore();
    store.append("s1", sessionStart("s1"));
    await store.delete("s1");
    assert.deepEqual(await store.list(), []);
    assert.deepEqual(await store.load("s1"), []);
    assert.equal(await store.restore("s1"), true);
    assert.deepEqual(await store.load("s1"), sessionStart("s1"));
    assert.equal(await store.restore("s1"), false);
    await store.close();
  });

  it("removes a deleted session when it can no longer be taken back", async () => {
    const store = openStore();
    store.append("s1", sessionStart("s1"));
    await store.delete("s1");
    await passUndoTime("s1");
    await waitUntil("it is removed", async () => (await readdir(folder)).length === 0, often);
    assert.equal(await store.restore("s1"), false);
  });

  it("sweeps what an earlier window deleted, but not what another window deletes now", async () => {
    const store = openStore();
    store.append("s1", sessionStart("s1"));
    await store.delete("s1");
    await store.close();
    await openStore().sweep();
    assert.deepEqual(await readdir(folder), ["s1.trash"]);
    await passUndoTime("s1");
    await openStore().sweep();
    assert.deepEqual(await readdir(folder), []);
  });

  it("brings a chat back whole that goes on here after another window deleted it", async () => {
    const [here, there] = [openStore(), openStore()];
    here.append("s1", sessionStart("s1"));
    await here.flush();
    await there.delete("s1");
    here.append("s1", [textEvent(1, "still here")]);
    await here.flush();
    assert.deepEqual(await there.load("s1"), [...sessionStart("s1"), textEvent(1, "still here")]);
    await there.close();
  });

  it("knows no session outside its folder", async () => {
    await writeFile(
      path.join(folder, "..", `${path.basename(folder)}-outside.jsonl`),
      formatSessionLines(sessionStart("x")),
    );
    const store = openStore();
    const outside = `../${path.basename(folder)}-outside`;
    assert.deepEqual(await store.load(outside), []);
    assert.equal(await store.restore(outside), false);
    assert.throws(() => store.append(outside, sessionStart("x")), RangeError);
    await rm(path.join(folder, "..", `${path.basename(folder)}-outside.jsonl`));
  });

  it("does not read a file of a session that grew behind its back as its own", async () => {
    const store = openStore();
    store.append("s1", sessionStart("s1"));
    await store.flush();
    const foreign: SessionEvent = { type: "title_changed", title: "Renamed elsewhere" };
    await appendFile(fileOf("s1"), formatSessionLines([foreign]));
    assert.deepEqual(await store.load("s1"), [...sessionStart("s1"), foreign]);
  });
});
