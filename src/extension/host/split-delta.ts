import type { SessionEvent } from "../../shared/session-event.ts";

/** Cuts a delta event into events of at most `limit` characters each, never inside a surrogate pair. `text` is what it adds. */
export function splitDelta(event: SessionEvent, text: string, limit: number): SessionEvent[] {
  if (text.length <= limit || event.type !== "chunk") {
    return [event];
  }
  const pieces: SessionEvent[] = [];
  for (let from = 0; from < text.length; ) {
    const end = from + limit;
    const to = end < text.length && isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end;
    pieces.push(withText(event, text.slice(from, to)));
    from = to;
  }
  return pieces;
}

function withText(event: Extract<SessionEvent, { type: "chunk" }>, text: string): SessionEvent {
  const { chunk } = event;
  return chunk.type === "mcp_tool_input_delta"
    ? { ...event, chunk: { ...chunk, delta: text } }
    : chunk.type === "text_delta" || chunk.type === "reasoning_delta"
      ? { ...event, chunk: { ...chunk, text } }
      : event;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
