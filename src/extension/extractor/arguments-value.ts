import { isJsonObject } from "../../shared/json.ts";
import type { CallContext } from "./call-context.ts";
import { callSink, cleanJson, JsonCollector } from "./clean-json.ts";
import { type JsonEnd, readJson } from "./json-reader.ts";
import type { OpenCall } from "./open-call.ts";
import { next, type Parsing } from "./parse-steps.ts";

/**
 * Reads arguments at the cursor: an object, which streams, or a string that holds one, or nothing (`null`, `""`), which
 * is an empty object. Anything else is broken.
 */
export function* readArgumentsValue(context: CallContext, call: OpenCall): Parsing<JsonEnd> {
  const { reader } = context;
  if (reader.peek() === 0x7b) return yield* readJson(reader, callSink(call), "json", context.maxDepth);
  const collector = new JsonCollector();
  const end = yield* readJson(reader, collector, "json", context.maxDepth);
  if (end.kind !== "complete") return end;
  if (collector.repaired) call.repaired = true;
  const inner = unwrapArguments(collector.text, context.maxDepth);
  if (inner === undefined) return { kind: "broken", problem: "they are not a JSON object", open: undefined };
  if (inner.repaired) call.repaired = true;
  call.delta(inner.text);
  return end;
}

/** Arguments that are no object: nothing at all is an empty object, and a string may hold the object. */
export function unwrapArguments(text: string, maxDepth: number): { text: string; repaired: boolean } | undefined {
  const value: unknown = JSON.parse(text);
  if (value === null) return { text: "{}", repaired: false };
  if (typeof value !== "string") return undefined;
  if (value.trim() === "") return { text: "{}", repaired: false };
  const inner = cleanJson(value, "json", maxDepth);
  return inner !== undefined && isJsonObject(JSON.parse(inner.text)) ? inner : undefined;
}

/** `}}` where one brace would do: the surplus belongs to the call. */
export function* skipDoubledBraces(context: CallContext, call: OpenCall): Parsing<void> {
  while ((yield* next(context.reader)) === 0x7d) {
    context.reader.step();
    call.repaired = true;
  }
}
