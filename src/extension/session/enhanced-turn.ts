import { applySessionEvent, createConversation } from "../../shared/apply-session-event.ts";
import type { Chunk } from "../../shared/chunk.ts";
import type { Conversation, ToolBlock } from "../../shared/conversation.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { SessionEvent } from "../../shared/session-event.ts";
import { firstRound, runTurn } from "../loop/create-loop.ts";
import type { Turn } from "../loop/middleware.ts";
import { maxResultCharacters } from "../loop/result-content.ts";
import type { ModelMessage } from "../ports/model.ts";
import { Approvals } from "./approvals.ts";
import type { ClientState } from "./enhanced-client.ts";
import type { LLMMessage } from "./llm-client.ts";
import { defaultSessionSettings } from "./session-settings.ts";
import { withToolOutput } from "./tool-output-source.ts";

/** Tokens. A request always carries a limit; a foreign client has its own, so this one binds nobody. */
const outputTokens = 8_192;

/** One turn of the loop. Its chunks make a conversation of its own, by which permissions and long results are judged. */
export async function* runEnhancedTurn(
  { options, deps, client, tools: source, grants, memory }: ClientState,
  messages: readonly LLMMessage[],
  signal: AbortSignal,
): AsyncGenerator<Chunk> {
  const { clock, log, newId } = deps;
  const versionId = newId();
  let conversation = startConversation(newId(), versionId, clock.now());
  const tools = withToolOutput(
    source,
    () => conversation,
    () => maxResultCharacters,
  );
  /** Calls whose arguments are in the conversation, and that nobody has been asked about. */
  const toAsk = new Set<string>();
  const approvals = new Approvals({
    grants,
    tools,
    clock,
    log,
    conversation: () => conversation,
    onDidChange: () => askNew(),
  });
  const askNew = () => {
    for (const toolCallId of approvals.waiting.filter((id) => toAsk.delete(id))) {
      void askPerson(toolCallId);
    }
  };
  const askPerson = async (toolCallId: string) => {
    const block = toolBlock(conversation, toolCallId);
    const tool = tools.list().find(({ name }) => name === block?.toolName);
    const question = tool === undefined ? undefined : { tool, input: block?.input ?? {} };
    const said = question === undefined ? "deny" : await deps.ask(question, signal).catch(() => "deny" as const);
    const scope = said === "always" ? "workspace" : "once";
    approvals.respond(toolCallId, { decision: said === "deny" ? "denied" : "approved", scope, target: "tool" });
  };

  const turn: Turn = {
    turnId: newId(),
    model: {
      id: "extension/model",
      client,
      model: "model",
      label: "model",
      toolMode: "text",
      maxOutputTokens: outputTokens,
      memoryKey: "extension",
      ...(options.textFormat === undefined ? {} : { textFormat: options.textFormat }),
    },
    signal,
    tools,
    firstDepth: 0,
    maxRounds: options.maxRounds ?? defaultSessionSettings.maxRounds,
    systemPrompt: textsOf(messages, "system").join("\n\n"),
    guard: defaultSessionSettings.guard,
    acceptFenced: defaultSessionSettings.acceptFenced,
    userText: textsOf(messages, "user").at(-1) ?? "",
    resultCharacters: maxResultCharacters,
    callSignal: () => signal,
    hasQueuedMessage: () => false,
  };
  const round = firstRound(turn, {
    history: messages.flatMap(toModelMessage),
    toolMode: "text",
    madeCall: false,
    ...(options.textFormat === undefined ? {} : { textFormat: options.textFormat }),
  });
  const run = deps.createLoop(approvals, { clock, memory, newId });
  let seq = 0;
  const onFault = (cause: unknown) => log.error("A turn of another extension ended with a fault of Toolweave.", cause);
  for await (const chunk of runTurn(run, round, onFault)) {
    if (chunk.type !== "held") {
      conversation = applySessionEvent(conversation, { type: "chunk", versionId, seq: seq++, chunk, at: clock.now() });
    }
    if (chunk.type === "mcp_tool_approval_request") {
      toAsk.add(chunk.toolCallId);
      askNew();
    }
    try {
      options.onChunk?.(chunk);
    } catch (cause) {
      log.warn(`A listener of another extension failed: ${messageOf(cause)}`);
    }
    yield chunk;
  }
}

function startConversation(id: string, versionId: string, at: number): Conversation {
  const events: SessionEvent[] = [
    { type: "user_message", messageId: "user", parentId: null, parts: [], at },
    {
      type: "version_begin",
      messageId: "reply",
      versionId,
      parentId: "user",
      provider: "extension",
      model: "model",
      at,
    },
  ];
  return events.reduce(applySessionEvent, createConversation(id));
}

function toolBlock(conversation: Conversation, toolCallId: string): ToolBlock | undefined {
  return conversation.messages
    .flatMap((message) => (message.role === "assistant" ? message.versions : []))
    .flatMap(({ blocks }) => blocks)
    .find((block): block is ToolBlock => block.type === "tool" && block.toolCallId === toolCallId);
}

function textsOf(messages: readonly LLMMessage[], role: LLMMessage["role"]): string[] {
  return messages.flatMap((message) => (message.role === role ? [message.content] : []));
}

function toModelMessage({ role, content }: LLMMessage): ModelMessage[] {
  return role === "system" ? [] : [{ role, content: [{ type: "text", text: content }] }];
}
