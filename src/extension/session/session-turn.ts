import type { Chunk, ErrorChunk } from "../../shared/chunk.ts";
import type { Version } from "../../shared/conversation.ts";
import { faultChunk, runTurn } from "../loop/create-loop.ts";
import type { Run } from "../loop/middleware.ts";
import { ProgressWanted } from "../loop/progress-wanted.ts";
import { Verdicts } from "../loop/verdicts.ts";
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
  /** Resolves when the turn has ended; never rejects. */
  readonly ended: Promise<void>;
  readonly #options: SessionTurnOptions;
  readonly #controller = new AbortController();
  readonly #calls = new Map<string, AbortController>();
  #interrupted = false;
  #model: ResolvedModel | undefined;
  /** What the log has of this turn. */
  #at: "start" | "version" | "turn" | "end" = "start";

  constructor(options: SessionTurnOptions) {
    this.#options = options;
    this.ended = this.#go();
  }

  async stop(): Promise<void> {
    this.#abort();
    await this.ended;
  }

  /** Like `stop`, for a window that closes: the turn is marked as interrupted, so that it can go on later. */
  async interrupt(): Promise<void> {
    this.#interrupted = true;
    await this.stop();
  }

  /** `giveProgress`: the model gets what the server has told so far. */
  cancelCall(toolCallId: string, giveProgress: boolean): void {
    this.#callController(toolCallId).abort(giveProgress ? new ProgressWanted() : undefined);
  }

  /** Tries at once what waits for its next try. */
  retryNow(): void {
    this.#model?.client.retryNow?.();
  }

  async #go(): Promise<void> {
    const { deps } = this.#options;
    const turnId = deps.newId();
    try {
      const model = await deps.resolveModel();
      if ("client" in model) {
        this.#beginVersion(model.client.provider, model.model);
        await this.#runWith(model, turnId);
      } else {
        // The message is kept; the reply says why there is none.
        this.#refuse(turnId, { type: "error", code: "MODEL_ERROR", ...model, action: { id: "choose_model" } });
      }
    } catch (cause) {
      deps.log.error("A turn ended with a fault of Toolweave.", cause);
      this.#refuse(turnId, faultChunk(cause));
    } finally {
      // Whatever still hangs on this turn (a request, a tool, an open question) ends with it.
      this.#abort();
    }
  }

  #abort(): void {
    this.#controller.abort();
    for (const controller of this.#calls.values()) {
      controller.abort();
    }
  }

  #beginVersion(provider: string, model: string): void {
    const { deps, log, start, versionId } = this.#options;
    if (start.kind === "answer" && this.#at === "start") {
      const { messageId, parentId } = start;
      const at = deps.clock.now();
      log.append({ type: "version_begin", messageId, versionId, parentId, provider, model, at });
    }
    this.#at = "version";
  }

  async #runWith(model: ResolvedModel, turnId: string): Promise<void> {
    const { deps, log, tools, run, start, onHeld, onResultLimit, hasQueuedMessage } = this.#options;
    this.#model = model;
    const { signal } = this.#controller;
    await deps.waitForTools?.(signal).catch(() => {});
    if (start.kind === "suspect" && start.always && wrote(model, start.version)) {
      new Verdicts(deps.memory, deps.clock).learn(model, { acceptFenced: true });
    }
    const { round, resultCharacters } = startRound({
      start,
      turnId,
      model,
      signal,
      tools,
      conversation: log.conversation,
      settings: deps.settings(),
      verdict: deps.memory.get(model.memoryKey),
      callSignal: (toolCallId) => this.#callController(toolCallId).signal,
      hasQueuedMessage,
    });
    onResultLimit(resultCharacters);
    for await (const chunk of runTurn(run, round, (cause) =>
      deps.log.error("A hook of the loop has a fault.", cause),
    )) {
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

  /** Ends a turn that the loop could not end itself, with an error that says why. */
  #refuse(turnId: string, error: ErrorChunk): void {
    this.#beginVersion("", "");
    if (this.#at === "version") {
      this.#append({ type: "turn_begin", turnId });
    }
    if (this.#at === "turn") {
      this.#append(error);
      this.#append({ type: "turn_end", turnId, reason: "error" });
    }
  }

  #append(chunk: Chunk): void {
    const { deps, log, versionId } = this.#options;
    if (chunk.type === "turn_begin" || chunk.type === "turn_end") {
      this.#at = chunk.type === "turn_begin" ? "turn" : "end";
    }
    const interrupted = this.#interrupted && chunk.type === "turn_end" && chunk.reason === "stopped";
    log.appendChunk(versionId, interrupted ? { ...chunk, reason: "interrupted" } : chunk, deps.clock.now());
  }

  #callController(toolCallId: string): AbortController {
    const existing = this.#calls.get(toolCallId);
    if (existing !== undefined) {
      return existing;
    }
    const controller = new AbortController();
    if (this.#controller.signal.aborted) {
      controller.abort();
    }
    this.#calls.set(toolCallId, controller);
    return controller;
  }
}

/** Another model may have been chosen since, about which nothing was said. */
function wrote({ client, model }: ResolvedModel, version: Version): boolean {
  return client.provider === version.provider && model === version.model;
}
