import { randomUUID } from "node:crypto";
import type { Chunk } from "../../shared/chunk.ts";
import { createDefaultLoop } from "../loop/default-chain.ts";
import { MemoryGrantStore } from "../ports/grants.ts";
import type { Log } from "../ports/log.ts";
import { MemorySessionStore } from "../ports/memory-session-store.ts";
import { TransientModelMemory } from "../ports/model-memory.ts";
import { MemoryQueueStore } from "../ports/queue-store.ts";
import { systemClock } from "../ports/system-clock.ts";
import { ChatSession } from "../session/chat-session.ts";
import { defaultSessionSettings, type SessionSettings } from "../session/session-settings.ts";
import type { CommandOptions } from "./command-options.ts";
import { modelOf } from "./model-of.ts";
import { startServers } from "./start-servers.ts";

/**
 * `chat`: user messages from stdin, one a line; every chunk of every turn out. Calls are approved or denied by
 * `--approve`. Resolves with the exit code: 1 when a turn ended with an error.
 */
export async function runChat(
  options: CommandOptions,
  readLines: (signal: AbortSignal) => AsyncIterable<string>,
  print: (value: object) => void,
  log: Log,
): Promise<number> {
  const model = modelOf(options, log);
  const decision = options.choice("approve", ["none", "all"]) === "all" ? "approved" : "denied";
  const settings: SessionSettings = {
    ...defaultSessionSettings,
    maxRounds: options.number("max-rounds") ?? defaultSessionSettings.maxRounds,
    guard: options.choice("guard", ["strict", "lenient", "off"]),
    acceptFenced: options.flag("accept-fenced"),
    systemPrompt: options.text("system-prompt") ?? "",
  };
  const servers = await startServers(options.text("mcp"), log);
  const session = ChatSession.create({
    store: new MemorySessionStore(),
    tools: servers.tools,
    grants: new MemoryGrantStore(),
    queues: new MemoryQueueStore(),
    memory: new TransientModelMemory(),
    clock: systemClock,
    log,
    newId: randomUUID,
    resolveModel: () => model,
    settings: () => settings,
    createLoop: createDefaultLoop,
  });
  let failed = false;
  const take = (chunk: Chunk) => {
    print(chunk);
    if (chunk.type === "mcp_tool_approval_request") {
      session.respond(chunk.toolCallId, { decision, scope: "once", target: "tool" });
    } else if (chunk.type === "turn_end") {
      failed ||= chunk.reason === "error";
    }
  };
  session.onEvents((events) => {
    for (const event of events) {
      if (event.type === "chunk") {
        take(event.chunk);
      }
    }
  });
  session.onHeld((characters) => print({ type: "held", characters }));
  // Ctrl-C stops the turn that runs; without one it ends the program.
  const input = new AbortController();
  const stop = () => (session.running ? void session.stop() : input.abort());
  process.on("SIGINT", stop);
  try {
    for await (const line of readLines(input.signal)) {
      session.send([{ type: "text", text: line }]);
      await idle(session);
    }
  } finally {
    process.off("SIGINT", stop);
    await session.dispose();
    await servers.dispose();
  }
  return failed ? 1 : 0;
}

function idle(session: ChatSession): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!session.running) {
        end();
        resolve();
      }
    };
    const end = session.onDidChangeState(look);
    look();
  });
}
