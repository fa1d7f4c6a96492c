import fc from "fast-check";
import type { Chunk } from "../../src/shared/chunk.ts";

const id = fc.constantFrom("c1", "c2", "c3");
const words = fc.string({ maxLength: 12 });
const input = fc.dictionary(fc.string({ maxLength: 4 }), fc.oneof(fc.integer(), words, fc.boolean()), { maxKeys: 3 });

const anyChunk = fc.oneof(
  fc.record({ type: fc.constant("turn_begin" as const), turnId: words }),
  fc.record({
    type: fc.constant("round_begin" as const),
    round: fc.nat(3),
    provider: words,
    model: words,
    toolMode: fc.constantFrom("native" as const, "text" as const),
  }),
  fc.record({ type: fc.constant("text_delta" as const), text: words }),
  fc.record({ type: fc.constant("reasoning_delta" as const), text: words }),
  fc.record({
    type: fc.constant("mcp_tool_created" as const),
    toolCallId: id,
    toolName: words,
    via: fc.constantFrom("native" as const, "text" as const, "provider" as const),
  }),
  fc.record({ type: fc.constant("mcp_tool_input_delta" as const), toolCallId: id, delta: words }),
  fc.record({ type: fc.constant("mcp_tool_in_progress" as const), toolCallId: id, input }),
  fc.record({
    type: fc.constant("mcp_tool_invalid" as const),
    toolCallId: id,
    reason: fc.constantFrom("invalid_json" as const, "truncated" as const),
    raw: words,
    message: words,
  }),
  fc.record({
    type: fc.constant("mcp_tool_approval_request" as const),
    toolCallId: id,
    facts: fc.constant({ effect: "unknown" as const, world: "unknown" as const }),
  }),
  fc.record({
    type: fc.constant("mcp_tool_approval_response" as const),
    toolCallId: id,
    decision: fc.constantFrom("approved" as const, "denied" as const),
    scope: fc.constantFrom("once" as const, "session" as const),
    editedInput: input,
  }),
  fc.record({ type: fc.constant("mcp_tool_call_begin" as const), toolCallId: id, startedAt: fc.nat() }),
  fc.record({ type: fc.constant("mcp_tool_call_progress" as const), toolCallId: id, progress: fc.nat() }),
  fc.record({
    type: fc.constant("mcp_tool_call_response" as const),
    toolCallId: id,
    result: fc.record({ content: fc.constant([]), isError: fc.boolean() }),
  }),
  fc.record({
    type: fc.constant("mcp_tool_call_error" as const),
    toolCallId: id,
    error: fc.constant({ code: "TIMEOUT" as const, message: "Too slow." }),
  }),
  fc.record({ type: fc.constant("held" as const), characters: fc.nat() }),
  fc.record({
    type: fc.constant("text_discarded" as const),
    raw: words,
    reason: fc.constantFrom("after_call" as const, "leaked_call" as const),
  }),
  fc.record({ type: fc.constant("text_suspect" as const), raw: words, where: fc.constant("fence" as const) }),
  fc.record({ type: fc.constant("usage" as const), input: fc.nat(), output: fc.nat() }),
  fc.record({ type: fc.constant("notice" as const), code: words, message: words }),
  fc.record({ type: fc.constant("error" as const), code: fc.constant("MODEL_ERROR" as const), message: words }),
  fc.record({
    type: fc.constant("round_end" as const),
    finishReason: fc.constantFrom("stop" as const, "length" as const),
    complete: fc.boolean(),
  }),
  fc.record({
    type: fc.constant("turn_end" as const),
    turnId: words,
    reason: fc.constantFrom("done" as const, "stopped" as const),
  }),
);

/** Any chunk, sensible or not, as it comes out of JSON: the fold has to take them in every order. */
export const arbitraryChunk: fc.Arbitrary<Chunk> = anyChunk.map((chunk) => JSON.parse(JSON.stringify(chunk)));
