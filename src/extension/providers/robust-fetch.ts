import { isJsonObject, type JsonValue } from "../../shared/json.ts";
import type { Clock } from "../ports/clock.ts";
import { reachOf } from "./base-url.ts";
import { type FetchLike, httpFetch } from "./http-fetch.ts";
import { followOwnRedirects } from "./own-redirects.ts";
import { type SseEvent, SseRepair } from "./sse-repair.ts";
import type { OpenReply } from "./stream-reply.ts";
import { Watchdog, type WatchdogLimits } from "./watchdog.ts";
import { WireError } from "./wire-error.ts";
import type { WireFormat } from "./wire-format.ts";

export interface RobustFetchOptions {
  format: WireFormat;
  limits: WatchdogLimits;
  clock: Clock;
  /** What really sends; by default decided by the URL. */
  send?: FetchLike | undefined;
}

/** One request's wire: the `fetch` for the SDK, and what it saw. */
export interface RobustWire {
  fetch: FetchLike;
  /** Opens a stream through the SDK; what the SDK makes of a failure of this wire is replaced by the failure itself. */
  watch(open: () => Promise<AsyncIterable<unknown>>): Promise<OpenReply>;
}

const errorBodyLimit = 65_536;
const wholeReplyLimit = 32 * 1024 * 1024;

/**
 * `globalThis.fetch`, read at call time because VS Code patches it for proxies and certificates, for public hosts;
 * `node:http` for the own machine and network.
 */
export const defaultSend: FetchLike = (url, init) => {
  const address = url instanceof Request ? url.url : String(url);
  return reachOf(address) === "local" ? httpFetch(url, init) : globalThis.fetch(url, init);
};

/**
 * Wraps `fetch` for one streaming request, so that an SDK sees either a clean stream or a typed failure: repaired
 * events; whole replies turned into a stream; error statuses, pages, error objects in the stream, lost connections and
 * silence as `WireError`. Redirects are followed on the same origin only.
 */
export function createRobustFetch(options: RobustFetchOptions): RobustWire {
  const { format, limits, clock, send = defaultSend } = options;
  const repair = new SseRepair();
  let failure: WireError | undefined;
  let sawDone = false;

  const fail = (error: WireError): WireError => {
    failure ??= error;
    return failure;
  };

  const robustFetch: FetchLike = async (url, init = {}) => {
    const own = new AbortController();
    const caller = init.signal ?? undefined;
    const forward = () => own.abort(caller?.reason);
    caller?.addEventListener("abort", forward, { once: true });
    if (caller?.aborted === true) {
      forward();
    }
    const watchdog = new Watchdog(limits, clock, (fault, limitMs) => {
      own.abort(fail(new WireError(fault, `Nothing arrived for ${limitMs} ms`, { limitMs })));
    });
    const release = () => {
      watchdog.stop();
      caller?.removeEventListener("abort", forward);
    };
    const explain = (error: unknown, fault: "unreachable" | "cut"): unknown => {
      if (caller?.aborted === true) {
        return caller.reason;
      }
      if (error instanceof WireError) {
        return fail(error);
      }
      return failure ?? fail(new WireError(fault, "The connection failed", { cause: error }));
    };
    try {
      const response = await followOwnRedirects(send, url, { ...init, signal: own.signal });
      const { body } = response;
      if (!response.ok) {
        const text = await readText(response, errorBodyLimit);
        const { status, headers } = response;
        throw new WireError("status", `Status ${status}`, { status, headers, body: text });
      }
      const source = readEvents(body, response, format, repair, () => watchdog.alive());
      return toResponse(source, response, format, {
        onDone: () => {
          sawDone = true;
        },
        explain: (error) => explain(error, "cut"),
        fail,
        release: () => {
          release();
          own.abort();
        },
      });
    } catch (error) {
      release();
      throw explain(error, "unreachable");
    }
  };

  async function* watchEvents(events: AsyncIterable<unknown>): AsyncGenerator {
    try {
      yield* events;
    } catch (error) {
      throw failure ?? error;
    }
    if (failure !== undefined) {
      throw failure;
    }
  }

  return {
    fetch: robustFetch,
    async watch(open) {
      try {
        const events = watchEvents(await open());
        return { events, sawDone: () => sawDone, dropped: () => repair.dropped };
      } catch (error) {
        throw failure ?? error;
      }
    },
  };
}

interface StreamEnds {
  onDone(): void;
  explain(error: unknown): unknown;
  fail(error: WireError): WireError;
  release(): void;
}

/** A response whose body is the repaired stream. Reading it drives the source; cancelling it ends the request. */
function toResponse(
  source: AsyncGenerator<SseEvent[]>,
  response: Response,
  format: WireFormat,
  ends: StreamEnds,
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const close = (text: string) => {
        if (text !== "") {
          controller.enqueue(encoder.encode(text));
        }
        controller.close();
        ends.release();
      };
      try {
        for (;;) {
          const step = await source.next();
          if (step.done === true) {
            close("");
            return;
          }
          let text = "";
          for (const event of step.value) {
            if (event.type === "done") {
              ends.onDone();
              close(text + format.tail);
              return;
            }
            if (event.type === "error") {
              if (text !== "") {
                controller.enqueue(encoder.encode(text));
              }
              throw ends.fail(inStreamError(event.value, response));
            }
            text += format.encode(event.value, event.text);
            if (format.isLast(event.value)) {
              close(text + format.tail);
              return;
            }
          }
          if (text !== "") {
            controller.enqueue(encoder.encode(text));
            return;
          }
        }
      } catch (error) {
        const reason = ends.explain(error);
        ends.release();
        controller.error(reason);
      }
    },
    async cancel() {
      ends.release();
      await source.return(undefined);
    },
  });
  return new Response(body, { status: 200, headers: { "content-type": "text/event-stream" } });
}

/**
 * The events of a body. What begins like JSON or a page is read whole first: an error object, a whole reply or a login
 * page in place of the stream, whatever the content type says.
 */
async function* readEvents(
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

function inStreamError(value: JsonValue, response: Response): WireError {
  const body = typeof value === "string" ? value : JSON.stringify(value);
  return new WireError("in_stream", "The server reported an error in the stream", { headers: response.headers, body });
}

async function readText(response: Response, limit: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true });
      if (text.length >= limit) {
        break;
      }
    }
  } catch {
    // The status says enough; a torn body adds nothing.
  }
  return text.slice(0, limit);
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
