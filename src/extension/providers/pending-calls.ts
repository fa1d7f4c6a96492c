import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import { CallArguments } from "./call-arguments.ts";

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

/** A native call of which the end has not been seen. */
export interface PendingCall {
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

/** The calls of a reply that have begun, and which of them a piece belongs to, whatever ids and indexes a server sends. */
export class PendingCalls {
  readonly #list: PendingCall[] = [];

  /** In the order in which they began. */
  get list(): readonly PendingCall[] {
    return this.#list;
  }

  remove(call: PendingCall): void {
    this.#list.splice(this.#list.indexOf(call), 1);
  }

  clear(): void {
    this.#list.length = 0;
  }

  /** The call that a piece belongs to; one that begins another call begins it. */
  find(piece: CallPiece, offered: ReadonlySet<string>): PendingCall {
    const index = validIndex(piece.index);
    const id = piece.id ?? "";
    const name = piece.name ?? "";
    const last = this.#list.at(-1);
    const atIndex = index === undefined ? undefined : this.#list.findLast((call) => call.index === index);
    if (id !== "") {
      const sameId = this.#list.findLast((call) => call.wireId === id);
      if (sameId !== undefined && (index === undefined || sameId.index === undefined || sameId.index === index)) {
        return sameId;
      }
      const open = atIndex ?? (index === undefined ? last : undefined);
      const isLateId = open !== undefined && open.wireId === "" && !beginsAnother(open, piece, offered);
      const isNameless = open !== undefined && name === "" && sameId === undefined;
      return open !== undefined && (isLateId || isNameless) ? open : this.#begin();
    }
    const open = atIndex ?? (index === undefined || last?.index === undefined ? last : undefined);
    return open === undefined || beginsAnother(open, piece, offered) ? this.#begin() : open;
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
    this.#list.push(call);
    return call;
  }
}

/** Without an id to tell: a name behind whole arguments begins another call, unless it only repeats. */
function beginsAnother(open: PendingCall, piece: CallPiece, offered: ReadonlySet<string>): boolean {
  const name = piece.name ?? "";
  if (name === "" || open.name === "") {
    return false;
  }
  const hasArguments =
    isJsonObject(piece.arguments) || (typeof piece.arguments === "string" && piece.arguments.trim() !== "");
  if (open.arguments.whole) {
    return name !== open.name || hasArguments;
  }
  return name !== open.name && offered.has(name) && offered.has(open.name) && !open.arguments.empty;
}

/** An index that can group pieces: some servers send -1. */
export function validIndex(index: number | undefined): number | undefined {
  return index !== undefined && Number.isInteger(index) && index >= 0 ? index : undefined;
}
