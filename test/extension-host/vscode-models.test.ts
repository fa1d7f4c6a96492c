import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { VscodeModels } from "../../src/extension/host/vscode-models.ts";
import { createDefaultLoop } from "../../src/extension/loop/default-chain.ts";
import { FakeToolSource } from "../../src/extension/ports/fake-tool-source.ts";
import { MemoryGrantStore } from "../../src/extension/ports/grants.ts";
import { silentLog } from "../../src/extension/ports/log.ts";
import { MemorySessionStore } from "../../src/extension/ports/memory-session-store.ts";
import { TransientModelMemory } from "../../src/extension/ports/model-memory.ts";
import { MemoryQueueStore } from "../../src/extension/ports/queue-store.ts";
import { systemClock } from "../../src/extension/ports/system-clock.ts";
import { ChatSession } from "../../src/extension/session/chat-session.ts";
import { defaultSessionSettings } from "../../src/extension/session/session-settings.ts";
import type { ErrorChunk } from "../../src/shared/chunk.ts";
import type { AssistantMessage, ToolBlock, Version } from "../../src/shared/conversation.ts";
import { waitUntil } from "../support/wait-until.ts";
import { activateFakeVendor, calls, type FakeVendor, fails, fakeVendorId, says } from "./fake-vendor.ts";

const modelId = `vscode/${fakeVendorId}/fake-1`;

describe("models of VS Code", () => {
  let vendor: FakeVendor;
  let models: VscodeModels;
  let enabled: boolean;
  const sessions: ChatSession[] = [];

  before(async () => {
    vendor = await activateFakeVendor();
  });

  beforeEach(() => {
    enabled = true;
    models = new VscodeModels({ enabled: () => enabled, memory: new TransientModelMemory(), log: silentLog });
  });

  afterEach(async () => {
    await Promise.all(sessions.splice(0).map((session) => session.dispose()));
    models.dispose();
    vendor.setModels([vendor.fakeModel]);
  });

  const listed = () => models.options().find(({ id }) => id === modelId);
  const whenListed = () => waitUntil("the model is listed", listed);

  function newSession(tools = new FakeToolSource()): ChatSession {
    const session = ChatSession.create({
      store: new MemorySessionStore(),
      tools,
      grants: new MemoryGrantStore(),
      queues: new MemoryQueueStore(),
      memory: new TransientModelMemory(),
      clock: systemClock,
      log: silentLog,
      newId: randomUUID,
      resolveModel: () => models.resolve(modelId) ?? { message: "No model" },
      settings: () => defaultSessionSettings,
      createLoop: createDefaultLoop,
    });
    sessions.push(session);
    return session;
  }

  async function answer(session: ChatSession, text = "Go"): Promise<Version> {
    session.send([{ type: "text", text }]);
    await waitUntil("the turn has ended", () => !session.running);
    return newest(session);
  }

  it("are listed with what VS Code knows, under the vendor's name", async () => {
    await models.wake();
    const option = await whenListed();
    assert.deepEqual(option, {
      id: modelId,
      provider: `vscode/${fakeVendorId}`,
      providerLabel: "Fake vendor (VS Code)",
      kind: "vscode-lm",
      model: `${fakeVendorId}/fake-1`,
      label: "Fake 1",
      toolMode: "auto",
      local: false,
      needsKey: false,
      contextWindow: 16_000,
    });
  });

  it("are not asked for before somebody looks, nor when they are switched off", async () => {
    enabled = false;
    await models.wake();
    assert.deepEqual(models.options(modelId), []);
    assert.equal(models.resolve(modelId), undefined);
  });

  it("keep the chosen one until they are listed", () => {
    assert.deepEqual(
      models.options(modelId).map(({ id, label }) => [id, label]),
      [[modelId, "fake-1"]],
    );
    assert.equal(models.resolve(modelId)?.model, `${fakeVendorId}/fake-1`);
  });

  it("come and go", async () => {
    await models.wake();
    await whenListed();
    let changes = 0;
    models.onDidChange(() => changes++);
    vendor.setModels([{ ...vendor.fakeModel, id: "fake-2", name: "Fake 2", capabilities: { toolCalling: false } }]);
    const other = await waitUntil("the other is listed", () =>
      models.options().find(({ model }) => model === `${fakeVendorId}/fake-2`),
    );
    assert.equal(other.toolMode, "text", "a model without tool calling is asked in text mode");
    assert.equal(models.resolve(other.id)?.toolMode, "text");
    assert.equal(listed(), undefined);
    assert.ok(changes > 0);
  });

  it("answer a turn with a tool call that the person approved", async () => {
    await models.wake();
    await whenListed();
    const tools = new FakeToolSource([{ name: "add", run: ({ a, b }) => String(Number(a) + Number(b)) }]);
    const session = newSession(tools);
    vendor.script(calls("add", { a: 17, b: 25 }, "Let me see."), says("It ", "is 42."));
    session.send([{ type: "text", text: "What is 17 + 25?" }]);
    await waitUntil("it asks", () => session.waiting);
    assert.deepEqual(tools.calls, [], "nothing runs before the person has said yes");
    session.respond("call-1", { decision: "approved", scope: "once", target: "tool" });
    await waitUntil("the turn has ended", () => !session.running);

    const version = newest(session);
    assert.equal(version.endReason, "done");
    assert.deepEqual(tools.calls, [{ name: "add", input: { a: 17, b: 25 } }]);
    assert.equal(version.blocks.find((block): block is ToolBlock => block.type === "tool")?.state, "output-available");
    assert.equal(textOf(version), "Let me see.It is 42.");

    const [first, second] = vendor.requests;
    assert.deepEqual(first?.options.tools?.map(({ name }) => name).includes("add"), true);
    const [user, assistant, result] = second?.messages ?? [];
    const { User, Assistant } = vscode.LanguageModelChatMessageRole;
    assert.deepEqual([user?.role, assistant?.role, result?.role], [User, Assistant, User]);
    const call = assistant?.content.find((part) => part instanceof vscode.LanguageModelToolCallPart);
    assert.deepEqual([call?.callId, call?.input], ["call-1", { a: 17, b: 25 }]);
    assert.equal(result?.content.length, 1);
    const [part] = result?.content ?? [];
    assert.ok(part instanceof vscode.LanguageModelToolResultPart);
    assert.equal(part.callId, "call-1");
    assert.deepEqual(
      part.content.map((item) => (item instanceof vscode.LanguageModelTextPart ? item.value : item)),
      ["42"],
    );
  });

  it("use tools in text mode when they have no tool calling", async () => {
    vendor.setModels([{ ...vendor.fakeModel, capabilities: { toolCalling: false } }]);
    await models.wake();
    await waitUntil("VS Code says so", () => listed()?.toolMode === "text");
    const tools = new FakeToolSource([
      { name: "add", builtIn: true, run: ({ a, b }) => String(Number(a) + Number(b)) },
    ]);
    vendor.script(
      says("<tool_use><name>add</name>", '<arguments>{"a": 17, "b": 25}</arguments></tool_use>'),
      says("It is 42."),
    );
    const version = await answer(newSession(tools));
    assert.deepEqual(tools.calls, [{ name: "add", input: { a: 17, b: 25 } }]);
    assert.equal(textOf(version).trim(), "It is 42.");
    assert.deepEqual(
      vendor.requests.map(({ options }) => options.tools?.length ?? 0),
      [0, 0],
    );
  });

  it("are asked again with fewer tools when the vendor takes no more", async () => {
    await models.wake();
    await whenListed();
    const names = Array.from({ length: 5 }, (_, index) => `tool_${index}`);
    const tools = new FakeToolSource(names.map((name) => ({ name, run: () => "" })));
    vendor.script(fails(new Error("Cannot have more than 3 tools per request.")), says("Hello."));
    const version = await answer(newSession(tools));
    assert.equal(textOf(version), "Hello.");
    assert.deepEqual(
      vendor.requests.map(({ options }) => options.tools?.length),
      [5, 3],
    );
  });

  const refusals: [string, () => Error, string][] = [
    ["consent is refused", () => vscode.LanguageModelError.NoPermissions("Not allowed"), "error.lm.noPermission"],
    ["the vendor blocks", () => vscode.LanguageModelError.Blocked("Too much"), "error.lm.blocked"],
    ["the vendor does not know the model", () => vscode.LanguageModelError.NotFound("Which?"), "error.lm.gone"],
    ["the rate limit is reached", () => named("ChatRateLimited", "Slow down."), "error.lm.blocked"],
    ["the quota is used up", () => named("ChatQuotaExceeded", "Nothing is left of this month."), "error.quota"],
    ["the conversation is too long", () => new Error("Message exceeds token limit."), "error.context"],
  ];
  for (const [when, error, key] of refusals) {
    it(`say so when ${when}`, async () => {
      await models.wake();
      await whenListed();
      vendor.script(fails(error()));
      const version = await answer(newSession());
      assert.equal(version.endReason, "error");
      assert.equal(errorOf(version).key, key, errorOf(version).message);
    });
  }

  it("say so when the model has disappeared since it was chosen", async () => {
    vendor.setModels([]);
    await waitUntil("VS Code has no such model", async () => {
      const chats = await vscode.lm.selectChatModels({ vendor: fakeVendorId });
      return chats.length === 0;
    });
    // Not listed yet, so it is still taken to be there.
    const version = await answer(newSession());
    assert.equal(errorOf(version).key, "error.lm.gone");
    assert.deepEqual(errorOf(version).action, { id: "choose_model", argument: "vscode" });
  });

  it("are cancelled when the person stops the turn, and what came stays", async () => {
    await models.wake();
    await whenListed();
    const session = newSession();
    let cancelled = false;
    vendor.script(async (report, token) => {
      report(new vscode.LanguageModelTextPart("It is"));
      await new Promise<void>((resolve) => token.onCancellationRequested(() => resolve()));
      cancelled = true;
    });
    session.send([{ type: "text", text: "Go" }]);
    await waitUntil("text has come", () => textOf(newest(session)) === "It is");
    await session.stop();
    await waitUntil("the vendor was told", () => cancelled);
    assert.equal(newest(session).endReason, "stopped");
    assert.equal(textOf(newest(session)), "It is");
  });
});

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}

function newest(session: ChatSession): Version {
  const message = session.conversation.messages.findLast((item): item is AssistantMessage => item.role === "assistant");
  const version = message?.versions.at(-1);
  assert.ok(version, "there is an answer");
  return version;
}

function textOf({ blocks }: Version): string {
  return blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
}

function errorOf({ blocks }: Version): ErrorChunk {
  const block = blocks.find((item) => item.type === "error");
  assert.ok(block, "there is an error");
  return block.error;
}
