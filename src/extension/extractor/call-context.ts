import type { CallSink } from "./call-sink.ts";
import type { OpenCall } from "./open-call.ts";
import { anyLiteral, endedInside, literal, type Parsing, skipSpace } from "./parse-steps.ts";
import { seek } from "./seek.ts";
import { END, type TextReader } from "./text-reader.ts";
import type { ToolTable } from "./tool-table.ts";

/** How the reply ended: by itself, at an output limit, or lost. */
export type Finish = "stop" | "length" | "abort";

/**
 * How an attempt to read a call ended. `text`: it was none, the scanner goes on one character behind the opener's start.
 * `markup`: what was read carries nothing. `reasoning`: it opened reasoning that one of these closes.
 */
export type Outcome = "calls" | "text" | "markup" | { readonly reasoning: readonly string[] };

/** What every parser of calls works with. */
export interface CallContext {
  readonly reader: TextReader;
  readonly sink: CallSink;
  readonly tools: ToolTable;
  readonly maxDepth: number;
  /** Characters that one call may have. */
  readonly maxCall: number;
  /** Set when the reply has ended. */
  finish: Finish | undefined;
  /**
   * The call is certain now. `false` when it stands in inline code after all: then it is text. Until this is called an
   * attempt may end as `text`; afterwards it may not.
   */
  prove(): Parsing<boolean>;
}

/** The reply ended behind balanced arguments: they run when it ended by itself, though closing tags are missing. */
export function endOfReply(context: CallContext, call: OpenCall): void {
  if (context.finish === "stop" && !context.reader.limitReached) call.complete(false);
  else call.cut();
}

/**
 * Behind arguments that no closing literal follows: has the reply ended, here or inside such a literal? Then the call has
 * ended too, in the way that the reply has.
 */
export function* endedWithReply(context: CallContext, call: OpenCall, close: readonly string[]): Parsing<boolean> {
  if (!(yield* endedInside(context.reader, close))) return false;
  endOfReply(context, call);
  return true;
}

/**
 * The call that began at `from` is broken. It ends behind the first closing literal, or before the next opening one,
 * whatever it was taken for until now, so that one broken call does not change the next.
 */
export function* skipBroken(
  context: CallContext,
  from: number,
  close: readonly string[],
  open: readonly string[],
): Parsing<void> {
  const { reader } = context;
  reader.reset(from);
  const ends = close.length > 0 ? close : ["\n"];
  const found = yield* seek(reader, [...ends, ...open]);
  if (found !== undefined && close.includes(found)) yield* literal(reader, found);
}

/**
 * Whether a string that was open when the reply ended had swallowed the end of its call: a closing literal in it that
 * nothing follows but another call. Leaves the cursor at the end.
 */
export function* swallowedClose(
  context: CallContext,
  from: number,
  close: readonly string[],
  open: readonly string[],
): Parsing<boolean> {
  const { reader } = context;
  if (context.finish !== "stop" || close.length === 0) return false;
  const end = reader.offset;
  reader.reset(from);
  let swallowed = false;
  const found = yield* seek(reader, close);
  if (found !== undefined) {
    yield* literal(reader, found);
    swallowed = (yield* skipSpace(reader)) === END || (yield* anyLiteral(reader, open)) !== undefined;
  }
  reader.reset(end);
  return swallowed;
}
