import { isJsonObject, type JsonObject, type JsonSchema } from "../../shared/json.ts";
import { ArgumentsText, inJsonString } from "./arguments-text.ts";
import type { CallContext } from "./call-context.ts";
import type { CallInvalidEvent } from "./extractor-event.ts";
import { invalidArguments, oversizedCall, truncatedCall, unknownTool, unreadableCall } from "./invalid-messages.ts";

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
  readonly #arguments: ArgumentsText;
  #done = false;

  constructor(context: CallContext, format: string, from: number) {
    this.#context = context;
    this.#format = format;
    this.#from = from;
    this.#index = context.sink.takeIndex();
    this.#arguments = new ArgumentsText(context.reader);
    if (context.sink.tentative) return;
    context.reader.limitTo(from + context.maxCall);
    context.reader.release(from);
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
    if (!this.#arguments.isEmpty) this.#emitDelta(this.#arguments.toString());
  }

  /** More of the arguments, as JSON. `from` is its place in the reply where it stands there word for word, else -1. */
  delta(text: string, from = -1): void {
    if (text === "") return;
    if (from < 0) this.#arguments.append(text);
    else this.#arguments.appendSpan(from, from + text.length, false);
    if (this.#accepted) this.#emitDelta(text);
  }

  /** More of a string in the arguments: plain text, which stands in the reply at `from`. */
  stringDelta(text: string, from: number): void {
    if (text === "") return;
    this.#arguments.appendSpan(from, from + text.length, true);
    if (this.#accepted) this.#emitDelta(inJsonString(text));
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
    if (this.#arguments.isEmpty) this.delta("{}");
    const inputText = this.#arguments.toString();
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
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
