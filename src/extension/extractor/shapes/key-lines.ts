import { parameterSchema, typeParameter } from "../../formats/parameter-typing.ts";
import type { CallContext, Outcome } from "../call-context.ts";
import { lenientValue } from "../clean-json.ts";
import type { OpenCall } from "../open-call.ts";
import type { ParamsTags } from "../params-tags.ts";
import { anyLiteral, next, type Parsing, skipSpace, takeWhile } from "../parse-steps.ts";
import { END } from "../text-reader.ts";

const lineFeed = 0x0a;

/**
 * A body without child tags whose lines read `key: value` or `key=value` with keys of the schema, up to the closing tag.
 * Small models write it where tags belong. Nothing is certain before the close, so it stays within what is held.
 * `besideYaml`: lines with a colon are left to the form that reads YAML, when they begin behind the tag's own line.
 */
export function* readKeyLines(
  context: CallContext,
  call: OpenCall,
  tags: ParamsTags,
  besideYaml: boolean,
): Parsing<Outcome> {
  const { reader } = context;
  yield* takeWhile(reader, (code) => code === 0x20 || code === 0x0d, 16);
  const onlyEquals = besideYaml && (yield* next(reader)) === lineFeed;
  const input: [string, string][] = [];
  for (;;) {
    const code = yield* skipSpace(reader);
    if (code === END) return "text";
    if ((yield* anyLiteral(reader, tags.itemClose)) !== undefined) break;
    const key = yield* knownKey(context, tags, onlyEquals);
    if (key === undefined) return "text";
    const value = yield* readLineValue(context, tags);
    if (value === undefined) return "text";
    input.push([key, value]);
  }
  if (input.length === 0 || !(yield* context.prove())) return "text";
  call.repaired = true;
  call.named(call.name ?? "");
  writeLines(context, call, input);
  call.complete(true);
  return "calls";
}

/** Lines that read like YAML and are none, such as `sql: SELECT 'a': b`. `false`: other lines stand between them. */
export function takeKeyLines(context: CallContext, call: OpenCall, keys: readonly string[], body: string): boolean {
  const input: [string, string][] = [];
  for (const line of body.split(/\r?\n/).map((text) => text.trim())) {
    const key = keys.find((known) => line.startsWith(known) && /^\s*[:=]/.test(line.slice(known.length)));
    if (key !== undefined) input.push([key, withoutQuotes(line.slice(key.length).replace(/^\s*[:=]/, ""))]);
    else if (line !== "") return false;
  }
  call.repaired = true;
  writeLines(context, call, input);
  return true;
}

function writeLines(context: CallContext, call: OpenCall, input: readonly [string, string][]): void {
  const root = call.schema;
  const typed = input.map(([key, value]) => [
    key,
    typeParameter(value, parameterSchema(root, key), root, (text) => lenientValue(text, context.maxDepth)),
  ]);
  call.delta(JSON.stringify(Object.fromEntries(typed)));
}

/** A key of the schema with `:` or `=` behind it; fails at the first character that fits none. */
function* knownKey(context: CallContext, tags: ParamsTags, onlyEquals: boolean): Parsing<string | undefined> {
  const { reader } = context;
  const key = yield* anyLiteral(reader, [...tags.knownKeys]);
  if (key === undefined) return undefined;
  yield* takeWhile(reader, (code) => code === 0x20 || code === 0x09, 16);
  const code = yield* next(reader);
  if (code !== 0x3d && (code !== 0x3a || onlyEquals)) return undefined;
  reader.step();
  return key;
}

/** The rest of the line, or up to the closing tag, without quotes around it. */
function* readLineValue(context: CallContext, tags: ParamsTags): Parsing<string | undefined> {
  const { reader } = context;
  const from = reader.offset;
  for (;;) {
    const code = yield* next(reader);
    if (code === END) return undefined;
    if (code === lineFeed) break;
    const at = reader.offset;
    if (code === 0x3c && (yield* anyLiteral(reader, tags.itemClose)) !== undefined) {
      reader.reset(at);
      break;
    }
    reader.step();
  }
  return withoutQuotes(reader.slice(from, reader.offset));
}

function withoutQuotes(value: string): string {
  const text = value.trim();
  const quoted = /^"(.*)"[,;]?$/.exec(text) ?? /^'(.*)'[,;]?$/.exec(text);
  return quoted?.[1] ?? text;
}
