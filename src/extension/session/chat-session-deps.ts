import type { Localizable } from "../../shared/localizable.ts";
import type { Approver, Run } from "../loop/middleware.ts";
import type { Clock } from "../ports/clock.ts";
import type { GrantStore } from "../ports/grants.ts";
import type { Log } from "../ports/log.ts";
import type { ModelMemory } from "../ports/model-memory.ts";
import type { QueueStore } from "../ports/queue-store.ts";
import type { ResolvedModel } from "../ports/resolved-model.ts";
import type { SessionStore } from "../ports/session-store.ts";
import type { ToolSource } from "../ports/tool.ts";
import type { SessionSettings } from "./session-settings.ts";

/** What a session needs from outside. */
export interface ChatSessionDeps {
  store: SessionStore;
  tools: ToolSource;
  grants: GrantStore;
  queues: QueueStore;
  memory: ModelMemory;
  clock: Clock;
  log: Log;
  newId(): string;
  /** The selected model, or a sentence that says why there is none. */
  resolveModel(): ResolvedModel | Localizable | Promise<ResolvedModel | Localizable>;
  settings(): SessionSettings;
  /** Gives servers that are just starting a moment before the first request of a turn. */
  waitForTools?(signal: AbortSignal): Promise<void>;
  /** Builds the loop; `createDefaultLoop` of the loop room. */
  createLoop(approver: Approver, deps: Pick<ChatSessionDeps, "clock" | "memory" | "newId">): Run;
}
