import type { Chunk } from "./chunk.ts";
import type { SessionEvent } from "./session-event.ts";

/**
 * Joins a delta with the delta right before it when both grow the same text, reasoning or arguments; `undefined` when
 * they do not belong together. Folding the joined chunk gives what folding both gives.
 */
export function mergeChunks(first: Chunk, second: Chunk): Chunk | undefined {
  if (first.type === "text_delta" && second.type === "text_delta") {
    return { type: "text_delta", text: first.text + second.text };
  }
  if (first.type === "reasoning_delta" && second.type === "reasoning_delta") {
    return { type: "reasoning_delta", text: first.text + second.text };
  }
  if (first.type === "mcp_tool_input_delta" && second.type === "mcp_tool_input_delta") {
    const { toolCallId } = first;
    return toolCallId === second.toolCallId ? { ...first, delta: first.delta + second.delta } : undefined;
  }
  return undefined;
}

/**
 * Joins two events as `mergeChunks` joins their chunks, so whoever sends or stores many small deltas may join them. The
 * result keeps the earlier time and the later number.
 */
export function mergeDeltas(first: SessionEvent, second: SessionEvent): SessionEvent | undefined {
  if (first.type !== "chunk" || second.type !== "chunk" || first.versionId !== second.versionId) {
    return undefined;
  }
  const chunk = mergeChunks(first.chunk, second.chunk);
  return chunk === undefined ? undefined : { ...first, seq: second.seq, chunk };
}

/** The text that a delta adds, or `undefined` for every other event. */
export function deltaText(event: SessionEvent): string | undefined {
  if (event.type !== "chunk") {
    return undefined;
  }
  switch (event.chunk.type) {
    case "text_delta":
    case "reasoning_delta":
      return event.chunk.text;
    case "mcp_tool_input_delta":
      return event.chunk.delta;
    default:
      return undefined;
  }
}

/** Adds an event to a list, joined with the last one where `mergeDeltas` allows it and the text stays within `limit` characters. */
export function pushMerged(events: SessionEvent[], event: SessionEvent, limit: number): void {
  const last = events.at(-1);
  const text = deltaText(event);
  if (last !== undefined && text !== undefined && (deltaText(last)?.length ?? limit) + text.length <= limit) {
    const merged = mergeDeltas(last, event);
    if (merged !== undefined) {
      events[events.length - 1] = merged;
      return;
    }
  }
  events.push(event);
}
