import { isJsonObject, type JsonValue } from "../../shared/json.ts";
import type { SseEvent, SseRepair } from "./sse-repair.ts";
import { WireError } from "./wire-error.ts";
import type { WireFormat } from "./wire-format.ts";

/** Characters of an error body that are kept. */
export const errorBodyLimit = 65_536;
/** Characters of a reply that is not a stream. */
const wholeReplyLimit = 32 * 1024 * 1024;

/**
 * The events of a body. What begins like JSON or a page is read whole first: an error object, a whole reply or a login
 * page in place of the stream, whatever the content type says.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array> | null,
  response: Response,
  format: WireFormat,
  repair: SseRepair,
  onByte: () => void,
): AsyncGenerator<SseEvent[]> {
  const decoder = new TextDecoder();
  const isLines = /ndjson|jsonl/.test(response.headers.get("content-type") ?? "");
  let mode: "unknown" | "stream" | "whole" = isLines ? "stream" : "unknown";
  let held = "";
  for await (const bytes of body ?? []) {
    onByte();
    const text = decoder.decode(bytes, { stream: true });
    if (mode === "stream") {
      yield repair.push(text);
      continue;
    }
    held += text;
    if (mode === "unknown") {
      const start = held.replace(/^[\uFEFF\s]+/, "")[0];
      if (start === undefined) {
        continue;
      }
      mode = start === "{" || start === "[" || start === "<" ? "whole" : "stream";
    }
    if (mode === "stream") {
      yield repair.push(held);
      held = "";
    } else if (held.length > wholeReplyLimit) {
      throw new WireError("not_a_stream", "The reply is not a stream", { body: held.slice(0, errorBodyLimit) });
    }
  }
  const last = decoder.decode();
  if (mode === "whole") {
    yield readWhole(held + last, response, format, repair);
  } else {
    yield repair.push(held + last);
    yield repair.end();
  }
}

function readWhole(text: string, response: Response, format: WireFormat, repair: SseRepair): SseEvent[] {
  const value = parseJson(text.replace(/^\uFEFF/, ""));
  if (isJsonObject(value)) {
    const hasError = value.error !== undefined && value.error !== null;
    const event = hasError ? undefined : format.fromWholeReply(value);
    return event === undefined
      ? [{ type: "error", value }]
      : [{ type: "event", value: event, text: JSON.stringify(event) }, { type: "done" }];
  }
  if (Array.isArray(value)) {
    return [{ type: "error", value: value[0] ?? value }];
  }
  const events = [...repair.push(text), ...repair.end()];
  if (events.length > 0) {
    return events;
  }
  const { status, headers } = response;
  throw new WireError("not_a_stream", "The reply is not a stream", {
    status,
    headers,
    body: text.slice(0, errorBodyLimit),
  });
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
