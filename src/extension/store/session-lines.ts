import { isJsonObject } from "../../shared/json.ts";
import type { SessionEvent } from "../../shared/session-event.ts";

/** One event a line. JSON escapes line breaks and lone surrogates, so a line is always one event in valid UTF-8. */
export function formatSessionLines(events: readonly SessionEvent[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join("");
}

export interface ParsedSession {
  events: SessionEvent[];
  /** Lines that could not be read: a write that was cut, or damage by something else. */
  damagedLines: number;
}

/**
 * Reads the lines of a session file. A line that is not an event is left out and counted; that covers a last line that
 * was cut at any byte (a prefix of a JSON object is never JSON) and the same line with later ones behind it.
 */
export function parseSessionLines(text: string): ParsedSession {
  const events: SessionEvent[] = [];
  let damagedLines = 0;
  for (const line of text.split("\n")) {
    if (line.trim() === "") {
      continue;
    }
    const event = parseSessionLine(line);
    if (event === undefined) {
      damagedLines++;
    } else {
      events.push(event);
    }
  }
  return { events, damagedLines };
}

/** One line as an event, or `undefined`. Events of unknown types are let through: the fold counts and skips them. */
export function parseSessionLine(line: string): SessionEvent | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  return isSessionEvent(value) ? value : undefined;
}

type FieldType = "string" | "number" | "array" | "object" | "string or null";

/** The fields without which the fold would fail. */
const requiredFields: Record<SessionEvent["type"], Record<string, FieldType>> = {
  session_created: { sessionId: "string", createdAt: "number" },
  title_changed: { title: "string" },
  user_message: { messageId: "string", parentId: "string or null", parts: "array", at: "number" },
  version_begin: { messageId: "string", versionId: "string", parentId: "string", at: "number" },
  chunk: { versionId: "string", chunk: "object", at: "number" },
  version_selected: { messageId: "string" },
  message_deleted: { messageId: "string" },
  compacted: { upTo: "string", summary: "string" },
};

function isSessionEvent(value: unknown): value is SessionEvent {
  if (!isJsonObject(value) || typeof value.type !== "string") {
    return false;
  }
  const fields = Object.hasOwn(requiredFields, value.type) ? requiredFields[value.type as SessionEvent["type"]] : {};
  return Object.entries(fields).every(([name, type]) => hasType(value[name], type));
}

function hasType(value: unknown, type: FieldType): boolean {
  switch (type) {
    case "string":
    case "number":
      return typeof value === type;
    case "array":
      return Array.isArray(value);
    case "object":
      return isJsonObject(value) && typeof value.type === "string";
    case "string or null":
      return value === null || typeof value === "string";
  }
}
