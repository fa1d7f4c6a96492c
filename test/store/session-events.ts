import type { Chunk } from "../../src/shared/chunk.ts";
import type { SessionEvent } from "../../src/shared/session-event.ts";

/** The start of a session: created, one question that gives the title, one answer begun. */
export function sessionStart(sessionId: string, question = "What is 17 + 25?"): SessionEvent[] {
  return [
    { type: "session_created", sessionId, formatVersion: 1, createdAt: 100 },
    { type: "user_message", messageId: "u1", parentId: null, parts: [{ type: "text", text: question }], at: 101 },
    { type: "title_changed", title: question },
    { type: "version_begin", messageId: "a1", versionId: "v1", parentId: "u1", provider: "p", model: "m", at: 102 },
  ];
}

export function chunkEvent(seq: number, chunk: Chunk, versionId = "v1"): SessionEvent {
  return { type: "chunk", versionId, seq, chunk, at: 200 + seq };
}

export function textEvent(seq: number, text: string): SessionEvent {
  return chunkEvent(seq, { type: "text_delta", text });
}
