import type { JsonObject } from "../../shared/json.ts";
import type { ToolDefinition } from "../ports/tool.ts";

/** A call of the current round that may run. */
export interface LedgerCall {
  readonly toolCallId: string;
  readonly tool: ToolDefinition;
  input: JsonObject;
  /** `open` until approved or denied; `cleared` calls run when the reply has ended properly. */
  state: "open" | "cleared" | "denied" | "started";
}

/** The calls of one round: what the hooks of a round know together and nobody else sees. */
export class CallLedger {
  readonly #calls = new Map<string, LedgerCall>();
  /** The reply's text as the model wrote it, before calls were looked for in it; native mode only. */
  replyText = "";
  /** Every call that got an id in this round, runnable or not, in the order of its first chunk. */
  readonly seen = new Set<string>();

  add(toolCallId: string, tool: ToolDefinition, input: JsonObject): LedgerCall {
    const call: LedgerCall = { toolCallId, tool, input, state: "open" };
    this.#calls.set(toolCallId, call);
    return call;
  }

  get(toolCallId: string): LedgerCall | undefined {
    return this.#calls.get(toolCallId);
  }

  all(): LedgerCall[] {
    return [...this.#calls.values()];
  }
}
