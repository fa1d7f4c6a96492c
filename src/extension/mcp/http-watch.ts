import { messageOf } from "../../shared/message-of.ts";
import { ClientFailure, isClientFailure } from "./mcp-client.ts";

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Errors of the operating system (and of undici) that say: no connection was made, so nothing was asked. */
const notConnected = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EHOSTDOWN",
  "UND_ERR_CONNECT_TIMEOUT",
];

/**
 * Watches what a Streamable HTTP transport asks for, for it keeps two things to itself: that the server went away while
 * only the listening stream was open, and that a stream broke that would have carried an answer. The first is reported
 * by `onLost`; the second becomes an error answer in the stream, so that the call fails at once and not at its timeout.
 */
export function watchedFetch(onLost: (failure: ClientFailure) => void, ask: Fetch = fetch): Fetch {
  let listening = false;
  return async (url, init) => {
    const isListen = (init?.method ?? "GET") === "GET";
    let response: Response;
    try {
      response = await ask(url, init);
    } catch (error) {
      const failure = networkFailure(error);
      if (isListen && listening && init?.signal?.aborted !== true) {
        onLost(failure);
      }
      throw init?.signal?.aborted === true ? error : failure;
    }
    if (isListen) {
      // A server without a listening stream answers 405, some 404 or 400, from the start; later it means a lost session.
      if (listening && (response.status === 404 || response.status === 400)) {
        onLost(new ClientFailure("session-lost", "The server no longer knows the session.", response.status));
      }
      listening ||= response.ok;
      return response;
    }
    const id = requestId(init?.body);
    return id !== undefined && isEventStream(response) && response.body !== null
      ? new Response(withClosingAnswer(response.body, id, init?.signal ?? undefined), response)
      : response;
  };
}

/** Sorts what `fetch` throws: `TypeError: fetch failed` with the reason as cause. */
export function networkFailure(error: unknown): ClientFailure {
  if (isClientFailure(error)) {
    return error;
  }
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  // Node tries all addresses of a host and collects what each of them said.
  const all = cause instanceof AggregateError ? cause.errors : [cause];
  const codes = all.map((one) => (typeof one === "object" && one !== null && "code" in one ? String(one.code) : ""));
  const message = all.map((one) => messageOf(one)).join("; ");
  const unreachable = codes.some((code) => notConnected.includes(code));
  return new ClientFailure(unreachable ? "unreachable" : "broken", message === "" ? codes.join("; ") : message);
}

function requestId(body: unknown): string | number | undefined {
  if (typeof body !== "string") {
    return undefined;
  }
  const message: { id?: string | number; method?: string } = JSON.parse(body);
  return message.method === undefined ? undefined : message.id;
}

function isEventStream(response: Response): boolean {
  return response.headers.get("content-type")?.toLowerCase().startsWith("text/event-stream") === true;
}

/**
 * The same stream; when it ends without an answer to `id` and cannot be resumed (no event carried an id, MCP
 * "Resumability"), an error answer is added.
 */
function withClosingAnswer(
  body: ReadableStream<Uint8Array>,
  id: string | number,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const answer = new RegExp(`"id"\\s*:\\s*${JSON.stringify(id)}\\s*[,}]`);
  let tail = "\n";
  let settled = false;
  const note = (value: Uint8Array) => {
    if (!settled) {
      tail = tail.slice(-200) + decoder.decode(value, { stream: true });
      settled = answer.test(tail) || /\nid:/.test(tail);
    }
  };
  return new ReadableStream({
    async pull(controller) {
      let value: Uint8Array | undefined;
      try {
        value = (await reader.read()).value;
      } catch (error) {
        if (settled || signal?.aborted === true) {
          controller.error(error);
          return;
        }
      }
      if (value !== undefined) {
        note(value);
        controller.enqueue(value);
        return;
      }
      if (!settled && signal?.aborted !== true) {
        const lost = {
          jsonrpc: "2.0",
          id,
          error: { code: brokenStream, message: "The stream of the answer broke off." },
        };
        controller.enqueue(new TextEncoder().encode(`\n\ndata: ${JSON.stringify(lost)}\n\n`));
      }
      controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** The JSON-RPC code of an answer that never came. From the range that JSON-RPC leaves to implementations. */
export const brokenStream = -32098;
