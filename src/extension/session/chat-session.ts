import type { AssistantMessage, Conversation, UserPart, Version } from "../../shared/conversation.ts";
import { selectedPath, selectedVersion } from "../../shared/selected-path.ts";
import type { SessionEvent } from "../../shared/session-event.ts";
import { sessionFormatVersion } from "../../shared/session-event.ts";
import type { ApprovalDecision, Run } from "../loop/middleware.ts";
import { maxResultCharacters } from "../loop/result-content.ts";
import type { QueuedMessage } from "../ports/queue-store.ts";
import type { ToolSource } from "../ports/tool.ts";
import { Approvals } from "./approvals.ts";
import type { ChatSessionDeps } from "./chat-session-deps.ts";
import { interruptedChunks, openVersions } from "./interrupted-chunks.ts";
import { Listeners } from "./listeners.ts";
import { MessageQueue } from "./message-queue.ts";
import { SessionLog } from "./session-log.ts";
import { SessionTurn } from "./session-turn.ts";
import type { TurnStart } from "./start-round.ts";
import { titleOf } from "./title-of.ts";
import { withToolOutput } from "./tool-output-source.ts";

/** One conversation's life in the host: its events and the turn that runs. It never throws for what a model or tool does. */
export class ChatSession {
  readonly sessionId: string;
  readonly #deps: ChatSessionDeps;
  readonly #log: SessionLog;
  readonly #approvals: Approvals;
  readonly #tools: ToolSource;
  readonly #run: Run;
  readonly #state: Listeners<void>;
  readonly #heldBack: Listeners<number>;
  readonly #queue: MessageQueue;
  #turn: SessionTurn | undefined;
  #resultCharacters = maxResultCharacters;
  #held = 0;

  private constructor(sessionId: string, deps: ChatSessionDeps, stored: readonly SessionEvent[]) {
    this.sessionId = sessionId;
    this.#deps = deps;
    this.#state = new Listeners(deps.log);
    this.#heldBack = new Listeners(deps.log);
    this.#log = new SessionLog({ sessionId, store: deps.store, log: deps.log, stored });
    this.#queue = new MessageQueue({
      sessionId,
      store: deps.queues,
      newId: deps.newId,
      onDidChange: () => this.#tellState(),
    });
    this.#tools = withToolOutput(
      deps.tools,
      () => this.conversation,
      () => this.#resultCharacters,
    );
    this.#approvals = new Approvals({
      grants: deps.grants,
      tools: this.#tools,
      clock: deps.clock,
      log: deps.log,
      conversation: () => this.conversation,
      onDidChange: () => this.#tellState(),
    });
    this.#run = deps.createLoop(this.#approvals, deps);
  }

  /** A new session. Nothing is stored before its first message. */
  static create(deps: ChatSessionDeps): ChatSession {
    return new ChatSession(deps.newId(), deps, []);
  }

  /** A stored session as it was read. A turn without an end may still run in another window. */
  static restore(sessionId: string, deps: ChatSessionDeps, stored: readonly SessionEvent[]): ChatSession {
    return new ChatSession(sessionId, deps, stored);
  }

  /** Ends the turns as interrupted that lack an end: whatever ran them is gone. Not while a turn runs here. */
  closeInterrupted(): void {
    for (const version of this.#turn === undefined ? openVersions(this.conversation) : []) {
      for (const chunk of interruptedChunks(version)) {
        this.#log.appendChunk(version.versionId, chunk, this.#deps.clock.now());
      }
    }
  }

  /** Takes in what another window has written to this session. */
  takeIn(events: readonly SessionEvent[]): void {
    this.#log.takeIn(events);
  }

  get conversation(): Conversation {
    return this.#log.conversation;
  }

  get running(): boolean {
    return this.#turn !== undefined;
  }

  /** Whether a call waits for the person. */
  get waiting(): boolean {
    return this.#approvals.waiting.length > 0;
  }

  get queue(): readonly QueuedMessage[] {
    return this.#queue.messages;
  }

  onEvents(listener: (events: readonly SessionEvent[]) => void): () => void {
    return this.#log.onEvents(listener);
  }

  /** Tells how many characters are held back because they may be a call; 0 when none are. */
  onHeld(listener: (characters: number) => void): () => void {
    return this.#heldBack.add(listener);
  }

  /** Tells when `running`, `waiting` or `queue` changed. */
  onDidChangeState(listener: () => void): () => void {
    return this.#state.add(listener);
  }

  /** Sends a message, or queues it while a turn runs; it then joins before the next round. */
  send(parts: UserPart[]): void {
    if (this.#turn !== undefined) {
      this.#queue.add(parts);
      return;
    }
    this.#sendNext(parts);
  }

  async stopAndSend(parts: UserPart[]): Promise<void> {
    await this.stop();
    this.send(parts);
  }

  /** Takes a message out of the queue and returns what it held. */
  removeQueued(id: string): UserPart[] | undefined {
    return this.#queue.remove(id);
  }

  /** Ends the running turn: the model request and all tool calls. Resolves when it has ended. */
  async stop(): Promise<void> {
    await this.#turn?.stop();
  }

  /** Answers the same message again, as another version. */
  regenerate(messageId: string): void {
    const message = this.#assistantMessage(messageId);
    if (message !== undefined && this.#turn === undefined) {
      this.#answer(message.parentId, message.messageId);
    }
  }

  /** Sends a changed message in the place of an old one; the old branch stays. */
  editMessage(messageId: string, parts: UserPart[]): void {
    const message = this.conversation.messages.find((item) => item.messageId === messageId);
    if (message?.role === "user" && this.#turn === undefined) {
      this.#sendAs(parts, message.parentId);
    }
  }

  selectVersion(messageId: string, versionId?: string): void {
    if (this.#turn === undefined) {
      this.#log.append({ type: "version_selected", messageId, ...(versionId === undefined ? {} : { versionId }) });
    }
  }

  /** Deletes a message and everything after it. */
  deleteMessage(messageId: string): void {
    if (this.#turn === undefined) {
      this.#log.append({ type: "message_deleted", messageId });
    }
  }

  rename(title: string): void {
    this.#ensureCreated();
    this.#log.append({ type: "title_changed", title });
  }

  respond(toolCallId: string, decision: ApprovalDecision): void {
    if (!this.#approvals.respond(toolCallId, decision)) {
      this.#deps.log.warn(`The answer for call ${toolCallId} came when nobody waited for it any more.`);
    }
  }

  cancelTool(toolCallId: string, giveProgress = false): void {
    this.#turn?.cancelCall(toolCallId, giveProgress);
  }

  retryNow(): void {
    this.#turn?.retryNow();
  }

  /** Goes on with the newest version: after the round limit, or where a reply was cut. */
  continueRounds(): void {
    const version = this.#newestVersion();
    if (version !== undefined && this.#turn === undefined) {
      this.#start(version.versionId, { kind: "continue", version });
    }
  }

  /** Runs what looked like a call but was not run, as if the model had made it; with `always`, such calls in code blocks from now on. */
  runSuspect(versionId: string, blockId: string, always = false): void {
    const version = this.#newestVersion();
    const block = version?.blocks.find((item) => item.id === blockId);
    if (version?.versionId === versionId && block?.type === "suspect" && this.#turn === undefined) {
      this.#start(versionId, { kind: "suspect", version, block, toolCallId: this.#deps.newId(), always });
    }
  }

  /** Ends the turn as interrupted and writes everything to disk. */
  async dispose(): Promise<void> {
    if (this.#turn !== undefined) {
      this.#queue.hold();
      await this.#turn.interrupt();
    }
    await this.#log.flush();
  }

  #sendNext(parts: UserPart[]): void {
    const last = selectedPath(this.conversation).at(-1);
    this.#sendAs(parts, last?.role === "assistant" ? last.selectedVersionId : (last?.parentId ?? null));
  }

  #sendAs(parts: UserPart[], parentId: string | null): void {
    this.#ensureCreated();
    const messageId = this.#deps.newId();
    this.#log.append({ type: "user_message", messageId, parentId, parts, at: this.#deps.clock.now() });
    const title = titleOf(parts);
    if (this.conversation.title === undefined && title !== "") {
      this.#log.append({ type: "title_changed", title });
    }
    this.#answer(messageId, this.#deps.newId());
  }

  #ensureCreated(): void {
    if (this.conversation.createdAt === 0) {
      const { sessionId } = this;
      const createdAt = this.#deps.clock.now();
      this.#log.append({ type: "session_created", sessionId, formatVersion: sessionFormatVersion, createdAt });
    }
  }

  #answer(parentId: string, messageId: string): void {
    this.#start(this.#deps.newId(), { kind: "answer", messageId, parentId });
  }

  #start(versionId: string, start: TurnStart): void {
    const turn = new SessionTurn({
      deps: this.#deps,
      log: this.#log,
      tools: this.#tools,
      run: this.#run,
      versionId,
      start,
      onHeld: (characters) => this.#tellHeld(characters),
      onResultLimit: (characters) => {
        this.#resultCharacters = characters;
      },
      hasQueuedMessage: () => this.#queue.hasReady,
    });
    this.#turn = turn;
    void turn.ended.then(() => this.#turnEnded());
    this.#tellState();
  }

  #turnEnded(): void {
    this.#log.flush().catch((cause: unknown) => this.#deps.log.error("The chat could not be written to disk.", cause));
    this.#tellHeld(0);
    if (this.#newestVersion()?.endReason !== "done") {
      this.#queue.hold();
    }
    // The old turn stays until the next one takes its place: in between the session must not look idle.
    const next = this.#queue.takeReady();
    if (next !== undefined) {
      this.#sendNext(next);
    } else {
      this.#turn = undefined;
      this.#tellState();
    }
  }

  #assistantMessage(messageId: string): AssistantMessage | undefined {
    const message = this.conversation.messages.find((item) => item.messageId === messageId);
    return message?.role === "assistant" ? message : undefined;
  }

  #newestVersion(): Version | undefined {
    const last = selectedPath(this.conversation).at(-1);
    return last?.role === "assistant" ? selectedVersion(last) : undefined;
  }

  #tellState(): void {
    this.#state.tell();
  }

  #tellHeld(characters: number): void {
    if (characters !== this.#held) {
      this.#held = characters;
      this.#heldBack.tell(characters);
    }
  }
}
