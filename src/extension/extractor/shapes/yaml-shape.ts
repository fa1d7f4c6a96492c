import { propertiesOf } from "../../formats/tool-signature.ts";
import type { CallContext, Outcome } from "../call-context.ts";
import { OpenCall } from "../open-call.ts";
import { anyLiteral, literal, next, type Parsing, passUntil, skipSpace, takeWhile } from "../parse-steps.ts";
import { END } from "../text-reader.ts";
import { readYamlMapping } from "../yaml-mapping.ts";
import { takeKeyLines } from "./key-lines.ts";

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
  const keys = Object.keys(propertiesOf(context.tools.schema(name)));
  const keyLabels = keys.flatMap((key) => [`${key}:`, `"${key}":`]);
  if (!empty && (yield* anyLiteral(reader, keyLabels)) === undefined) return "text";
  const call = new OpenCall(context, format, from);
  if (!(yield* context.prove())) return "text";
  call.named(name);
  if (empty) {
    call.complete(true);
    return "calls";
  }
  reader.reset(bodyFrom);
  const bodyTo = yield* seekClose(context, close, keyLabels);
  if (bodyTo === undefined) {
    call.cut();
    return "calls";
  }
  const body = reader.slice(bodyFrom, bodyTo);
  const mapping = readYamlMapping(body, call.schema);
  if (mapping !== undefined) call.delta(JSON.stringify(mapping));
  if (mapping !== undefined || takeKeyLines(context, call, keys, body)) call.complete(true);
  else call.fail("invalid_json", "they are not a YAML mapping");
  return "calls";
}

/**
 * The closing tag counts at a line start, and as the end of a line that begins with a parameter: elsewhere it may be part of
 * a text. Moves behind it and answers where it begins.
 */
function* seekClose(context: CallContext, close: string, labels: readonly string[]): Parsing<number | undefined> {
  const { reader } = context;
  for (;;) {
    const from = reader.offset;
    if (yield* literal(reader, close)) return from;
    const isParameter = (yield* anyLiteral(reader, labels)) !== undefined;
    const code = yield* passUntil(reader, isLineFeed);
    const line = isParameter ? reader.slice(from, reader.offset).trimEnd() : "";
    if (line.endsWith(close)) return from + line.length - close.length;
    if (code === END) return undefined;
    reader.step();
  }
}

function isLineFeed(code: number): boolean {
  return code === lineFeed;
}
