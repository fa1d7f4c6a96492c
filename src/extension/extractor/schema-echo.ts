import { propertiesOf } from "../formats/tool-signature.ts";
import type { CallContext } from "./call-context.ts";
import { JsonCollector } from "./clean-json.ts";
import { readJson } from "./json-reader.ts";
import type { OpenCall } from "./open-call.ts";
import { type Parsing, skipSpace } from "./parse-steps.ts";

const keywords = new Set([
  "type",
  "properties",
  "required",
  "description",
  "title",
  "additionalProperties",
  "$schema",
  "$defs",
  "definitions",
]);

/**
 * Looks ahead from an arguments object: is it a JSON Schema (`type: "object"` with `properties`)? Then a small model
 * repeats the definition of the tool and calls nothing. The first key that no schema has settles it.
 */
export function* readsAsSchema(context: CallContext, call: OpenCall): Parsing<boolean> {
  const { reader } = context;
  const own = propertiesOf(call.schema);
  if ("type" in own && "properties" in own) return false;
  let isObjectType = false;
  let hasProperties = false;
  reader.step();
  for (;;) {
    const code = yield* skipSpace(reader);
    if (code !== 0x22 && code !== 0x27) return false;
    const key = yield* readParsed(context);
    if (typeof key !== "string" || !keywords.has(key)) return false;
    if ((yield* skipSpace(reader)) !== 0x3a) return false;
    reader.step();
    const start = yield* skipSpace(reader);
    if (key === "properties") {
      if (start !== 0x7b) return false;
      hasProperties = true;
      if (isObjectType) return true;
    }
    const value = yield* readParsed(context);
    if (value === undefined) return false;
    if (key === "type") {
      if (value !== "object") return false;
      isObjectType = true;
      if (hasProperties) return true;
    }
    if ((yield* skipSpace(reader)) !== 0x2c) return false;
    reader.step();
  }
}

function* readParsed(context: CallContext): Parsing<unknown> {
  const collector = new JsonCollector();
  const end = yield* readJson(context.reader, collector, "json", context.maxDepth);
  return end.kind === "complete" ? JSON.parse(collector.text) : undefined;
}
