import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { SessionRegistry } from "../../src/extension/host/session-registry.ts";
import { WebviewChannel } from "../../src/extension/host/webview-channel.ts";
import { createDefaultLoop } from "../../src/extension/loop/default-chain.ts";
import { FakeToolSource } from "../../src/extension/ports/fake-tool-source.ts";
import { MemoryGrantStore } from "../../src/extension/ports/grants.ts";
import { silentLog } from "../../src/extension/ports/log.ts";
import { TransientModelMemory } from "../../src/extension/ports/model-memory.ts";
import { MemoryQueueStore } from "../../src/extension/ports/queue-store.ts";
import { ScriptedModel, type ScriptedReply } from "../../src/extension/ports/scripted-model.ts";
import { systemClock } from "../../src/extension/ports/system-clock.ts";
import type { ChatSessionDeps } from "../../src/extension/session/chat-session-deps.ts";
import { defaultSessionSettings } from "../../src/extension/session/session-settings.ts";
import { SessionFiles } from "../../src/extension/store/session-files.ts";
import { applySessionEvent } from "../../src/shared/apply-session-event.ts";
import type { Conversation } from "../../src/shared/conversation.ts";
import type { PanelState } from "../../src/shared/panel-state.ts";
import type { HostMessage } from "../../src/shared/protocol.ts";
import { waitUntil } from "../support/wait-until.ts";

/** A reply that goes on until it is stopped. */
const endless: ScriptedReply = async function* (_request, signal) {
  while (!signal.aborted) {
    yield { type: "text_delta", text: "word " };
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  yield { type: "round_end", finishReason: "abort", complete: false };
};

const answer: ScriptedReply = [{ type: "text_delta", text: "It is 42." }];

describe("sessions of a window", () => {
  let folder: string;
  let files: SessionFiles;
  let stores: SessionFiles[];
  let memento: MapMemento;
  let opened: SessionRegistry[];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "toolweave-sessions-"));
    files = new SessionFiles({
      folder,
      clock: systemClock,
      log: silentLog,
      onError: ({ message }) => assert.fail(message),
    });
    stores = [files];
    memento = new MapMemento();
    opened = [];
  });

  afterEach(async () => {
    await Promise.all(opened.map((sessions) => sessions.dispose()));
    await Promise.all(stores.map((store) => store.close()));
    await rm(folder, { recursive: true, force: true });
  });

  /** Another window: a store and a memory of its own over the same folder. */
  function anotherWindow(): void {
    const shown = new MapMemento();
    for (const key of memento.keys()) {
      void shown.update(key, memento.get(key));
    }
    memento = shown;
    files = new SessionFiles({ folder, clock: systemClock, log: silentLog, onError: () => {} });
    stores.push(files);
  }

  async function openSessions(...replies: ScriptedReply[]): Promise<SessionRegistry> {
    const model = new ScriptedModel(replies);
    const deps: ChatSessionDeps = {
      store: files,
      tools: new FakeToolSource(),
      grants: new MemoryGrantStore(),
      queues: new MemoryQueueStore(),
      memory: new TransientModelMemory(),
      clock: systemClock,
      log: silentLog,
      newId: randomUUID,
      resolveModel: () => ({
        id: "scripted/m",
        client: model,
        model: "m",
        label: "m",
        toolMode: "native",
        maxOutputTokens: 1_000,
        vision: true,
        memoryKey: "m",
      }),
      settings: () => defaultSessionSettings,
      createLoop: createDefaultLoop,
    };
    const sessions = new SessionRegistry({ deps, files, workspaceState: memento });
    await sessions.whenOpened;
    opened.push(sessions);
    return sessions;
  }

  const send = (sessions: SessionRegistry, text: string) => sessions.shown.send([{ type: "text", text }]);
  const idle = (sessions: SessionRegistry) => waitUntil("the turn has ended", () => !sessions.shown.running);

  it("writes nothing before the first message", async () => {
    await openSessions();
    await files.flush();
    assert.deepEqual(await readdir(folder), []);
  });

  it("shows the chat again that was shown last", async () => {
    const sessions = await openSessions(answer);
    send(sessions, "What is 17 + 25?");
    await idle(sessions);
    const again = await openSessions();
    assert.deepEqual(again.shown.conversation, sessions.shown.conversation);
  });

  it("lets a turn go on while another chat is shown, and lists it as running", async () => {
    const sessions = await openSessions(endless);
    send(sessions, "Never stop");
    const first = sessions.shown;
    await sessions.create();
    assert.equal(first.running, true);
    assert.equal(sessions.runningCount, 1);
    const listed = await waitUntil("the chat is in the list", () =>
      sessions.summaries.find(({ sessionId }) => sessionId === first.sessionId),
    );
    assert.equal(listed.state, "running");
    assert.equal(listed.title, "Never stop");
    await sessions.show(first.sessionId);
    assert.equal(sessions.shown, first);
    await first.stop();
  });

  it("closes a turn as interrupted that the end of the window cut", async () => {
    const sessions = await openSessions(endless);
    send(sessions, "Never stop");
    await waitUntil("text has arrived", () => JSON.stringify(sessions.shown.conversation).includes("word"));
    await files.flush(); // what a crash would find on the disk
    const crashed = (await readdir(folder)).find((name) => name.endsWith(".claim")) ?? "";
    await sessions.dispose();
    const file = path.join(folder, `${sessions.shown.sessionId}.jsonl`);
    const whole = await readFile(file, "utf8");
    await writeFile(file, whole.slice(0, whole.lastIndexOf('{"type":"chunk"')));
    await writeFile(path.join(folder, crashed.replace(/-\d+-/, `-${await idOfDeadProcess()}-`)), "");

    anotherWindow();
    const restored = await openSessions();
    assert.equal(restored.shownElsewhere, false);
    const last = restored.shown.conversation.messages.at(-1);
    assert.equal(last?.role === "assistant" ? last.versions[0]?.endReason : undefined, "interrupted");
    assert.match(JSON.stringify(last), /word word/);
  });

  it("shows what another window runs, changes nothing there, and can go on with a copy or after its end", async () => {
    const there = await openSessions(endless);
    await there.write((session) => session.send([{ type: "text", text: "Never stop" }]));
    await waitUntil("text is on the disk", async () => {
      await files.flush();
      return (await readFile(path.join(folder, `${there.shown.sessionId}.jsonl`), "utf8")).includes("word");
    });
    anotherWindow();
    const here = await openSessions(answer, answer);
    const { sessionId } = there.shown;
    assert.equal(here.shown.sessionId, sessionId);
    assert.equal(here.shownElsewhere, true);
    assert.equal(await here.write((session) => session.rename("Mine")), "elsewhere");
    await here.rename(sessionId, "Mine");
    assert.equal(await here.delete(sessionId), false);
    assert.equal(here.summaries.find((chat) => chat.sessionId === sessionId)?.state, "running");

    await here.fork();
    assert.notEqual(here.shown.sessionId, sessionId);
    assert.equal(here.shownElsewhere, false);
    assert.equal(here.shown.conversation.title, "Never stop (copy)");
    assert.equal(await here.write((session) => session.send([{ type: "text", text: "And here?" }])), "done");
    await idle(here);
    assert.equal(here.shown.conversation.messages.length, 4);
    await here.show(sessionId);
    assert.equal(here.shownElsewhere, true);

    await there.shown.stop();
    await waitUntil("it can be written to", () => !here.shownElsewhere);
    assert.equal(there.shown.conversation.title, "Never stop");
    assert.equal(await here.write((session) => session.send([{ type: "text", text: "And now?" }])), "done");
    await idle(here);
    await waitUntil("the other window reads along", () => there.shown.conversation.messages.length === 4);
    assert.equal(await here.delete(sessionId), true);
    await waitUntil("the other window notices", () => there.shown.sessionId !== sessionId);
  });

  it("shows a new chat by the time it says that the one to write to was deleted elsewhere", async () => {
    const there = await openSessions(answer);
    await there.write((session) => session.send([{ type: "text", text: "What is 17 + 25?" }]));
    await idle(there);
    const { sessionId } = there.shown;
    anotherWindow();
    const here = await openSessions();
    await waitUntil("it can be deleted", () => here.delete(sessionId));
    if (there.shown.sessionId === sessionId) {
      // It has not seen it by itself yet.
      assert.equal(await there.write((session) => session.rename("Sums")), "gone");
    }
    assert.notEqual(there.shown.sessionId, sessionId);
    assert.deepEqual(await readdir(folder).then((names) => names.filter((name) => name.endsWith(".jsonl"))), []);
  });

  it("shows a new chat when the shown one is deleted, and takes the deletion back", async () => {
    const sessions = await openSessions(answer);
    send(sessions, "What is 17 + 25?");
    await idle(sessions);
    const { sessionId, conversation } = sessions.shown;
    await sessions.delete(sessionId);
    assert.notEqual(sessions.shown.sessionId, sessionId);
    assert.deepEqual(sessions.summaries, []);
    assert.equal(await sessions.restore(sessionId), true);
    await sessions.show(sessionId);
    assert.deepEqual(sessions.shown.conversation, conversation);
  });

  it("opens a chat once, however often it is asked for at the same time", async () => {
    const sessions = await openSessions(answer);
    send(sessions, "What is 17 + 25?");
    await idle(sessions);
    const { sessionId } = sessions.shown;
    await sessions.create();
    await Promise.all([sessions.show(sessionId), sessions.show(sessionId), sessions.rename(sessionId, "Sums")]);
    assert.equal(sessions.shown.conversation.title, "Sums");
    assert.equal(sessions.summaries.find((chat) => chat.sessionId === sessionId)?.title, "Sums");
  });

  describe("seen from a webview", () => {
    it("has the conversation of the host, through new chats, hiding and showing", async () => {
      const sessions = await openSessions(answer, answer);
      const page = new FakeWebview();
      const channel = new WebviewChannel({
        webview: page,
        sessions,
        state: () => stateOf(sessions),
        log: silentLog,
        onMessage() {},
      });
      assert.deepEqual(page.received, [], "the webview speaks first");
      page.post({ type: "ready" });
      send(sessions, "What is 17 + 25?");
      await idle(sessions);
      await page.until(sessions);

      channel.hidden();
      const before = page.received.length;
      await sessions.create();
      send(sessions, "And 1 + 1?");
      await idle(sessions);
      assert.equal(page.received.length, before, "a hidden webview gets nothing");
      page.post({ type: "ready" });
      await page.until(sessions);
      channel.dispose();
    });

    it("ignores what is no message and hands on what is one", async () => {
      const sessions = await openSessions();
      const page = new FakeWebview();
      const heard: string[] = [];
      const channel = new WebviewChannel({
        webview: page,
        sessions,
        state: () => stateOf(sessions),
        log: silentLog,
        onMessage: ({ type }) => heard.push(type),
      });
      for (const message of [undefined, "stop", { type: "eval" }, { type: "send", parts: [] }, { type: "stop" }]) {
        page.post(message);
      }
      assert.deepEqual(heard, ["stop"]);
      channel.dispose();
    });
  });
});

function stateOf(sessions: SessionRegistry): PanelState {
  return {
    locale: "en",
    models: [],
    servers: [],
    problems: [],
    chats: sessions.summaries,
    running: sessions.shown.running,
    trusted: true,
    queue: [],
    maxRounds: 25,
  };
}

/** The id of a process that has ended. */
async function idOfDeadProcess(): Promise<number> {
  const child = spawn(process.execPath, ["--version"], { stdio: "ignore", env: { ELECTRON_RUN_AS_NODE: "1" } });
  await once(child, "exit");
  return child.pid ?? 0;
}

/** A webview without a page: folds what it gets, as the panel does. */
class FakeWebview implements vscode.Webview {
  options: vscode.WebviewOptions = {};
  html = "";
  readonly cspSource = "";
  readonly received: HostMessage[] = [];
  readonly #posted = new vscode.EventEmitter<unknown>();
  readonly onDidReceiveMessage = this.#posted.event;
  #conversation: Conversation | undefined;
  #seq = 0;

  asWebviewUri(uri: vscode.Uri): vscode.Uri {
    return uri;
  }

  async postMessage(message: HostMessage): Promise<boolean> {
    const copy = structuredClone(message);
    this.received.push(copy);
    if (copy.type === "snapshot") {
      this.#conversation = copy.conversation;
      this.#seq = copy.seq;
    } else if (copy.type === "events") {
      assert.equal(copy.seq, ++this.#seq, "events are numbered without a gap");
      this.#conversation = this.#conversation && copy.events.reduce(applySessionEvent, this.#conversation);
    }
    return true;
  }

  post(message: unknown): void {
    this.#posted.fire(message);
  }

  /** Waits until the webview shows what the host has. */
  async until(sessions: SessionRegistry): Promise<void> {
    const wanted = JSON.stringify(sessions.shown.conversation);
    await waitUntil("the webview is up to date", () => JSON.stringify(this.#conversation) === wanted);
  }
}

class MapMemento implements vscode.Memento {
  readonly #values = new Map<string, unknown>();

  keys(): readonly string[] {
    return [...this.#values.keys()];
  }

  get<T>(key: string, fallback?: T): T {
    return (this.#values.get(key) ?? fallback) as T;
  }

  async update(key: string, value: unknown): Promise<void> {
    this.#values.set(key, value);
  }
}
