import { createDefaultLoop } from "../../src/extension/loop/default-chain.ts";
import type { FakeTool } from "../../src/extension/ports/fake-tool-source.ts";
import { FakeToolSource } from "../../src/extension/ports/fake-tool-source.ts";
import { MemoryGrantStore } from "../../src/extension/ports/grants.ts";
import { silentLog } from "../../src/extension/ports/log.ts";
import { ManualClock } from "../../src/extension/ports/manual-clock.ts";
import { MemorySessionStore } from "../../src/extension/ports/memory-session-store.ts";
import { TransientModelMemory } from "../../src/extension/ports/model-memory.ts";
import { MemoryQueueStore } from "../../src/extension/ports/queue-store.ts";
import type { ResolvedModel } from "../../src/extension/ports/resolved-model.ts";
import { ScriptedModel, type ScriptedReply } from "../../src/extension/ports/scripted-model.ts";
import { ChatSession } from "../../src/extension/session/chat-session.ts";
import type { ChatSessionDeps } from "../../src/extension/session/chat-session-deps.ts";
import { defaultSessionSettings, type SessionSettings } from "../../src/extension/session/session-settings.ts";
import type { Block, Conversation, ToolBlock, Version } from "../../src/shared/conversation.ts";
import { selectedPath, selectedVersion } from "../../src/shared/selected-path.ts";

export interface TestChatOptions {
  replies?: readonly ScriptedReply[];
  tools?: readonly FakeTool[];
  model?: Partial<ResolvedModel>;
  settings?: Partial<SessionSettings>;
}

/** A session with a scripted model and tools that are functions, and everything it stands on within reach. */
export interface TestChat {
  session: ChatSession;
  model: ScriptedModel;
  tools: FakeToolSource;
  store: MemorySessionStore;
  grants: MemoryGrantStore;
  memory: TransientModelMemory;
  clock: ManualClock;
  deps: ChatSessionDeps;
}

export function createTestChat(options: TestChatOptions = {}): TestChat {
  const model = new ScriptedModel(options.replies ?? []);
  const tools = new FakeToolSource(options.tools ?? []);
  const store = new MemorySessionStore();
  const grants = new MemoryGrantStore();
  const memory = new TransientModelMemory();
  const clock = new ManualClock();
  let ids = 0;
  const resolved: ResolvedModel = {
    id: "scripted/model",
    client: model,
    model: "model",
    label: "Scripted",
    toolMode: "auto",
    maxOutputTokens: 1_000,
    vision: false,
    memoryKey: "scripted model",
    ...options.model,
  };
  const deps: ChatSessionDeps = {
    store,
    tools,
    grants,
    queues: new MemoryQueueStore(),
    memory,
    clock,
    log: silentLog,
    newId: () => `id${++ids}`,
    resolveModel: () => resolved,
    settings: () => ({ ...defaultSessionSettings, ...options.settings }),
    createLoop: createDefaultLoop,
  };
  return { session: ChatSession.create(deps), model, tools, store, grants, memory, clock, deps };
}

/** Resolves when the condition holds; it is looked at after every change of the session. */
export function until(session: ChatSession, condition: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stops: (() => void)[] = [];
    const look = () => {
      if (condition()) {
        for (const stop of stops) {
          stop();
        }
        resolve();
      }
    };
    stops.push(session.onEvents(look), session.onDidChangeState(look));
    look();
  });
}

/** Sends a message and waits for the end of the turn. */
export async function ask(session: ChatSession, text: string): Promise<void> {
  session.send([{ type: "text", text }]);
  await until(session, () => !session.running);
}

/** The version that is shown last. */
export function lastVersion(conversation: Conversation): Version {
  const message = selectedPath(conversation).at(-1);
  const version = message?.role === "assistant" ? selectedVersion(message) : undefined;
  if (version === undefined) {
    throw new Error("The conversation does not end with a reply.");
  }
  return version;
}

export function toolBlocks(version: Version): ToolBlock[] {
  return version.blocks.filter((block): block is ToolBlock => block.type === "tool");
}

export function textOf(blocks: readonly Block[]): string {
  return blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("|");
}
