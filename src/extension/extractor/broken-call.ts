import { type CallContext, endOfReply, skipBroken, swallowedClose } from "./call-context.ts";
import type { JsonEnd } from "./json-reader.ts";
import type { OpenCall } from "./open-call.ts";
import { type Parsing, spacedLiteral } from "./parse-steps.ts";

/** JSON of a call that was broken or cut. */
export interface Unfinished {
  readonly end: JsonEnd;
  /** What balances the arguments where only closing brackets are missing; "" when only the envelope is open. */
  readonly missing: string | undefined;
  /** The arguments themselves are whole, and the name is known. */
  readonly balanced: boolean;
}

/** Arguments that stand alone: what is missing in them is what the reader of JSON found missing. */
export function unfinishedArguments(end: JsonEnd): Unfinished {
  return { end, missing: end.kind === "broken" ? end.open : undefined, balanced: false };
}

/** The literals around a call, for finding where a broken one ends. */
export interface CallBounds {
  /** Offset behind the opener. */
  readonly from: number;
  readonly open: readonly string[];
  readonly close: readonly string[];
}

/**
 * Ends a call whose JSON was broken or cut. Where only closing brackets are missing before a closing literal, they are
 * added and the call runs; `true` then, with the cursor behind that literal.
 */
export function* endUnfinished(
  context: CallContext,
  call: OpenCall,
  { end, missing, balanced }: Unfinished,
  bounds: CallBounds,
): Parsing<boolean> {
  switch (end.kind) {
    case "complete":
      endOfReply(context, call);
      return false;
    case "too_deep":
      yield* skipBroken(context, bounds.from, bounds.close, bounds.open);
      call.fail("limit", `nested more than ${context.maxDepth} levels deep`);
      return false;
    case "cut":
      if (balanced) {
        endOfReply(context, call);
        return false;
      }
      if (end.inString && !context.reader.limitReached) {
        if (yield* swallowedClose(context, bounds.from, bounds.close, bounds.open)) {
          yield* skipBroken(context, bounds.from, bounds.close, bounds.open);
          call.fail("invalid_json", "a string in them has no closing quote");
          return false;
        }
      }
      call.cut();
      return false;
    case "broken":
      if (missing !== undefined && (yield* spacedLiteral(context.reader, bounds.close)) !== undefined) {
        call.repaired = true;
        call.delta(missing);
        return true;
      }
      yield* skipBroken(context, bounds.from, bounds.close, bounds.open);
      call.fail("invalid_json", end.problem);
      return false;
  }
}
