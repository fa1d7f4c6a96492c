import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";

/** One event of a repaired stream. `text` is the event's JSON on one line. */
export type SseEvent =
  | { type: "event"; value: JsonObject; text: string }
  | { type: "done" }
  | { type: "error"; value: JsonValue };

/**
 * Reads a stream of server-sent events as servers really send it and gives clean events: any line end, byte order marks,
 * comments (also sent as data), data without a space, events that share one blank line or have none, empty and null
 * data, bare JSON lines, `[DONE]` with decoration, errors as events, fields or text. What is not JSON is dropped and
 * counted, so that a reply with a hole is known as such.
 */
export class SseRepair {
  #rest = "";
  #data: string[] = [];
  #name = "";
  #afterReturn = false;
  #dropped = 0;

  /** How many events were unreadable so far. */
  get dropped(): number {
    return this.#dropped;
  }

  push(text: string): SseEvent[] {
    const events: SseEvent[] = [];
    const whole = this.#rest + (this.#afterReturn && text.startsWith("\n") ? text.slice(1) : text);
    if (text !== "") {
      this.#afterReturn = text.endsWith("\r");
    }
    const lineEnd = /\r\n|\n|\r/g;
    lineEnd.lastIndex = this.#rest.length;
    let start = 0;
    for (let match = lineEnd.exec(whole); match !== null; match = lineEnd.exec(whole)) {
      this.#line(whole.slice(start, match.index), events);
      start = lineEnd.lastIndex;
    }
    this.#rest = whole.slice(start);
    return events;
  }

  /** The stream is over: what waits for its blank line counts. */
  end(): SseEvent[] {
    const events: SseEvent[] = [];
    if (this.#rest !== "") {
      this.#line(this.#rest, events);
      this.#rest = "";
    }
    this.#flush(events);
    return events;
  }

  #line(raw: string, events: SseEvent[]): void {
    const line = raw.charCodeAt(0) === 0xfeff ? raw.slice(1) : raw;
    if (line === "") {
      this.#flush(events);
      return;
    }
    if (line.startsWith(":")) {
      return;
    }
    if (/^\s*[{[]/.test(line)) {
      this.#flush(events);
      this.#data.push(line);
      this.#flush(events);
      return;
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    switch (field) {
      case "event":
        this.#flush(events);
        this.#name = value.trim();
        return;
      case "data":
        if (this.#data.length > 0 && isWhole(this.#data.join("\n"))) {
          const name = this.#name;
          this.#flush(events);
          this.#name = name;
        }
        this.#data.push(value);
        return;
      case "error":
        events.push({ type: "error", value: parseJson(value) ?? value });
        return;
      default:
        return;
    }
  }

  #flush(events: SseEvent[]): void {
    const text = this.#data.join("\n").trim();
    const name = this.#name;
    this.#data = [];
    this.#name = "";
    if (text === "" || text === "null" || text.startsWith(":")) {
      return;
    }
    if (text.startsWith("[DONE]")) {
      events.push({ type: "done" });
      return;
    }
    const value = parseJson(text);
    if (value === undefined) {
      if (name === "error") {
        events.push({ type: "error", value: text });
      } else {
        this.#dropped += 1;
      }
      return;
    }
    for (const item of Array.isArray(value) ? value : [value]) {
      if (isJsonObject(item)) {
        events.push(toEvent(item, name, text));
      } else if (name === "error") {
        events.push({ type: "error", value: item });
      }
    }
  }
}

function toEvent(value: JsonObject, name: string, text: string): SseEvent {
  const { error } = value;
  const isError =
    name === "error" || value.type === "error" || (error !== undefined && error !== null && error !== false);
  if (isError) {
    return { type: "error", value };
  }
  return { type: "event", value, text: text.startsWith("{") && !text.includes("\n") ? text : JSON.stringify(value) };
}

function isWhole(text: string): boolean {
  const trimmed = text.trim();
  return trimmed === "" || trimmed.startsWith("[DONE]") || parseJson(trimmed) !== undefined;
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
