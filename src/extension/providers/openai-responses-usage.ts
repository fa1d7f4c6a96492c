import type { UsageChunk } from "../../shared/chunk.ts";
import { isJsonObject, type JsonValue } from "../../shared/json.ts";

/** Token counts of a response; undefined when it has none. */
export function readResponsesUsage(usage: JsonValue | undefined): UsageChunk | undefined {
  if (!isJsonObject(usage)) {
    return undefined;
  }
  const count = (value: JsonValue | undefined) => (typeof value === "number" ? value : undefined);
  const input = count(usage.input_tokens);
  const output = count(usage.output_tokens);
  if (input === undefined && output === undefined) {
    return undefined;
  }
  const cached = isJsonObject(usage.input_tokens_details) ? count(usage.input_tokens_details.cached_tokens) : undefined;
  const reasoning = isJsonObject(usage.output_tokens_details)
    ? count(usage.output_tokens_details.reasoning_tokens)
    : undefined;
  return {
    type: "usage",
    input: input ?? 0,
    output: output ?? 0,
    ...(cached === undefined ? {} : { cached }),
    ...(reasoning === undefined ? {} : { reasoning }),
  };
}
