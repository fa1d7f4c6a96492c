import type { JsonObject, JsonValue } from "../../shared/json.ts";
import type { FinishedCall } from "./tool-call-accumulator.ts";

/** One output item of a reply, as far as it has come. */
export interface ResponseItem {
  /** Its place among all items of the reply, in the order in which they began. */
  readonly position: number;
  readonly type: string;
  id: string;
  index: number | undefined;
  callId: string;
  /** A function call whose name was told. */
  named: boolean;
  /** Text or reasoning that was shown of it. */
  text: string;
  refusal: string;
  reasoningKind: "summary" | "text" | undefined;
  /** The part of the reasoning that was shown last. */
  part: number | undefined;
  done: boolean;
  /** The whole item as the server sent it. */
  value: JsonObject | undefined;
}

/**
 * The output items of one reply. Events find their item by id, then by index, then as the last open one of their type:
 * servers are known that leave out ids or indexes, always say index 0, or give one item another id in every event.
 */
export class ResponseItems {
  readonly #items: ResponseItem[] = [];
  /** Where the items of the current response begin: a steered one is followed by another. */
  #base = 0;

  get last(): ResponseItem | undefined {
    return this.#items.at(-1);
  }

  add(type: string, value: JsonObject, event: JsonObject): ResponseItem {
    const item: ResponseItem = {
      position: this.#items.length,
      type,
      id: textOf(value.id) || textOf(event.item_id),
      index: indexOf(event),
      callId: textOf(value.call_id),
      named: false,
      text: "",
      refusal: "",
      reasoningKind: undefined,
      part: undefined,
      done: false,
      value: undefined,
    };
    this.#items.push(item);
    return item;
  }

  /** The item that an event about a part belongs to; one that was never announced begins here. */
  of(type: string, event: JsonObject): ResponseItem {
    return this.#find(type, textOf(event.item_id), indexOf(event)) ?? this.add(type, {}, event);
  }

  /** The item that `output_item.done` completes. */
  matching(value: JsonObject, event: JsonObject): ResponseItem | undefined {
    const type = textOf(value.type);
    const callId = textOf(value.call_id);
    const sameCall =
      callId === "" ? undefined : this.#current().find((item) => item.type === type && item.callId === callId);
    return sameCall ?? this.#find(type, textOf(value.id), indexOf(event));
  }

  /** The item that a second `output_item.added` announces again. */
  open(value: JsonObject, event: JsonObject): ResponseItem | undefined {
    const id = textOf(value.id);
    const index = indexOf(event);
    return this.#current().find(
      (item) => !item.done && item.type === value.type && id !== "" && item.id === id && item.index === index,
    );
  }

  /** What the list of the terminal event has and the events did not complete. A call is never counted twice. */
  missing(output: readonly JsonObject[]): { known: ResponseItem | undefined; value: JsonObject }[] {
    const current = this.#current();
    const free = new Set(current);
    const take = (found: ResponseItem | undefined) => {
      if (found !== undefined) {
        free.delete(found);
      }
      return found;
    };
    return output.flatMap((value) => {
      const type = textOf(value.type);
      const same = [...free].filter((item) => item.type === type);
      const id = textOf(value.id);
      const callId = textOf(value.call_id);
      const known = take(
        same.find((item) => id !== "" && item.id === id) ??
          same.find((item) => callId !== "" && item.callId === callId) ??
          same[0],
      );
      const isRepeated =
        known === undefined &&
        type === "function_call" &&
        current.some((item) => callId === "" || item.callId === callId);
      return known?.done === true || isRepeated ? [] : [{ known, value }];
    });
  }

  closeAll(): void {
    this.#base = this.#items.length;
  }

  /**
   * The items as the API wants them back: whole, in order, with the ids that the conversation knows its calls by. Empty
   * when one of them never came whole: then the reply is rebuilt from its neutral parts.
   */
  blocks(calls: readonly FinishedCall[], ranElsewhere: ReadonlySet<string>): JsonValue[] {
    const values = this.#items.map((item) => item.value);
    const own = values.filter((value) => value?.type === "function_call" && !ranElsewhere.has(textOf(value.call_id)));
    if (own.length !== calls.length || values.some((value) => value === undefined)) {
      return [];
    }
    const answered = new Set(
      values.flatMap((value) => (value?.type === "function_call_output" ? [textOf(value.call_id)] : [])),
    );
    let position = 0;
    return values.flatMap((value): JsonValue[] => {
      if (value === undefined) {
        return [];
      }
      if (!own.includes(value)) {
        // Without its output the API refuses a call, whoever has run it.
        return value.type === "function_call" && !answered.has(textOf(value.call_id)) ? [] : [value];
      }
      const call = calls[position];
      position += 1;
      const input = call?.input === undefined ? { arguments: "{}" } : {};
      return [{ ...value, call_id: call?.toolCallId ?? "", ...input }];
    });
  }

  #find(type: string, id: string, index: number | undefined): ResponseItem | undefined {
    const current = this.#current().filter((item) => item.type === type);
    const sameId = id === "" ? undefined : current.findLast((item) => item.id === id);
    const sameIndex = index === undefined ? undefined : current.findLast((item) => item.index === index && !item.done);
    const lastOpen = index === undefined ? current.findLast((item) => !item.done) : undefined;
    return sameId ?? sameIndex ?? lastOpen;
  }

  #current(): ResponseItem[] {
    return this.#items.slice(this.#base);
  }
}

function indexOf(event: JsonObject): number | undefined {
  return typeof event.output_index === "number" ? event.output_index : undefined;
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
