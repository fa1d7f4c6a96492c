import type { JsonObject } from "../../../shared/json.ts";
import { isTextParameter, parameterSchema } from "../../formats/parameter-typing.ts";
import { propertiesOf } from "../../formats/tool-signature.ts";
import type { CallContext, Outcome } from "../call-context.ts";
import { OpenCall } from "../open-call.ts";
import { anyLiteral, literal, next, type Parsing, passUntil, skipSpace, takeWhile } from "../parse-steps.ts";
import { END } from "../text-reader.ts";
import { readYamlMapping } from "../yaml-mapping.ts";

const lineFeed = 0x0a;

/** Reads a YAML mapping between `<NAME>` and `</NAME>`. A line that begins with a key of the schema proves the call. */
export function* readYamlCall(context: CallContext, format: string, from: number, tag: string): Parsing<Outcome> {
  const { reader } = context;
  const name = tag.replace(/\s*\/$/, "");
  if (tag.endsWith("/")) {
    const call = new OpenCall(context, format, from);
    if (!(yield* context.prove())) return "text";
    call.named(name);
    call.complete(true);
    return "calls";
  }
  const close = `</${name}>`;
  yield* takeWhile(reader, (code) => code === 0x20 || code === 0x0d, 16);
  const bodyFrom = reader.offset;
  if ((yield* next(reader)) !== lineFeed) return "text";
  const code = yield* skipSpace(reader);
  if (code === END) return "text";
  const empty = yield* literal(reader, close);
  if (!empty) {
    const keys = Object.keys(propertiesOf(context.tools.schema(name)));
    if (
      (yield* anyLiteral(
        reader,
        keys.flatMap((key) => [`${key}:`, `"${key}":`]),
      )) === undefined
    )
      return "text";
  }
  const call = new OpenCall(context, format, from);
  if (!(yield* context.prove())) return "text";
  call.named(name);
  if (empty) {
    call.complete(true);
    return "calls";
  }
  const bodyTo = yield* seekClose(context, close);
  if (bodyTo === undefined) {
    call.cut();
    return "calls";
  }
  const mapping = readYamlMapping(reader.slice(bodyFrom, bodyTo));
  if (mapping === undefined) {
    call.fail("invalid_json", "they are not a YAML mapping");
  } else {
    call.delta(JSON.stringify(withTextParameters(call, mapping)));
    call.complete(true);
  }
  return "calls";
}

/** The closing tag counts at a line start; moves behind it and answers where it begins. */
function* seekClose(context: CallContext, close: string): Parsing<number | undefined> {
  const { reader } = context;
  for (;;) {
    if ((yield* passUntil(reader, (code) => code === lineFeed)) === END) return undefined;
    reader.step();
    const at = reader.offset;
    if (yield* literal(reader, close)) return at;
  }
}

/** YAML guesses types; a parameter that is a string by its schema is one. */
function withTextParameters(call: OpenCall, mapping: JsonObject): JsonObject {
  const root = call.schema;
  const entries = Object.entries(mapping).map(([key, value]) => {
    const schema = parameterSchema(root, key);
    const isText = schema !== undefined && isTextParameter(schema, root);
    return [key, isText && (typeof value === "number" || typeof value === "boolean") ? String(value) : value];
  });
  return Object.fromEntries(entries) as JsonObject;
}
