import { losesDigits, memberText } from "../../shared/exact-json.ts";
import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import type { Fetch } from "./http-watch.ts";

/** In the `_meta` of a result: its structured content as the server wrote it, when parsing changed a number of it. */
export const exactKey = "toolweave/exact";

/** The message that `text` was parsed to, with the exact text of its structured content where that is needed. */
export function withExactNumbers(message: JsonObject, text: string): JsonObject {
  const { result } = message;
  if (!isJsonObject(result) || result.structuredContent === undefined) {
    return message;
  }
  const exact = memberText(text, ["result", "structuredContent"]);
  if (exact === undefined || !losesDigits(exact)) {
    return message;
  }
  const meta = isJsonObject(result._meta) ? result._meta : {};
  return { ...message, result: { ...result, _meta: { ...meta, [exactKey]: exact } } };
}

/** The same for answers over HTTP, which the engines parse themselves. */
export function exactFetch(ask: Fetch): Fetch {
  return async (url, init) => {
    const response = await ask(url, init);
    const type = response.headers.get("content-type")?.toLowerCase() ?? "";
    // A redirected answer stays what it is, for its address would be lost.
    if (response.status !== 200 || response.redirected || response.body === null) {
      return response;
    }
    if (type.startsWith("text/event-stream")) {
      return new Response(response.body.pipeThrough(exactEvents()), response);
    }
    return type.startsWith("application/json") && init?.method === "POST"
      ? new Response(exactText(await response.text()), response)
      : response;
  };
}

function exactText(text: string): string {
  if (!text.includes('"structuredContent"')) {
    return text;
  }
  try {
    const message: unknown = JSON.parse(text);
    const exact = isJsonObject(message) ? withExactNumbers(message, text) : message;
    return exact === message ? text : JSON.stringify(exact);
  } catch {
    // Whoever reads it says what is wrong with it.
    return text;
  }
}

/** Passes a stream of server-sent events on line by line; a message is one `data:` line. */
function exactEvents(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let held: string[] = [];
  const lineOf = (line: string): string => {
    const [, field = "", data = ""] = /^(data: ?)(.*)$/s.exec(line) ?? [];
    return field === "" ? line : `${field}${exactText(data)}`;
  };
  return new TransformStream({
    transform(chunk, controller) {
      const lines = decoder.decode(chunk, { stream: true }).split("\n");
      const rest = lines.pop() ?? "";
      for (const line of lines) {
        held.push(line);
        controller.enqueue(encoder.encode(`${lineOf(held.join(""))}\n`));
        held = [];
      }
      held.push(rest);
    },
    flush(controller) {
      held.push(decoder.decode());
      controller.enqueue(encoder.encode(lineOf(held.join(""))));
    },
  });
}
