import type { Chunk } from "../../shared/chunk.ts";
import type { JsonValue } from "../../shared/json.ts";
import type { ToolResult } from "../../shared/tool-result.ts";
import { CallArguments } from "./call-arguments.ts";
import { CallIds } from "./call-ids.ts";
import { missingResult } from "./call-sentences.ts";
import type { ReplyEnd } from "./tool-call-accumulator.ts";

interface ProviderCall {
  toolCallId: string;
  arguments: CallArguments;
  /** How far it has come: arguments stream, are complete, the result is there. */
  state: "open" | "called" | "ended";
}

export interface ProviderCallStart {
  /** The id by which its result names it; empty when there is none. */
  wireId: string;
  toolName: string;
  serverName?: string;
}

/**
 * Calls that a provider runs itself, and their results, as chunks with `via: "provider"`: they are shown like other calls
 * and never run here. `key` tells the calls of one reply apart (an index of the wire).
 */
export class ProviderCalls {
  readonly #ids: CallIds;
  readonly #byKey = new Map<number, ProviderCall>();
  readonly #byWireId = new Map<string, ProviderCall>();

  constructor(takenIds: Iterable<string>, newId: () => string) {
    this.#ids = new CallIds(takenIds, newId);
  }

  get any(): boolean {
    return this.#byKey.size > 0;
  }

  /** The call's arguments may still grow. */
  isOpen(key: number): boolean {
    return this.#byKey.get(key)?.state === "open";
  }

  begin(key: number, { wireId, toolName, serverName }: ProviderCallStart): Chunk[] {
    const toolCallId = this.#ids.claim(wireId);
    const call: ProviderCall = { toolCallId, arguments: new CallArguments(), state: "open" };
    this.#byKey.set(key, call);
    this.#byWireId.set(wireId === "" ? toolCallId : wireId, call);
    const server = serverName === undefined ? {} : { serverName };
    return [{ type: "mcp_tool_created", toolCallId, toolName, ...server, via: "provider" }];
  }

  add(key: number, piece: JsonValue | undefined): Chunk[] {
    const call = this.#byKey.get(key);
    return call === undefined ? [] : inputDelta(call, call.arguments.push(piece));
  }

  /** The arguments are complete; `whole`, when it is there, counts more than the pieces. */
  seal(key: number, whole?: JsonValue): Chunk[] {
    const call = this.#byKey.get(key);
    if (call === undefined || call.state !== "open") {
      return [];
    }
    return [...inputDelta(call, call.arguments.settle(whole)), ...seal(call)];
  }

  /** The result of the call with this key, or with this id. The second one for a call is ignored. */
  finish(which: number | string, result: ToolResult): Chunk[] {
    const call = typeof which === "number" ? this.#byKey.get(which) : this.#byWireId.get(which);
    if (call === undefined || call.state === "ended") {
      return [];
    }
    const chunks = seal(call);
    call.state = "ended";
    return [...chunks, { type: "mcp_tool_call_response", toolCallId: call.toolCallId, result }];
  }

  /** Calls without a result at the end of the reply are marked so: the provider owes it, or will never send it. */
  end(how: ReplyEnd): Chunk[] {
    return [...this.#byKey.values()].flatMap((call): Chunk[] => {
      if (call.state === "ended") {
        return [];
      }
      const chunks = seal(call);
      call.state = "ended";
      return [...chunks, { type: "mcp_tool_call_error", toolCallId: call.toolCallId, error: missingResult(how) }];
    });
  }
}

function inputDelta(call: ProviderCall, delta: string): Chunk[] {
  return delta === "" ? [] : [{ type: "mcp_tool_input_delta", toolCallId: call.toolCallId, delta }];
}

function seal(call: ProviderCall): Chunk[] {
  if (call.state !== "open") {
    return [];
  }
  call.state = "called";
  return [
    { type: "mcp_tool_in_progress", toolCallId: call.toolCallId, input: call.arguments.asShown(), via: "provider" },
  ];
}
