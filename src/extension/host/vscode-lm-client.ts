import type * as vscode from "vscode";
import type { Chunk } from "../../shared/chunk.ts";
import { orAborted } from "../../shared/or-aborted.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { ModelClient, ModelFacts, ModelRequest } from "../ports/model.ts";
import { takenCallIds } from "../providers/taken-call-ids.ts";
import { normaliseToolName } from "../providers/tool-name.ts";
import { toToolSchema } from "../providers/tool-schema.ts";
import { Watchdog } from "../providers/watchdog.ts";
import { WholeText } from "../providers/whole-text.ts";
import { capabilitiesOf, type LmApi } from "./vscode-lm-api.ts";
import { LmModelGone, LmSilence, lmErrorChunk } from "./vscode-lm-failure.ts";
import { toLmMessages } from "./vscode-lm-history.ts";
import { type LmReplyPart, readLmReplyPart } from "./vscode-lm-reply.ts";

/** ms without any part after which a reply that has begun is given up; a vendor may hold back a long call. */
const longestSilence = 300_000;

export interface VscodeLmClientOptions {
  /** The id of the provider entry. */
  provider: string;
  /** The name that people know the vendor by. */
  label: string;
  api: LmApi;
  /** The model as VS Code has it now. */
  find(model: string): Promise<vscode.LanguageModelChat | undefined>;
  /** Why we ask: VS Code shows it when it asks the person for consent. */
  justification: string;
  newId(): string;
  clock: Clock;
  log: Log;
}

/** What a model did not take and is spared from then on. */
interface Concessions {
  withoutOptions?: boolean;
  withoutImages?: boolean;
}

/**
 * A client for the models that VS Code and its extensions offer (`vscode.lm`). VS Code asks the person for consent at
 * the first request, so one is only ever made for a message that was sent. There is no finish reason and no usage: the
 * end of the stream is the end of the reply, and whatever the stream throws is a reply that was lost.
 */
export function createVscodeLmClient(options: VscodeLmClientOptions): ModelClient {
  const { provider, label, api, log } = options;
  const learned = new Map<string, Concessions>();

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<Chunk> {
    const reader = new LmReader(request, options.newId);
    for (;;) {
      const concessions = learned.get(request.model) ?? {};
      try {
        for await (const part of openReply(options, request, concessions, signal)) {
          yield* reader.read(readLmReplyPart(part, api));
        }
        yield* reader.end();
        yield { type: "round_end", finishReason: reader.hasCalls ? "tool_calls" : "stop", complete: true };
        return;
      } catch (error) {
        if (signal.aborted) {
          yield { type: "round_end", finishReason: "abort", complete: false };
          return;
        }
        const more = reader.isFresh ? concede(error, concessions) : undefined;
        if (more !== undefined) {
          log.info(`${label}: the request is sent again with less in it, after "${String(error)}"`);
          learned.set(request.model, more);
          continue;
        }
        log.warn(`${label}: ${request.model} did not answer: ${String(error)}`);
        yield lmErrorChunk(error, { provider, label, model: request.model, characters: reader.characters });
        yield { type: "round_end", finishReason: "error", complete: false };
        return;
      }
    }
  }

  async function describe(model: string): Promise<ModelFacts> {
    try {
      return factsOf(await options.find(model));
    } catch (error) {
      log.warn(`${label}: VS Code did not say what ${model} can do: ${String(error)}`);
      return {};
    }
  }

  return { provider, stream, describe };
}

/** What VS Code says about a model; older versions say nothing about its capabilities. */
export function factsOf(chat: vscode.LanguageModelChat | undefined): ModelFacts {
  if (chat === undefined) {
    return {};
  }
  const { supportsToolCalling: native, supportsImageToText: vision } = capabilitiesOf(chat);
  return {
    guided: false,
    ...(native === undefined ? {} : { native }),
    ...(vision === undefined ? {} : { vision }),
    ...(chat.maxInputTokens > 0 ? { contextWindow: chat.maxInputTokens } : {}),
  };
}

async function* openReply(
  { api, find, justification, clock }: VscodeLmClientOptions,
  request: ModelRequest,
  concessions: Concessions,
  signal: AbortSignal,
): AsyncGenerator<unknown> {
  const source = new api.CancellationTokenSource();
  const cancel = () => source.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  const silence = new AbortController();
  let watchdog: Watchdog | undefined;
  try {
    const chat = await orAborted(find(request.model), signal);
    if (chat === undefined) {
      throw new LmModelGone();
    }
    const images = capabilitiesOf(chat).supportsImageToText !== false && concessions.withoutImages !== true;
    const messages = toLmMessages(request.system, request.messages, { api, images });
    // As long as the person is asked for consent nothing comes, so the clock starts with the reply.
    const asked = chat.sendRequest(messages, requestOptions(request, justification, concessions), source.token);
    const response = await orAborted(asked, signal);
    const limits = { firstByteMs: longestSilence, idleMs: longestSilence };
    watchdog = new Watchdog(limits, clock, (_fault, limitMs) => silence.abort(new LmSilence(limitMs)));
    const parts = response.stream[Symbol.asyncIterator]();
    const either = AbortSignal.any([signal, silence.signal]);
    for (;;) {
      const step = await orAborted(parts.next(), either);
      watchdog.alive();
      if (step.done === true) {
        return;
      }
      yield step.value;
    }
  } finally {
    watchdog?.stop();
    signal.removeEventListener("abort", cancel);
    source.cancel(); // also where our reader has ended the reply: the vendor need not write on
    source.dispose();
  }
}

function requestOptions(
  request: ModelRequest,
  justification: string,
  concessions: Concessions,
): vscode.LanguageModelChatRequestOptions {
  const { tools, temperature, maxOutputTokens, stop = [] } = request;
  return {
    justification,
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map((tool) => ({
            name: tool.name,
            description: tool.description ?? tool.title ?? tool.name,
            inputSchema: toToolSchema(tool.inputSchema),
          })),
        }),
    ...(concessions.withoutOptions === true
      ? {}
      : {
          // The names that GitHub Copilot takes; other vendors take what they know of them.
          modelOptions: {
            max_tokens: maxOutputTokens,
            ...(temperature === undefined ? {} : { temperature }),
            ...(stop.length === 0 ? {} : { stop }),
          },
        }),
  };
}

/** What to leave out after a refusal that names it; undefined when leaving out does not help. */
function concede(error: unknown, concessions: Concessions): Concessions | undefined {
  const words = String(error);
  if (concessions.withoutOptions !== true && /max_?(completion_|output_)?tokens|temperature|\bstop\b/i.test(words)) {
    return { ...concessions, withoutOptions: true };
  }
  // VS Code 1.104 has the class for images, but refuses it to extensions as a proposed API.
  if (concessions.withoutImages !== true && /DataPart|image|vision|proposed api|api proposal/i.test(words)) {
    return { ...concessions, withoutImages: true };
  }
  return undefined;
}

/** Makes chunks of the parts of one reply. */
class LmReader {
  readonly #offered: ReadonlySet<string>;
  readonly #taken: Set<string>;
  readonly #newId: () => string;
  readonly #text = new WholeText();
  characters = 0;
  hasCalls = false;

  constructor(request: ModelRequest, newId: () => string) {
    this.#offered = new Set(request.tools.map(({ name }) => name));
    this.#taken = new Set(takenCallIds(request.messages));
    this.#newId = newId;
  }

  /** Nothing has been shown yet, so the same request may be sent again. */
  get isFresh(): boolean {
    return this.characters === 0 && !this.hasCalls;
  }

  read(part: LmReplyPart): Chunk[] {
    switch (part.type) {
      case "text":
        return this.#show("text_delta", this.#text.push(part.text));
      case "reasoning":
        return this.#show("reasoning_delta", part.text);
      case "call":
        return [...this.end(), ...this.#call(part)];
      case "other":
        return [];
    }
  }

  /** Half a character that was still waiting for its other half. */
  end(): Chunk[] {
    return this.#show("text_delta", this.#text.end());
  }

  #show(type: "text_delta" | "reasoning_delta", text: string): Chunk[] {
    this.characters += text.length;
    return text === "" ? [] : [{ type, text }];
  }

  #call({ callId, name, input, raw }: Extract<LmReplyPart, { type: "call" }>): Chunk[] {
    this.hasCalls = true;
    const toolCallId = callId === "" || this.#taken.has(callId) ? this.#newId() : callId;
    this.#taken.add(toolCallId);
    const toolName = normaliseToolName(name, this.#offered) || "unknown";
    const created: Chunk = { type: "mcp_tool_created", toolCallId, toolName, via: "native" };
    if (input === undefined) {
      const message = `The arguments of ${toolName} are not one JSON object. Send the call again with one JSON object as arguments.`;
      return [created, { type: "mcp_tool_invalid", toolCallId, toolName, reason: "invalid_json", raw, message }];
    }
    return [
      created,
      { type: "mcp_tool_input_delta", toolCallId, delta: JSON.stringify(input) },
      { type: "mcp_tool_in_progress", toolCallId, input },
    ];
  }
}
