import type { SessionEvent } from "./session-event.ts";

/**
 * Joins a delta with the delta right before it when both grow the same text, reasoning or arguments; `undefined` when
 * they do not belong together. Folding the joined event gives what folding both gives, so whoever sends or stores many
 * small deltas may join them. The result keeps the earlier time and the later number.
 */
export function mergeDeltas(first: SessionEvent, second: SessionEvent): SessionEvent | undefined {
  if (first.type !== "chunk" || second.type !== "chunk" || first.versionId !== second.versionId) {
    return undefined;
  }
  const { seq } = second;
  const [a, b] = [first.chunk, second.chunk];
  if (a.type === "text_delta" && b.type === "text_delta") {
    return { ...first, seq, chunk: { type: "text_delta", text: a.text + b.text } };
  }
  if (a.type === "reasoning_delta" && b.type === "reasoning_delta") {
    return { ...first, seq, chunk: { type: "reasoning_delta", text: a.text + b.text } };
  }
  if (a.type === "mcp_tool_input_delta" && b.type === "mcp_tool_input_delta" && a.toolCallId === b.toolCallId) {
    return { ...first, seq, chunk: { ...a, delta: a.delta + b.delta } };
  }
  return undefined;
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
