import { elementValue } from "../formats/element-value.ts";
import { admitsText, isTextParameter, parameterSchema, typeParameter } from "../formats/parameter-typing.ts";
import { inJsonString } from "./arguments-text.ts";
import type { CallContext } from "./call-context.ts";
import { cleanJson, lenientValue } from "./clean-json.ts";
import type { OpenCall } from "./open-call.ts";
import type { ParamsTags } from "./params-tags.ts";
import { TextParts } from "./text-parts.ts";
import { ValueText } from "./value-text.ts";

/** One parameter that is being read. */
export interface Field {
  readonly key: string;
  readonly first: boolean;
  /** The `string` attribute where the form types values by it. */
  readonly isString: boolean | undefined;
  /** Keys that were read before: their openers are data. */
  readonly seen: ReadonlySet<string>;
}

/** Writes one parameter into the arguments: text at once, other types when they are complete. */
export class FieldWriter {
  readonly #context: CallContext;
  readonly #call: OpenCall;
  readonly #field: Field;
  readonly #text: ValueText;
  readonly #buffer: TextParts | undefined;
  /** What opens a tag, where the value may itself be made of elements. */
  readonly #elements: string | undefined;

  constructor(context: CallContext, call: OpenCall, tags: ParamsTags, field: Field) {
    this.#context = context;
    this.#call = call;
    this.#field = field;
    const { newlines, trimSingleLine } = tags.grammar;
    this.#text = new ValueText({ newlines, trimSingleLine: trimSingleLine === true });
    const schema = parameterSchema(call.schema, field.key);
    const prefix = tags.grammar.field.kind === "tag" ? tags.grammar.field.prefix : undefined;
    // Without a prefix of their own, tags in a value whose type is not known are text.
    const isText = prefix === "" && isTextParameter(schema, call.schema);
    const mayBeText = isText || admitsText(schema, call.schema);
    this.#elements = mayBeText ? undefined : prefix;
    const streams = this.#elements === undefined && (field.isString ?? isTextParameter(schema, call.schema));
    this.#buffer = streams ? undefined : new TextParts();
    call.delta(`${field.first ? "{" : ","}${JSON.stringify(field.key)}:${streams ? '"' : ""}`);
  }

  /** Nothing shows yet that the value has several lines, in a form that trims those of one. */
  get oneLine(): boolean {
    return this.#text.oneLine;
  }

  /** The next piece of the value, which ends at the cursor. */
  add(piece: string): void {
    const text = this.#text.add(piece);
    this.#write(text, this.#context.reader.offset - this.#text.waiting - text.length);
  }

  finish(): void {
    const rest = this.#text.finish();
    if (this.#buffer === undefined) this.#call.delta(inJsonString(rest));
    else this.#buffer.append(rest);
    this.#end();
  }

  /** The whole value, which stands at this offset. */
  verbatim(text: string, from: number): void {
    this.#write(text, from);
    this.#end();
  }

  #write(text: string, from: number): void {
    if (text === "") return;
    if (this.#buffer === undefined) this.#call.stringDelta(text, from);
    else this.#buffer.append(text);
  }

  #end(): void {
    if (this.#buffer === undefined) {
      this.#call.delta('"');
      return;
    }
    const text = this.#buffer.toString();
    const { maxDepth } = this.#context;
    if (this.#field.isString === false) {
      this.#call.delta(cleanJson(text, "python", maxDepth)?.text ?? JSON.stringify(text));
      return;
    }
    const root = this.#call.schema;
    const schema = parameterSchema(root, this.#field.key);
    const lenient = (value: string) => lenientValue(value, maxDepth);
    const structured =
      this.#elements === undefined ? undefined : elementValue(text, this.#elements, schema, root, lenient);
    this.#call.delta(JSON.stringify(structured ?? typeParameter(text, schema, root, lenient)));
  }
}
