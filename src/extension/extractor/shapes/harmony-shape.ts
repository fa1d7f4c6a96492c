import { readArgumentsValue, skipDoubledBraces } from "../arguments-value.ts";
import { endUnfinished, unfinishedArguments } from "../broken-call.ts";
import { type CallContext, endedWithReply, type Outcome } from "../call-context.ts";
import { OpenCall } from "../open-call.ts";
import { anyLiteral, literal, next, type Parsing, skipSpace, spacedLiteral, takeWhile } from "../parse-steps.ts";
import { END } from "../text-reader.ts";
import { isToolNameCode } from "../tool-name-code.ts";

const message = "<|message|>";
const channel = "<|channel|>";
const ends = ["<|call|>", "<|end|>", "<|return|>"];
const maxHeader = 512;
const brace = 0x7b;

/**
 * Reads one harmony header. A recipient makes a call, whatever the channel; `analysis` without one is reasoning; the
 * others are text, of which only the header is dropped.
 */
export function* readHarmony(context: CallContext, format: string, from: number, opener: string): Parsing<Outcome> {
  const { reader } = context;
  const plain = !opener.startsWith("<|");
  // The prompt may end with the role, so that a reply begins with " to=functions.NAME".
  if (plain && from > (opener.startsWith("to=") ? 1 : 0)) return "text";
  const bodyFrom = reader.offset;
  let header = opener === "<|start|>" || opener === channel ? "" : opener;
  let channelName = "";
  if (opener === "<|start|>" && !(yield* literal(reader, "assistant"))) return "text";
  if (opener === channel) channelName = yield* takeWhile(reader, isLetter, maxHeader);
  for (;;) {
    header += yield* takeWhile(reader, (code) => code !== 0x3c && code !== brace, maxHeader);
    const code = yield* next(reader);
    if (code === END || header.length >= maxHeader) return "text";
    if (code === brace) break;
    const token = yield* anyLiteral(reader, [message, channel, "<|constrain|>"]);
    if (token === undefined) return "text";
    if (token === message) break;
    if (token === channel) channelName = yield* takeWhile(reader, isLetter, maxHeader);
  }
  const recipient = /\bto=([^\s<{]+)/.exec(header)?.[1];
  if (recipient === undefined) {
    if ((yield* next(reader)) === brace && plain) return "text";
    return channelName === "analysis" ? { reasoning: ends } : "markup";
  }
  const name = recipient.replace(/^functions\./, "");
  if (!Array.from(name).every((character) => isToolNameCode(character.charCodeAt(0)))) return "text";
  if (plain && !context.tools.accepts(name)) return "text";
  const call = new OpenCall(context, format, from);
  if ((yield* skipSpace(reader)) === END || !(yield* context.prove())) return "text";
  call.named(name);
  const end = yield* readBody(context, call, bodyFrom);
  if (end) yield* closeBody(context, call);
  return "calls";
}

/** `true` when the arguments are whole and the call is still open. */
function* readBody(context: CallContext, call: OpenCall, from: number): Parsing<boolean> {
  const { reader } = context;
  if (reader.peek() === 0x3c) return true;
  const end = yield* readArgumentsValue(context, call);
  if (end.kind === "complete") {
    yield* skipDoubledBraces(context, call);
    return true;
  }
  const open = ["<|start|>", channel];
  if (yield* endUnfinished(context, call, unfinishedArguments(end), { from, open, close: ends })) call.complete(true);
  return false;
}

function* closeBody(context: CallContext, call: OpenCall): Parsing<void> {
  const { reader } = context;
  if ((yield* spacedLiteral(reader, ends)) !== undefined) {
    call.complete(true);
    return;
  }
  if (!(yield* endedWithReply(context, call, ends))) call.complete(false);
}

function isLetter(code: number): boolean {
  return (code | 32) >= 97 && (code | 32) <= 122;
}
