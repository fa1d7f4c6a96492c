import type { Chunk } from "../../shared/chunk.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import type { ToolResult } from "../../shared/tool-result.ts";
import { CallIds } from "./call-ids.ts";
import { invalidMessage, lostMessage, missingResult, truncatedMessage } from "./call-sentences.ts";
import { type CallPiece, type PendingCall, PendingCalls, validIndex } from "./pending-calls.ts";
import type { ToolsRunBy } from "./provider-config.ts";
import { isCertainToolName, joinToolName, normaliseToolName, parallelToolName } from "./tool-name.ts";

/**
 * How the reply ended. `ended` by itself · `length` at its limit: whole calls stand, the open one is truncated ·
 * `lost` or `stopped`: nothing of it runs.
 */
export type ReplyEnd = "ended" | "length" | "lost" | "stopped";

export interface AccumulatorOptions {
  /** Exposed names of the request's tools. */
  offered: Iterable<string>;
  /** Ids that the conversation has used; a wire id among them is replaced. */
  takenIds: Iterable<string>;
  newId(): string;
  /** Default: we do. With `backend` every call is shown as the provider's own and never handed on to be run. */
  toolsRunBy?: ToolsRunBy;
}

/** A call of the finished reply, for the raw blocks. */
export interface FinishedCall {
  toolCallId: string;
  toolName: string;
  /** The id on the wire; empty when there was none. */
  wireId: string;
  /** Absent when the call is invalid. */
  input?: JsonObject;
  extra?: JsonObject;
}

/**
 * Puts native calls together from what servers really send: index missing, always 0, shifted or the tool's position;
 * ids missing, empty, late, repeated; names repeated or in pieces; arguments as `CallArguments` says. `add` yields
 * `mcp_tool_created` once the name is certain and the arguments as they grow; `finish` ends every call with exactly one
 * `mcp_tool_in_progress` or `mcp_tool_invalid`, in the order in which the calls began.
 */
export class ToolCallAccumulator {
  readonly finished: FinishedCall[] = [];
  /** Wire ids of the calls that were run elsewhere, as far as they had one. */
  readonly ranElsewhere = new Set<string>();
  readonly #offered: ReadonlySet<string>;
  readonly #ids: CallIds;
  readonly #toolsRunBy: ToolsRunBy;
  readonly #calls = new PendingCalls();

  constructor(options: AccumulatorOptions) {
    this.#offered = new Set(options.offered);
    this.#ids = new CallIds(options.takenIds, options.newId);
    this.#toolsRunBy = options.toolsRunBy ?? "client";
  }

  /** A call with a name, or with arguments, has begun. */
  get hasCalls(): boolean {
    return this.#calls.list.some((call) => call.name !== "" || !call.arguments.empty);
  }

  /** A call has begun, or was run elsewhere. */
  get any(): boolean {
    return this.hasCalls || this.ranElsewhere.size > 0;
  }

  /** Takes one piece, in the order of the wire. */
  add(piece: CallPiece): Chunk[] {
    const call = this.#calls.find(piece, this.#offered);
    const index = validIndex(piece.index);
    call.wireId ||= piece.id ?? "";
    call.index ??= index;
    if (piece.extra !== undefined) {
      call.extra = { ...call.extra, ...piece.extra };
    }
    if (call.created === undefined && piece.name !== undefined && piece.name !== "") {
      call.name = joinToolName(call.name, piece.name, this.#offered);
    }
    const chunks = this.#createEarlier(call);
    const delta = call.arguments.push(piece.arguments);
    call.early += delta;
    const name = normaliseToolName(call.name, this.#offered);
    if (call.created !== undefined) {
      chunks.push(...this.#flush(call, call.created.toolCallId));
    } else if (!call.arguments.empty || isCertainToolName(name, this.#offered)) {
      chunks.push(...this.#create(call, name));
    }
    return chunks;
  }

  /** The whole arguments of the call at this index, from an event that counts more than the pieces before it. */
  settle(index: number, whole: JsonValue | undefined): Chunk[] {
    const call = this.#calls.list.findLast((item) => item.index === index);
    if (call === undefined) {
      return [];
    }
    call.early += call.arguments.settle(whole);
    return call.created === undefined ? [] : this.#flush(call, call.created.toolCallId);
  }

  /**
   * The result of a call of this very reply: whatever sent it has run the call, so it is shown as the provider's and not
   * run again. An unknown id, or a second result, changes nothing.
   */
  addResult(wireId: string, result: ToolResult): Chunk[] {
    const call = wireId === "" ? undefined : this.#calls.list.findLast((item) => item.wireId === wireId);
    if (call === undefined) {
      return [];
    }
    const chunks = this.#showElsewhere(call);
    const toolCallId = call.created?.toolCallId ?? "";
    return [...chunks, { type: "mcp_tool_call_response", toolCallId, result }];
  }

  finish(end: ReplyEnd): Chunk[] {
    const chunks: Chunk[] = [];
    const calls = this.#calls.list.filter((call) => call.name !== "" || !call.arguments.empty);
    if (this.#toolsRunBy === "backend") {
      for (const call of calls) {
        chunks.push(...this.#showElsewhere(call));
        const toolCallId = call.created?.toolCallId ?? "";
        chunks.push({ type: "mcp_tool_call_error", toolCallId, error: missingResult(end) });
      }
      return chunks;
    }
    calls.forEach((call, position) => {
      const isLast = position === calls.length - 1;
      if (call.created === undefined && normaliseToolName(call.name, this.#offered) === parallelToolName) {
        chunks.push(...this.#finishBundle(call, end));
      } else {
        chunks.push(...this.#finishCall(call, end, isLast));
      }
    });
    this.#calls.clear();
    return chunks;
  }

  /** A later call has begun, so the names of all earlier ones are as complete as they get. */
  #createEarlier(current: PendingCall): Chunk[] {
    const chunks: Chunk[] = [];
    for (const call of this.#calls.list) {
      if (call === current) {
        break;
      }
      if (call.created === undefined && call.name !== "") {
        chunks.push(...this.#create(call, normaliseToolName(call.name, this.#offered)));
      }
    }
    return chunks;
  }

  #create(call: PendingCall, toolName: string): Chunk[] {
    if (toolName === "" || toolName === parallelToolName) {
      return [];
    }
    const toolCallId = this.#ids.claim(call.wireId);
    call.created = { toolCallId, toolName };
    const via = this.#toolsRunBy === "backend" ? "provider" : "native";
    return [{ type: "mcp_tool_created", toolCallId, toolName, via }, ...this.#flush(call, toolCallId)];
  }

  #flush(call: PendingCall, toolCallId: string): Chunk[] {
    const delta = call.early;
    call.early = "";
    return delta === "" ? [] : [{ type: "mcp_tool_input_delta", toolCallId, delta }];
  }

  #finishCall(call: PendingCall, end: ReplyEnd, isLast: boolean): Chunk[] {
    const chunks = call.created === undefined ? this.#create(call, this.#nameOf(call)) : [];
    const { toolCallId, toolName } = call.created ?? { toolCallId: "", toolName: "" };
    const extra = call.extra === undefined ? {} : { extra: call.extra };
    const raw = call.arguments.raw;
    const verdict = call.arguments.judge(end === "ended" || (end === "length" && !isLast));
    const invalid = (reason: "truncated" | "invalid_json", message: string) => {
      chunks.push({ type: "mcp_tool_invalid", toolCallId, toolName, reason, raw, message });
      this.finished.push({ toolCallId, toolName, wireId: call.wireId, ...extra });
    };
    if (end === "lost" || end === "stopped") {
      invalid("truncated", lostMessage(toolName, end));
    } else if (verdict.type === "open") {
      invalid("truncated", truncatedMessage(toolName, end));
    } else if (verdict.type === "invalid") {
      invalid("invalid_json", invalidMessage(toolName, verdict.why));
    } else {
      const [input, ...others] = verdict.inputs;
      const { repaired } = verdict;
      if (!call.arguments.wasShown) {
        chunks.push({ type: "mcp_tool_input_delta", toolCallId, delta: JSON.stringify(input) });
      }
      chunks.push({ type: "mcp_tool_in_progress", toolCallId, input, ...(repaired ? { repaired: true } : {}) });
      this.finished.push({ toolCallId, toolName, wireId: call.wireId, input, ...extra });
      for (const other of others) {
        chunks.push(...this.#wholeCall(toolName, other));
      }
    }
    return chunks;
  }

  /** A call that was run elsewhere leaves the list; `via` tells the rest of the way that there is nothing to run. */
  #showElsewhere(call: PendingCall): Chunk[] {
    const { name } = call;
    const chunks =
      call.created === undefined ? this.#create(call, name === parallelToolName ? "parallel" : this.#nameOf(call)) : [];
    this.#calls.remove(call);
    this.ranElsewhere.add(call.wireId);
    const toolCallId = call.created?.toolCallId ?? "";
    return [...chunks, { type: "mcp_tool_in_progress", toolCallId, input: call.arguments.asShown(), via: "provider" }];
  }

  /** At the end a name is as certain as it gets; arguments without any name belong to no tool. */
  #nameOf(call: PendingCall): string {
    const name = normaliseToolName(call.name, this.#offered);
    return name === "" || name === parallelToolName ? "unknown" : name;
  }

  /** Calls that share one arguments text, or one bundle, get ids of their own. */
  #wholeCall(toolName: string, input: JsonObject): Chunk[] {
    const toolCallId = this.#ids.claim("");
    this.finished.push({ toolCallId, toolName, wireId: "", input });
    return [
      { type: "mcp_tool_created", toolCallId, toolName, via: "native" },
      { type: "mcp_tool_input_delta", toolCallId, delta: JSON.stringify(input) },
      { type: "mcp_tool_in_progress", toolCallId, input },
    ];
  }

  /** `multi_tool_use.parallel` holds `{tool_uses: [{recipient_name, parameters}]}`. */
  #finishBundle(call: PendingCall, end: ReplyEnd): Chunk[] {
    const verdict = call.arguments.judge(end === "ended");
    const uses = verdict.type === "inputs" ? verdict.inputs[0].tool_uses : undefined;
    const isWhole = (end === "ended" || end === "length") && Array.isArray(uses) && uses.length > 0;
    if (!isWhole) {
      return this.#finishCall(call, end, true);
    }
    return uses.flatMap((use) => {
      const name = isJsonObject(use) && typeof use.recipient_name === "string" ? use.recipient_name : "";
      const input = isJsonObject(use) && isJsonObject(use.parameters) ? use.parameters : {};
      return this.#wholeCall(normaliseToolName(name, this.#offered), input);
    });
  }
}
