import type { Chunk } from "../../shared/chunk.ts";
import type { Localizable } from "../../shared/localizable.ts";
import { runTurn } from "../loop/create-loop.ts";
import type { Run } from "../loop/middleware.ts";
import type { ResolvedModel } from "../ports/resolved-model.ts";
import type { ToolSource } from "../ports/tool.ts";
import type { ChatSessionDeps } from "./chat-session-deps.ts";
import type { SessionLog } from "./session-log.ts";
import { startRound, type TurnStart } from "./start-round.ts";

export interface SessionTurnOptions {
  deps: ChatSessionDeps;
  log: SessionLog;
  tools: ToolSource;
  run: Run;
  versionId: string;
  start: TurnStart;
  onHeld(characters: number): void;
  /** Tells how many characters of a result the chosen model may see. */
  onResultLimit(characters: number): void;
  hasQueuedMessage(): boolean;
}

/** One running turn of a session: from the choice of the model to `turn_end`, with every chunk put into the log. */
export class SessionTurn {
  /** Resolves when the turn has ended and its events are on disk; never rejects. */
  readonly ended: Promise<void>;
  readonly #options: SessionTurnOptions;
  readonly #controller = new AbortController();
  readonly #calls = new Map<string, AbortController>();
  #interrupted = false;

  constructor(options: SessionTurnOptions) {
    this.#options = options;
    this.ended = this.#go().catch((cause: unknown) => {
      options.deps.log.error("A turn ended with a fault of Toolweave.", cause);
    });
  }

  async stop(): Promise<void> {
    this.#controller.abort();
    await this.ended;
  }

  /** Like `stop`, for a window that closes: the turn is marked as interrupted, so that it can go on later. */
  async interrupt(): Promise<void> {
    this.#interrupted = true;
    await this.stop();
  }

  cancelCall(toolCallId: string): void {
    this.#callController(toolCallId).abort();
  }

  async #go(): Promise<void> {
    const { deps, log, start, versionId } = this.#options;
    const model = await deps.resolveModel();
    if (start.kind === "answer") {
      const { messageId, parentId } = start;
      const [provider, name] = "client" in model ? [model.client.provider, model.model] : ["", ""];
      log.append({
        type: "version_begin",
        messageId,
        versionId,
        parentId,
        provider,
        model: name,
        at: deps.clock.now(),
      });
    }
    const turnId = deps.newId();
    if ("client" in model) {
      await this.#runWith(model, turnId);
    } else {
      this.#refuse(model, turnId);
    }
    await log.flush();
  }

  async #runWith(model: ResolvedModel, turnId: string): Promise<void> {
    const { deps, log, tools, run, start, onHeld, onResultLimit, hasQueuedMessage } = this.#options;
    const { signal } = this.#controller;
    await deps.waitForTools?.(signal).catch(() => {});
    const { round, resultCharacters } = startRound({
      start,
      turnId,
      model,
      signal,
      tools,
      conversation: log.conversation,
      settings: deps.settings(),
      verdict: deps.memory.get(model.memoryKey),
      callSignal: (toolCallId) => AbortSignal.any([signal, this.#callController(toolCallId).signal]),
      hasQueuedMessage,
    });
    onResultLimit(resultCharacters);
    for await (const chunk of runTurn(run, round)) {
      if (chunk.type === "held") {
        onHeld(chunk.characters);
        continue;
      }
      if (chunk.type === "round_end") {
        onHeld(0);
      }
      this.#append(chunk);
    }
  }

  /** The message is kept; the reply says why there is none. */
  #refuse(why: Localizable, turnId: string): void {
    this.#append({ type: "turn_begin", turnId });
    this.#append({ type: "error", code: "MODEL_ERROR", ...why, action: { id: "choose_model" } });
    this.#append({ type: "turn_end", turnId, reason: "error" });
  }

  #append(chunk: Chunk): void {
    const { deps, log, versionId } = this.#options;
    const interrupted = this.#interrupted && chunk.type === "turn_end" && chunk.reason === "stopped";
    log.appendChunk(versionId, interrupted ? { ...chunk, reason: "interrupted" } : chunk, deps.clock.now());
  }

  #callController(toolCallId: string): AbortController {
    const existing = this.#calls.get(toolCallId);
    if (existing !== undefined) {
      return existing;
    }
    const controller = new AbortController();
    this.#calls.set(toolCallId, controller);
    return controller;
  }
}
