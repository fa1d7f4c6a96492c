import type { ParamsGrammar } from "../../formats/call-grammar.ts";
import { parameterSchema, typeParameter } from "../../formats/parameter-typing.ts";
import { readArgumentsValue, skipDoubledBraces } from "../arguments-value.ts";
import { endUnfinished, unfinishedArguments } from "../broken-call.ts";
import { type CallContext, endedWithReply, endOfReply, type Outcome } from "../call-context.ts";
import { lenientValue } from "../clean-json.ts";
import type { CallMarker } from "../markers.ts";
import { isNamespaceCode, maxNamespace } from "../namespace-prefix.ts";
import { OpenCall } from "../open-call.ts";
import { type FieldHead, readFieldHead, readItemHead } from "../params-head.ts";
import { namespaced, type ParamsTags, tagsOf } from "../params-tags.ts";
import { readValue } from "../params-value.ts";
import { anyLiteral, literal, type Parsing, skipSpace, spacedLiteral, takeWhile } from "../parse-steps.ts";
import { END, type TextReader } from "../text-reader.ts";
import { readKeyLines } from "./key-lines.ts";
import { nextPart, partsOf } from "./params-parts.ts";

/** Reads calls with named parameters behind an opener, which opened the section or the first call. */
export function* readParamsCalls(
  context: CallContext,
  format: string,
  plain: ParamsGrammar,
  from: number,
  marker: Pick<CallMarker, "section" | "weak" | "literal" | "besideYaml"> & { readonly namespace?: string },
): Parsing<Outcome> {
  const { reader } = context;
  const namespace =
    marker.namespace ?? (marker.section && plain.namespaces === true ? yield* namespaceAhead(reader) : "");
  const grammar = namespaced(plain, namespace);
  const heads = grammar.head.kind === "tag" ? [] : grammar.head.open;
  if (marker.section && (yield* spacedLiteral(reader, heads)) === undefined) return "text";
  let itemFrom = from;
  for (;;) {
    const outcome = yield* readItem(context, format, grammar, itemFrom, marker);
    if (outcome !== "calls") return outcome;
    const behind = reader.offset;
    const following = yield* spacedLiteral(reader, [...(grammar.section?.close ?? []), ...(marker.weak ? [] : heads)]);
    if (following === undefined || !heads.includes(following)) return "calls";
    itemFrom = behind;
  }
}

/** The prefix of the next tag: a section may stand without it around calls that have it. Leaves the cursor. */
function* namespaceAhead(reader: TextReader): Parsing<string> {
  const from = reader.offset;
  yield* skipSpace(reader);
  const name = (yield* literal(reader, "<")) ? yield* takeWhile(reader, isNamespaceCode, maxNamespace) : "";
  const isPrefix = name !== "" && (yield* literal(reader, ":"));
  reader.reset(from);
  return isPrefix ? `${name}:` : "";
}

function* readItem(
  context: CallContext,
  format: string,
  grammar: ParamsGrammar,
  from: number,
  marker: Pick<CallMarker, "section" | "weak" | "literal" | "besideYaml">,
): Parsing<Outcome> {
  const { reader, sink } = context;
  const call = new OpenCall(context, format, from);
  const head = yield* readItemHead(context, grammar, marker.literal);
  const noCall = (): Outcome => {
    if (sink.tentative) return "text";
    if (reader.peek() === END) call.cut();
    else call.fail("invalid_json", "its opening tag is broken");
    return "calls";
  };
  if (head === undefined || (marker.weak && !context.tools.accepts(head.name))) return noCall();
  const inSection = marker.section || !sink.tentative;
  const proven = (grammar.head.kind === "attribute" || grammar.head.kind === "element") && inSection;
  if (proven && !(yield* context.prove())) return "text";
  call.name = head.name;
  const tags = tagsOf(grammar, call);
  if (!proven && sink.tentative) {
    const behindHead = reader.offset;
    if (!head.closed && !(yield* bodyBegins(context, tags))) {
      if (grammar.head.kind !== "tag") return "text";
      reader.reset(behindHead);
      return yield* readKeyLines(context, call, tags, marker.besideYaml === true);
    }
    reader.reset(behindHead);
    // A name alone between tags proves nothing: prose about the tags looks the same.
    const empty = (yield* spacedLiteral(reader, tags.itemClose)) !== undefined;
    if (empty && grammar.head.kind === "text" && !context.tools.accepts(head.name)) return "text";
    reader.reset(behindHead);
    if (!(yield* context.prove())) return "text";
  }
  call.named(head.name);
  if (head.closed) call.complete(true);
  else yield* readBody(context, call, tags, reader.offset);
  return "calls";
}

/** Whether the body begins as a call's does: with a parameter, the end, or a JSON object. */
function* bodyBegins(context: CallContext, tags: ParamsTags): Parsing<boolean> {
  const { reader } = context;
  const code = yield* skipSpace(reader);
  if (code === END) return false;
  if (code === 0x7b && mayHoldJson(tags)) return true;
  return (yield* anyLiteral(reader, [...tags.fieldOpen, ...tags.itemClose])) !== undefined;
}

function mayHoldJson(tags: ParamsTags): boolean {
  return tags.grammar.field.kind !== "tag";
}

function* readBody(context: CallContext, call: OpenCall, tags: ParamsTags, from: number): Parsing<void> {
  const { reader } = context;
  const seen = new Set<string>();
  if (mayHoldJson(tags) && (yield* skipSpace(reader)) === 0x7b) {
    yield* readJsonBody(context, call, tags, from);
    return;
  }
  const parts = partsOf(tags);
  let skipped = false;
  for (;;) {
    const part = yield* nextPart(context, call, parts, seen.size === 0);
    skipped ||= part.skipped;
    if (part.kind === "cut") {
      if (seen.size === 0) call.cut();
      else {
        call.delta("}");
        endOfReply(context, call);
      }
      return;
    }
    if (part.kind === "end") {
      if (seen.size > 0) call.delta("}");
      if (seen.size === 0 && skipped) call.fail("invalid_json", "they do not stand in the tags of parameters");
      else call.complete(true);
      return;
    }
    if (part.kind === "elided") {
      const value = typeParameter(part.text, parameterSchema(call.schema, part.key), call.schema, (text) =>
        lenientValue(text, context.maxDepth),
      );
      call.delta(`{${JSON.stringify(part.key)}:${JSON.stringify(value)}`);
      seen.add(part.key);
      continue;
    }
    const head =
      part.kind === "tagged"
        ? { key: part.key, isString: undefined }
        : yield* readFieldHead(context, call, tags.grammar);
    if (head === undefined) {
      call.cut();
      return;
    }
    const own = part.kind === "tagged" ? parts.tagged : tags;
    if (head.valueless !== true && !(yield* readField(context, call, own, head, seen))) return;
  }
}

/** `false`: the reply ended inside the value and the call is over. */
function* readField(
  context: CallContext,
  call: OpenCall,
  tags: ParamsTags,
  head: FieldHead,
  seen: Set<string>,
): Parsing<boolean> {
  const { key, isString } = head;
  const end = yield* readValue(context, call, tags, { key, first: seen.size === 0, isString, seen });
  seen.add(key);
  if (end !== "cut") return true;
  call.cut();
  return false;
}

/** JSON in place of parameters: `<function=NAME>{…}</function>`. */
function* readJsonBody(context: CallContext, call: OpenCall, tags: ParamsTags, from: number): Parsing<void> {
  const { reader } = context;
  const end = yield* readArgumentsValue(context, call);
  if (end.kind !== "complete") {
    const bounds = { from, open: tags.headOpen, close: tags.itemClose };
    if (yield* endUnfinished(context, call, unfinishedArguments(end), bounds)) call.complete(true);
    return;
  }
  yield* skipDoubledBraces(context, call);
  if ((yield* spacedLiteral(reader, tags.itemClose)) !== undefined) {
    call.complete(true);
    return;
  }
  if (!(yield* endedWithReply(context, call, tags.itemClose))) call.complete(false);
}
