import type { Chunk } from "../../shared/chunk.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import { CallArguments } from "./call-arguments.ts";
import { isCertainToolName, joinToolName, normaliseToolName, parallelToolName } from "./tool-name.ts";

/** One piece of a native call as a server sent it; every field may be missing, empty, late or repeated. */
export interface CallPiece {
  index?: number;
  id?: string;
  name?: string;
  /** A piece of JSON text, or the arguments as a value. */
  arguments?: JsonValue;
  /** What the provider wants back with the call (Gemini's thought signature). */
  extra?: JsonObject;
}

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

interface PendingCall {
  wireId: string;
  index: number | undefined;
  name: string;
  /** Text for `input_delta` that came before the name was certain. */
  early: string;
  arguments: CallArguments;
  /** Set when the call was created. */
  created: { toolCallId: string; toolName: string } | undefined;
  extra: JsonObject | undefined;
}

/**
 * Puts native calls together from what servers really send: index missing, always 0, shifted or the tool's position;
 * ids missing, empty, late, repeated; names repeated or in pieces; arguments as `CallArguments` says. `add` yields
 * `mcp_tool_created` once the name is certain and the arguments as they grow; `finish` ends every call with exactly one
 * `mcp_tool_in_progress` or `mcp_tool_invalid`, in the order in which the calls began.
 */
export class ToolCallAccumulator {
  readonly finished: FinishedCall[] = [];
  readonly #offered: ReadonlySet<string>;
  readonly #taken: Set<string>;
  readonly #newId: () => string;
  readonly #calls: PendingCall[] = [];

  constructor(options: AccumulatorOptions) {
    this.#offered = new Set(options.offered);
    this.#taken = new Set(options.takenIds);
    this.#newId = options.newId;
  }

  /** A call with a name, or with arguments, has begun. */
  get hasCalls(): boolean {
    return this.#calls.some((call) => call.name !== "" || !call.arguments.empty);
  }

  /** Takes one piece, in the order of the wire. */
  add(piece: CallPiece): Chunk[] {
    const call = this.#find(piece);
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

  finish(end: ReplyEnd): Chunk[] {
    const chunks: Chunk[] = [];
    const calls = this.#calls.filter((call) => call.name !== "" || !call.arguments.empty);
    calls.forEach((call, position) => {
      const isLast = position === calls.length - 1;
      if (call.created === undefined && normaliseToolName(call.name, this.#offered) === parallelToolName) {
        chunks.push(...this.#finishBundle(call, end));
      } else {
        chunks.push(...this.#finishCall(call, end, isLast));
      }
    });
    this.#calls.length = 0;
    return chunks;
  }

  #find(piece: CallPiece): PendingCall {
    const index = validIndex(piece.index);
    const id = piece.id ?? "";
    const name = piece.name ?? "";
    const last = this.#calls.at(-1);
    const atIndex = index === undefined ? undefined : this.#calls.findLast((call) => call.index === index);
    if (id !== "") {
      const sameId = this.#calls.findLast((call) => call.wireId === id);
      if (sameId !== undefined && (index === undefined || sameId.index === undefined || sameId.index === index)) {
        return sameId;
      }
      const open = atIndex ?? (index === undefined ? last : undefined);
      const isLateId = open !== undefined && open.wireId === "" && !this.#beginsAnother(open, piece);
      const isNameless = open !== undefined && name === "" && sameId === undefined;
      return open !== undefined && (isLateId || isNameless) ? open : this.#begin();
    }
    const open = atIndex ?? (index === undefined || last?.index === undefined ? last : undefined);
    return open === undefined || this.#beginsAnother(open, piece) ? this.#begin() : open;
  }

  /** Without an id to tell: a name behind whole arguments begins another call, unless it only repeats. */
  #beginsAnother(open: PendingCall, piece: CallPiece): boolean {
    const name = piece.name ?? "";
    if (name === "" || open.name === "") {
      return false;
    }
    const hasArguments =
      isJsonObject(piece.arguments) || (typeof piece.arguments === "string" && piece.arguments.trim() !== "");
    if (open.arguments.whole) {
      return name !== open.name || hasArguments;
    }
    return name !== open.name && this.#offered.has(name) && this.#offered.has(open.name) && !open.arguments.empty;
  }

  #begin(): PendingCall {
    const call: PendingCall = {
      wireId: "",
      index: undefined,
      name: "",
      early: "",
      arguments: new CallArguments(),
      created: undefined,
      extra: undefined,
    };
    this.#calls.push(call);
    return call;
  }

  /** A later call has begun, so the names of all earlier ones are as complete as they get. */
  #createEarlier(current: PendingCall): Chunk[] {
    const chunks: Chunk[] = [];
    for (const call of this.#calls) {
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
    const toolCallId = this.#claimId(call.wireId);
    call.created = { toolCallId, toolName };
    return [{ type: "mcp_tool_created", toolCallId, toolName, via: "native" }, ...this.#flush(call, toolCallId)];
  }

  #flush(call: PendingCall, toolCallId: string): Chunk[] {
    const delta = call.early;
    call.early = "";
    return delta === "" ? [] : [{ type: "mcp_tool_input_delta", toolCallId, delta }];
  }

  #claimId(wireId: string): string {
    let id = wireId;
    while (id === "" || this.#taken.has(id)) {
      id = this.#newId();
    }
    this.#taken.add(id);
    return id;
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

  /** At the end a name is as certain as it gets; arguments without any name belong to no tool. */
  #nameOf(call: PendingCall): string {
    const name = normaliseToolName(call.name, this.#offered);
    return name === "" || name === parallelToolName ? "unknown" : name;
  }

  /** Calls that share one arguments text, or one bundle, get ids of their own. */
  #wholeCall(toolName: string, input: JsonObject): Chunk[] {
    const toolCallId = this.#claimId("");
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

function validIndex(index: number | undefined): number | undefined {
  return index !== undefined && Number.isInteger(index) && index >= 0 ? index : undefined;
}

function lostMessage(toolName: string, end: "lost" | "stopped"): string {
  return end === "lost"
    ? `The connection was lost before the reply ended, so ${toolName} was not run.`
    : `The reply was stopped before it ended, so ${toolName} was not run.`;
}

function truncatedMessage(toolName: string, end: ReplyEnd): string {
  return end === "length"
    ? `The output limit cut the arguments of ${toolName}, so it was not run. Send less in one call, or split it into several calls.`
    : `The reply ended before the arguments of ${toolName} were complete, so it was not run. Send the whole call again.`;
}

function invalidMessage(toolName: string, why: string): string {
  return `The arguments of ${toolName} are not valid: ${why}. Send the call again with one JSON object as arguments.`;
}
