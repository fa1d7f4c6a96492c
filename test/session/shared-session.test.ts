import assert from "node:assert/strict";
import { appendFile, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { silentLog } from "../../src/extension/ports/log.ts";
import type { ScriptedReply } from "../../src/extension/ports/scripted-model.ts";
import { systemClock } from "../../src/extension/ports/system-clock.ts";
import type { ChatSession } from "../../src/extension/session/chat-session.ts";
import { SharedSession } from "../../src/extension/session/shared-session.ts";
import { SessionFiles } from "../../src/extension/store/session-files.ts";
import { formatSessionLines } from "../../src/extension/store/session-lines.ts";
import { createTestChat, lastVersion, textOf } from "../support/chat.ts";
import { OtherWindow } from "../support/other-window.ts";
import { waitUntil } from "../support/wait-until.ts";

const answer = (text: string): ScriptedReply => [{ type: "text_delta", text }];
const send = (text: string) => (session: ChatSession) => session.send([{ type: "text", text }]);

describe("shared-session", () => {
  let folder: string;
  let stores: SessionFiles[];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "toolweave-shared-"));
    stores = [];
  });

  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await rm(folder, { recursive: true, force: true });
  });

  /** What another window has: a store of its own over the same folder. */
  function openWindow(...replies: ScriptedReply[]) {
    const store = new SessionFiles({ folder, clock: systemClock, log: silentLog, onError: () => {} });
    stores.push(store);
    let ids = 0;
    const name = `w${stores.length}`;
    const { deps, model } = createTestChat({ replies });
    return { model, deps: { ...deps, store, newId: () => `${name}-${++ids}` } };
  }

  const released = (shared: SharedSession) => waitUntil("it is released", () => !shared.held, { everyMs: 5 });
  const claimFiles = async () => (await readdir(folder)).filter((name) => name.endsWith(".claim"));

  /** A reply that goes on until `end` is called. */
  function openReply(): { reply: ScriptedReply; end: () => void } {
    let end: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      end = resolve;
    });
    const reply: ScriptedReply = async function* () {
      yield { type: "text_delta", text: "It " };
      await gate;
      yield { type: "text_delta", text: "is 42." };
      yield { type: "round_end", finishReason: "stop", complete: true };
    };
    return { reply, end: () => end() };
  }

  it("lets the windows take turns, each going on from what the other wrote", async () => {
    const one = openWindow(answer("first"), answer("third"));
    const two = openWindow(answer("second"));
    const here = SharedSession.create(one.deps);
    assert.equal(await here.write(send("1")), "done");
    await released(here);
    const there = await SharedSession.open(here.sessionId, two.deps);
    assert.deepEqual(there.session.conversation, here.session.conversation);

    assert.equal(await there.write(send("2")), "done");
    await released(there);
    assert.equal(await here.write(send("3")), "done", "without having looked before");
    await released(here);
    assert.equal(
      JSON.stringify(one.model.requests.at(-1)?.messages)
        .match(/first|second|[123]/g)
        ?.join(),
      "1,first,2,second,3",
    );
    await there.look();
    assert.deepEqual(there.session.conversation, here.session.conversation);
    assert.deepEqual(await claimFiles(), []);
  });

  it("shows a turn of another window as it grows, writes nothing meanwhile, and goes on when it has ended", async () => {
    const { reply, end } = openReply();
    const one = openWindow(reply);
    const two = openWindow(answer("And 43."));
    const here = SharedSession.create(one.deps);
    await here.write(send("What is 17 + 25?"));
    await waitUntil(
      "the turn is on disk",
      async () => (await one.deps.store.flush()) && (await readFile(fileOf(here), "utf8")).includes("It "),
    );
    const there = await SharedSession.open(here.sessionId, two.deps);
    assert.equal(there.elsewhere, true);
    assert.equal(lastVersion(there.session.conversation).endReason, undefined, "it is not interrupted");
    const before = await readFile(fileOf(here), "utf8");
    for (const action of [
      send("now"),
      (session: ChatSession) => session.rename("Mine"),
      (session: ChatSession) => session.continueRounds(),
    ]) {
      assert.equal(await there.write(action), "elsewhere");
    }
    await there.look();
    await two.deps.store.flush();
    assert.equal(await readFile(fileOf(here), "utf8"), before);

    end();
    await released(here);
    await there.look();
    assert.equal(there.elsewhere, false);
    assert.equal(textOf(lastVersion(there.session.conversation).blocks), "It is 42.");
    assert.equal(await there.write(send("And one more?")), "done");
    await released(there);
    await here.look();
    assert.equal(textOf(lastVersion(here.session.conversation).blocks), "And 43.");
  });

  it("closes a turn as interrupted once its window was killed, not before", async () => {
    const one = openWindow(answer("x"));
    const here = SharedSession.create(one.deps);
    await here.write(send("Go"));
    await released(here);
    const { sessionId } = here;
    const window = new OtherWindow(folder, sessionId);
    try {
      assert.equal(await window.ask("claim"), "true");
      await appendFile(
        fileOf(here),
        formatSessionLines([
          {
            type: "version_begin",
            messageId: "m2",
            versionId: "v1",
            parentId: messageOf(here),
            provider: "p",
            model: "m",
            at: 1,
          },
        ]),
      );
      await window.ask("append still here");
      const there = await SharedSession.open(sessionId, openWindow().deps);
      assert.equal(there.elsewhere, true);
      assert.equal(lastVersion(there.session.conversation).endReason, undefined);
      await window.kill();
      await there.look();
      assert.equal(there.elsewhere, false);
      assert.equal(lastVersion(there.session.conversation).endReason, "interrupted");
      await here.look();
      assert.deepEqual(here.session.conversation, there.session.conversation);
      assert.deepEqual(await claimFiles(), []);
    } finally {
      await window.kill();
    }
  });

  it("notices that the chat was deleted elsewhere, and does not bring half of it back", async () => {
    const one = openWindow(answer("x"), answer("y"));
    const here = SharedSession.create(one.deps);
    await here.write(send("Go"));
    await released(here);
    const there = openWindow();
    await there.deps.store.delete(here.sessionId);
    assert.equal(await here.write(send("Go on")), "gone");
    assert.equal(here.gone, true);
    await one.deps.store.flush();
    assert.deepEqual(
      (await readdir(folder)).filter((name) => !name.endsWith(".trash")),
      [],
    );
  });

  it("opens a copy that waits to be written, and goes on in it", async () => {
    const one = openWindow(answer("x"), answer("y"));
    const here = SharedSession.create(one.deps);
    await here.write(send("Go"));
    await released(here);
    const events = await one.deps.store.load(here.sessionId);
    one.deps.store.append("copy", events);
    const copy = await SharedSession.open("copy", one.deps);
    assert.equal(copy.gone, false);
    assert.equal(await copy.write(send("Go on")), "done");
    await released(copy);
    assert.equal(copy.session.conversation.messages.length, 4);
    const stored = await SharedSession.open("copy", openWindow().deps);
    assert.deepEqual(stored.session.conversation.messages, copy.session.conversation.messages);
  });

  it("holds nothing when what others wrote cannot be read", async () => {
    const one = openWindow(answer("x"));
    const here = SharedSession.create(one.deps);
    await here.write(send("Go"));
    await released(here);
    const two = openWindow(answer("y"));
    let fails = false;
    const follow = two.deps.store.follow.bind(two.deps.store);
    two.deps.store.follow = async (sessionId) => {
      const followed = await follow(sessionId);
      return { ...followed, news: async () => (fails ? Promise.reject(new Error("EMFILE")) : followed.news()) };
    };
    const there = await SharedSession.open(here.sessionId, two.deps);
    fails = true;
    await assert.rejects(there.write(send("Go on")), /EMFILE/);
    assert.deepEqual(await claimFiles(), []);
    fails = false;
    assert.equal(await there.write(send("Go on")), "done");
    await released(there);
  });

  it("writes events from outside an action under a claim, and takes none of them for news", async () => {
    const one = openWindow(answer("x"));
    const here = SharedSession.create(one.deps);
    here.session.send([{ type: "text", text: "Go" }]);
    await released(here);
    const { conversation } = here.session;
    await here.look();
    assert.equal(here.session.conversation, conversation);
    const stored = await SharedSession.open(here.sessionId, openWindow().deps);
    assert.deepEqual(stored.session.conversation, conversation);
  });

  function fileOf({ sessionId }: SharedSession): string {
    return path.join(folder, `${sessionId}.jsonl`);
  }

  function messageOf({ session }: SharedSession): string {
    return session.conversation.messages[0]?.messageId ?? "";
  }
});
