import { isJsonObject, type JsonObject, type JsonSchema } from "../../shared/json.ts";
import type { CallContext } from "./call-context.ts";
import type { CallInvalidEvent } from "./extractor-event.ts";
import { invalidArguments, oversizedCall, truncatedCall, unknownTool, unreadableCall } from "./invalid-messages.ts";
import { TextParts } from "./text-parts.ts";

/**
 * A call while it is read. Its name comes first for the reader of the events, even where the model wrote it last: until
 * then the arguments wait. It ends with exactly one `complete` or `fail`.
 */
export class OpenCall {
  name: string | undefined;
  repaired = false;
  readonly #context: CallContext;
  readonly #format: string;
  readonly #from: number;
  readonly #index: number;
  #accepted = false;
  #parts: TextParts | undefined;
  #verbatimFrom = -1;
  #verbatimTo = -1;
  #waiting = 0;
  #done = false;

  constructor(context: CallContext, format: string, from: number) {
    this.#context = context;
    this.#format = format;
    this.#from = from;
    this.#index = context.sink.takeIndex();
    if (!context.sink.tentative) context.reader.limitTo(from + context.maxCall);
  }

  get done(): boolean {
    return this.#done;
  }

  /** The input schema of the named tool, empty while it is not known. */
  get schema(): JsonSchema {
    return this.name === undefined ? {} : this.#context.tools.schema(this.name);
  }

  named(name: string): void {
    this.name = name;
    this.#accepted = this.#context.tools.accepts(name);
    if (!this.#accepted) return;
    this.#context.sink.emit({ type: "call_created", index: this.#index, name, format: this.#format });
    if (this.#waiting > 0) this.#emitDelta(this.#text());
  }

  /** More of the arguments, as JSON. `from` is its place in the reply where it stands there word for word, else -1. */
  delta(text: string, from = -1): void {
    if (text === "") return;
    this.#collect(text, from);
    if (this.#accepted) this.#emitDelta(text);
    else this.#waiting += text.length;
  }

  /** The arguments are complete; without any they are an empty object. */
  complete(closed: boolean): void {
    if (this.name === undefined) {
      this.fail("invalid_json", "it has no tool name");
      return;
    }
    if (!this.#accepted) {
      this.#invalid("unknown_tool", unknownTool(this.name, this.#context.tools.names));
      return;
    }
    if (this.#parts === undefined && this.#verbatimFrom < 0) this.delta("{}");
    const inputText = this.#text();
    const input = parseObject(inputText);
    if (input === undefined) {
      this.fail("invalid_json", "they are not a JSON object");
      return;
    }
    this.#done = true;
    const repaired = this.repaired ? { repaired: true } : {};
    const { name } = this;
    this.#context.sink.emit({ type: "call_complete", index: this.#index, name, input, inputText, ...repaired, closed });
  }

  /** The call cannot run. `problem` is a clause, such as "a comma is missing at character 12". */
  fail(reason: CallInvalidEvent["reason"], problem: string): void {
    switch (reason) {
      case "truncated":
        this.#invalid(reason, truncatedCall(this.name));
        return;
      case "limit":
        this.#invalid(reason, oversizedCall(this.name, problem));
        return;
      case "unknown_tool":
        this.#invalid(reason, unknownTool(this.name ?? "", this.#context.tools.names));
        return;
      case "invalid_json":
        if (this.name === undefined) this.#invalid(reason, unreadableCall(problem));
        else if (!this.#accepted) this.#invalid("unknown_tool", unknownTool(this.name, this.#context.tools.names));
        else this.#invalid(reason, invalidArguments(this.name, problem));
    }
  }

  /** The reply, or what one call may take of it, ended inside this call. */
  cut(): void {
    if (this.#context.reader.limitReached) this.fail("limit", "larger than one call may be");
    else this.fail("truncated", "");
  }

  #invalid(reason: CallInvalidEvent["reason"], message: string): void {
    this.#done = true;
    const raw = this.#context.reader.slice(this.#from, this.#context.reader.offset);
    const name = this.name === undefined ? {} : { name: this.name };
    const event = { type: "call_invalid" as const, index: this.#index, ...name, reason, raw, message };
    this.#context.sink.emit(event, this.#from);
  }

  #emitDelta(delta: string): void {
    this.#context.sink.emit({ type: "call_input_delta", index: this.#index, delta });
  }

  /** Arguments that stand in the reply word for word are not stored a second time. */
  #collect(text: string, from: number): void {
    if (this.#parts === undefined) {
      if (from >= 0 && (this.#verbatimFrom < 0 || from === this.#verbatimTo)) {
        if (this.#verbatimFrom < 0) this.#verbatimFrom = from;
        this.#verbatimTo = from + text.length;
        return;
      }
      this.#parts = new TextParts();
      if (this.#verbatimFrom >= 0) this.#parts.append(this.#context.reader.slice(this.#verbatimFrom, this.#verbatimTo));
    }
    this.#parts.append(text);
  }

  #text(): string {
    if (this.#parts !== undefined) return this.#parts.toString();
    return this.#verbatimFrom < 0 ? "" : this.#context.reader.slice(this.#verbatimFrom, this.#verbatimTo);
  }
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
