import { assertNever } from "../../../shared/assert-never.ts";
import type { Chunk, FinishReason } from "../../../shared/chunk.ts";
import { createExtractor, type Extractor } from "../../extractor/create-extractor.ts";
import type { ExtractorEvent } from "../../extractor/extractor-event.ts";
import { autoFormats, formatsForModel, leakFormats, textFormats } from "../../formats/formats.ts";
import type { Middleware, Round } from "../middleware.ts";

/**
 * Finds calls in the text while it streams, in every mode: a model with native calls may still leak one into its
 * content, and such a call runs like any other. Ends the request where the extractor says that the rest is worthless.
 */
export function extractTextCalls(newId: () => string): Middleware {
  return {
    name: "extract-text-calls",
    async *process(chunks, round) {
      const extractor = createExtractor({
        formats: formatsOf(round),
        tools: round.tools.map(({ name, inputSchema }) => ({ name, inputSchema })),
        guard: round.turn.guard,
        acceptFenced: round.turn.acceptFenced,
        jsonFence: round.madeCall ? "example" : "call",
      });
      const translate = translator(round, newId);
      for await (const chunk of chunks) {
        switch (chunk.type) {
          case "text_delta":
            if (round.toolMode === "native") {
              round.calls.replyText += chunk.text;
            }
            yield* translate(extractor.push(chunk.text));
            break;
          case "round_end":
            yield* translate(extractor.end(finishOf(chunk.finishReason, chunk.complete, round)));
            yield chunk;
            break;
          default:
            yield chunk;
        }
      }
    },
  };
}

/** The taught format, what the model's family writes, and what leaks; everything while the family is unknown. */
function formatsOf(round: Round): readonly string[] | "auto" {
  const family = formatsForModel(round.turn.model.model).map((format) => format.id);
  const taught = round.textFormat === undefined ? [] : [round.textFormat];
  if (family.length > 0) {
    return [...new Set([...taught, ...family, ...leakFormats])];
  }
  // `auto` leaves out what must be named.
  return taught.every((id) => textFormats.get(id)?.onlyWhenNamed !== true)
    ? "auto"
    : [...new Set([...taught, ...autoFormats])];
}

function finishOf(reason: FinishReason, complete: boolean, round: Round): Parameters<Extractor["end"]>[0] {
  if (reason === "length") {
    return "length";
  }
  return complete && !round.cut.signal.aborted ? "stop" : "abort";
}

/** Makes chunks of extractor events. Ids are ours: text has none. */
function translator(round: Round, newId: () => string): (events: readonly ExtractorEvent[]) => Chunk[] {
  const ids = new Map<number, string>();
  const idOf = (index: number) => {
    const id = ids.get(index) ?? newId();
    ids.set(index, id);
    return id;
  };
  const toChunk = (event: ExtractorEvent): Chunk | undefined => {
    switch (event.type) {
      case "text":
        return { type: "text_delta", text: event.text };
      case "reasoning":
        return { type: "reasoning_delta", text: event.text };
      case "call_created": {
        const { index, name, format } = event;
        return { type: "mcp_tool_created", toolCallId: idOf(index), toolName: name, via: "text", format };
      }
      case "call_input_delta":
        return { type: "mcp_tool_input_delta", toolCallId: idOf(event.index), delta: event.delta };
      case "call_complete":
        return {
          type: "mcp_tool_in_progress",
          toolCallId: idOf(event.index),
          input: event.input,
          ...(event.repaired ? { repaired: true } : {}),
        };
      case "call_invalid": {
        const { name, reason, raw, message } = event;
        const toolCallId = idOf(event.index);
        const named = name === undefined ? {} : { toolName: name };
        return { type: "mcp_tool_invalid", toolCallId, ...named, reason, raw, message };
      }
      case "suspect": {
        const { raw, where, call } = event;
        return { type: "text_suspect", raw, where, ...(call === undefined ? {} : { call }) };
      }
      case "discarded":
        return { type: "text_discarded", raw: event.raw, reason: event.reason };
      case "held":
        return { type: "held", characters: event.characters };
      case "stop":
        round.cut.abort();
        return undefined;
      default:
        return assertNever(event);
    }
  };
  return (events) => events.map(toChunk).filter((chunk) => chunk !== undefined);
}
