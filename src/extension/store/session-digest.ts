import { previewLength, previewOf, textOfParts, withoutMarks } from "../../shared/message-preview.ts";
import type { SessionEvent } from "../../shared/session-event.ts";
import { parseSessionLine } from "./session-lines.ts";

/** What the list of chats shows of a session, folded from its lines. */
export interface SessionDigest {
  /** Empty when the chat has none. */
  title: string;
  createdAt: number;
  updatedAt: number;
  /** The start of the last message, or of what it answers while the reply has no text. */
  preview: string;
  /** The version whose text the preview still collects. */
  collecting?: { versionId: string; text: string };
}

export const emptyDigest: SessionDigest = { title: "", createdAt: 0, updatedAt: 0, preview: "" };

/**
 * Events that matter here, as they look in a line. Nearly all lines of a session are chunks that change nothing, and
 * looking for a few characters is many times cheaper than parsing; what is found is still parsed and checked.
 */
const telling = /"type":"(?:session_created|title_changed|user_message|version_begin|round_begin)"/;
const tellingOfText = /"type":"text_delta"/;

/** Folds lines into a digest. Lines that are not events are passed over. */
export function digestLines(start: SessionDigest, lines: readonly string[]): SessionDigest {
  let digest = start;
  let lastChunk: string | undefined;
  for (const line of lines) {
    if (telling.test(line) || (digest.collecting !== undefined && tellingOfText.test(line))) {
      const event = parseSessionLine(line);
      digest = event === undefined ? digest : digestEvent(digest, event);
    } else if (line.trim() !== "") {
      lastChunk = line;
    }
  }
  const last = lastChunk === undefined ? undefined : parseSessionLine(lastChunk);
  return last?.type === "chunk" ? { ...digest, updatedAt: Math.max(digest.updatedAt, last.at) } : digest;
}

function digestEvent(digest: SessionDigest, event: SessionEvent): SessionDigest {
  switch (event.type) {
    case "session_created":
      return { ...digest, createdAt: event.createdAt, updatedAt: Math.max(digest.updatedAt, event.createdAt) };
    case "title_changed":
      return { ...digest, title: event.title };
    case "user_message": {
      const { collecting: _, ...rest } = digest;
      return { ...rest, preview: previewOf(textOfParts(event.parts)), updatedAt: event.at };
    }
    case "version_begin":
      return { ...digest, collecting: { versionId: event.versionId, text: "" }, updatedAt: event.at };
    case "chunk":
      return digestChunk(digest, event);
    default:
      return digest;
  }
}

function digestChunk(digest: SessionDigest, event: Extract<SessionEvent, { type: "chunk" }>): SessionDigest {
  const { collecting, ...rest } = digest;
  const updated = { ...rest, updatedAt: Math.max(digest.updatedAt, event.at) };
  if (collecting?.versionId === event.versionId && event.chunk.type === "round_begin") {
    return { ...updated, collecting: { ...collecting, text: collecting.text === "" ? "" : `${collecting.text}\n` } };
  }
  if (collecting?.versionId !== event.versionId || event.chunk.type !== "text_delta") {
    return collecting === undefined ? updated : { ...updated, collecting };
  }
  const text = collecting.text + event.chunk.text;
  const preview = previewOf(withoutMarks(text));
  const shown = preview === "" ? updated : { ...updated, preview };
  return text.length < previewLength * 2 ? { ...shown, collecting: { ...collecting, text } } : shown;
}
