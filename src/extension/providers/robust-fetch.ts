import { assertNever } from "../../shared/assert-never.ts";
import type { JsonValue } from "../../shared/json.ts";
import type { Clock } from "../ports/clock.ts";
import { reachOf } from "./base-url.ts";
import { requestIdOf } from "./classify-failure.ts";
import { type FetchLike, httpFetch } from "./http-fetch.ts";
import { followOwnRedirects } from "./own-redirects.ts";
import { errorBodyLimit, readEvents } from "./reply-body.ts";
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
  let requestId: string | undefined;

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
      requestId = requestIdOf(response.headers);
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
        release,
        abort: () => own.abort(),
        drain: () => drain(source, clock, () => own.abort()),
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
        return { events, sawDone: () => sawDone, dropped: () => repair.dropped, requestId: () => requestId };
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
  /** Stops the watchdog and lets go of the caller's signal. */
  release(): void;
  /** Ends the request. */
  abort(): void;
  /** Lets the server end the request by itself, so that the connection can be used again. */
  drain(): Promise<void>;
}

/** A response whose body is the repaired stream. Reading it drives the source; cancelling it ends the request. */
function toResponse(
  source: AsyncGenerator<SseEvent[]>,
  response: Response,
  format: WireFormat,
  ends: StreamEnds,
): Response {
  const encoder = new TextEncoder();
  /** An error empties the queue of a stream, so it waits until what came before was read. */
  let fate: { error: WireError } | undefined;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        for (;;) {
          if (fate !== undefined) {
            throw fate.error;
          }
          const step = await source.next();
          const { text, end, error } = encodeEvents(step.done === true ? [] : step.value, format);
          if (error !== undefined) {
            fate = { error: ends.fail(inStreamError(error, response)) };
          }
          if (text !== "") {
            controller.enqueue(encoder.encode(text));
          }
          if (step.done === true || end !== undefined) {
            if (end === "done" && format.doneIsEnd) {
              ends.onDone();
            }
            controller.close();
            ends.release();
            void ends.drain();
            return;
          }
          if (text !== "") {
            return;
          }
        }
      } catch (error) {
        const reason = ends.explain(error);
        ends.release();
        ends.abort();
        controller.error(reason);
      }
    },
    async cancel() {
      ends.release();
      ends.abort();
      await source.return(undefined);
    },
  });
  return new Response(body, { status: 200, headers: { "content-type": "text/event-stream" } });
}

interface EncodedEvents {
  text: string;
  /** `done`: the end marker; `last`: the format's last event. Nothing behind either counts. */
  end?: "done" | "last";
  error?: JsonValue;
}

function encodeEvents(events: readonly SseEvent[], format: WireFormat): EncodedEvents {
  let text = "";
  for (const event of events) {
    switch (event.type) {
      case "done":
        return { text: text + format.tail, end: "done" };
      case "error":
        return { text, error: event.value };
      case "event": {
        const failed = format.failureOf?.(event.value);
        if (failed !== undefined) {
          return { text, error: failed };
        }
        text += format.encode(event.value, event.text);
        if (format.isLast(event.value)) {
          return { text: text + format.tail, end: "last" };
        }
        break;
      }
      default:
        assertNever(event);
    }
  }
  return { text };
}

/** ms that a server has to end a reply whose last event has come. */
const graceMs = 1_000;

async function drain(source: AsyncGenerator<unknown>, clock: Clock, abort: () => void): Promise<void> {
  const grace = new AbortController();
  clock.sleep(graceMs, grace.signal).then(abort, () => undefined);
  try {
    for (let step = await source.next(); step.done !== true; step = await source.next()) {
      // What follows the end has no meaning.
    }
  } catch {
    // The reply is whole; how its connection ends does not matter.
  } finally {
    grace.abort();
  }
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
