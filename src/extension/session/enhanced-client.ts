import { assertNever } from "../../shared/assert-never.ts";
import type { Chunk, ErrorChunk, TurnEndReason } from "../../shared/chunk.ts";
import type { JsonObject } from "../../shared/json.ts";
import { McpError } from "../../shared/mcp-error.ts";
import type { Approver, Run } from "../loop/middleware.ts";
import { pump } from "../loop/pump.ts";
import type { Clock } from "../ports/clock.ts";
import { type GrantStore, MemoryGrantStore } from "../ports/grants.ts";
import type { Log } from "../ports/log.ts";
import type { ModelClient } from "../ports/model.ts";
import { type ModelMemory, TransientModelMemory } from "../ports/model-memory.ts";
import type { ToolDefinition, ToolSource } from "../ports/tool.ts";
import { runEnhancedTurn } from "./enhanced-turn.ts";
import { type LLMClient, type LLMMessage, modelClientOf } from "./llm-client.ts";

export interface EnhanceOptions {
  /** Only the tools of these servers are offered; absent for all. */
  servers?: readonly string[];
  /** Id of the text format that the model is taught (`docs/formats.md`); absent for the default. */
  textFormat?: string;
  /** Model requests of one message at most; 25 by default. */
  maxRounds?: number;
  /** Everything that happens, calls and their results included, as it happens. What it throws is logged, nothing more. */
  onChunk?(chunk: Chunk): void;
}

/** A client whose model can use tools. It gives what the model says to the person, never the markup of calls. */
export interface EnhancedLLMClient {
  sendMessages(messages: readonly LLMMessage[], stream: false, signal?: AbortSignal): Promise<{ content: string }>;
  sendMessages(
    messages: readonly LLMMessage[],
    stream: true,
    signal?: AbortSignal,
  ): Promise<AsyncIterable<{ content: string }>>;
}

export interface EnhanceDeps {
  tools: ToolSource;
  clock: Clock;
  log: Log;
  newId(): string;
  /** Builds the loop; `createDefaultLoop` of the loop room. */
  createLoop(approver: Approver, deps: { clock: Clock; memory: ModelMemory; newId(): string }): Run;
  /** Gives servers that are just starting a moment before the first request. */
  waitForTools?(signal: AbortSignal): Promise<void>;
  /** Asks the person about a call. A rejection counts as a denial; the signal aborts when the answer is not needed any more. */
  ask(question: EnhanceQuestion, signal: AbortSignal): Promise<"once" | "always" | "deny">;
}

/** A call that waits for the person. */
export interface EnhanceQuestion {
  tool: ToolDefinition;
  input: JsonObject;
}

/**
 * Wraps any client that answers with text into one whose model can use the tools: the closure keeps the client's shape,
 * the loop does the rest (teach the format, find the calls, ask the person, run them, feed the results back). What the
 * person allowed in the panel does not count here, for that was for their own chats; what they allow always holds for
 * this client until the window closes. Failures are thrown as `McpError`.
 */
export function enhanceLLMClient(client: LLMClient, options: EnhanceOptions, deps: EnhanceDeps): EnhancedLLMClient {
  const shared: ClientState = {
    options,
    deps,
    client: modelClientOf(client),
    tools: ofServers(deps.tools, options.servers),
    grants: new MemoryGrantStore(),
    memory: new TransientModelMemory(),
  };

  async function sendMessages(
    messages: readonly LLMMessage[],
    stream: boolean,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<{ content: string } | AsyncIterable<{ content: string }>> {
    const texts = answer(shared, messages, signal);
    if (stream) {
      return texts;
    }
    let content = "";
    for await (const piece of texts) {
      content += piece.content;
    }
    return { content };
  }
  return { sendMessages: sendMessages as EnhancedLLMClient["sendMessages"] };
}

/** What all messages to one enhanced client have in common. */
export interface ClientState {
  options: EnhanceOptions;
  deps: EnhanceDeps;
  client: ModelClient;
  tools: ToolSource;
  grants: GrantStore;
  memory: ModelMemory;
}

async function* answer(
  state: ClientState,
  messages: readonly LLMMessage[],
  signal: AbortSignal,
): AsyncGenerator<{ content: string }> {
  const { deps } = state;
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  let error: ErrorChunk | undefined;
  try {
    await deps.waitForTools?.(either).catch(() => {});
    // Read as fast as it comes: whoever shows the text slowly must not hold back the tools.
    for await (const chunk of pump(runEnhancedTurn(state, messages, either))) {
      if (chunk.type === "text_delta") {
        yield { content: chunk.text };
      } else if (chunk.type === "error") {
        error = chunk;
      } else if (chunk.type === "turn_end" && chunk.reason !== "done") {
        throw failureOf(chunk.reason, error);
      }
    }
  } finally {
    ended.abort();
  }
}

function ofServers(source: ToolSource, servers: readonly string[] | undefined): ToolSource {
  if (servers === undefined) {
    return source;
  }
  const wanted = () => source.list().filter(({ serverName }) => servers.some((server) => server === serverName));
  return {
    list: wanted,
    async call(name, input, callOptions) {
      if (!wanted().some((tool) => tool.name === name)) {
        throw new McpError("TOOL_NOT_FOUND", `There is no tool "${name}".`);
      }
      return source.call(name, input, callOptions);
    },
    onDidChange: (listener) => source.onDidChange(listener),
  };
}

function failureOf(reason: Exclude<TurnEndReason, "done">, error: ErrorChunk | undefined): McpError {
  switch (reason) {
    case "stopped":
    case "interrupted":
      return new McpError("CANCELLED", "The message was cancelled.");
    case "max_rounds":
      return new McpError("MODEL_ERROR", "The model still wanted to call tools when its rounds were used up.");
    case "loop_detected":
      return new McpError("MODEL_ERROR", "The model made the same call again and again, so it was stopped.");
    case "tool_errors":
      return new McpError("MODEL_ERROR", "The model's calls were wrong several times in a row, so it was stopped.");
    case "error":
      return new McpError(error?.code ?? "UNKNOWN_ERROR", error?.message ?? "The message could not be answered.");
    default:
      return assertNever(reason);
  }
}
