import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { Readable } from "node:stream";
import zlib from "node:zlib";

/** The part of `fetch` that the SDKs use: a URL, and an init with a string body. */
export type FetchLike = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

const bodilessStatuses = new Set([101, 204, 205, 304]);

/**
 * A `fetch` over `node:http` for servers of the own machine and network. The built-in one gives up after 300 s without
 * headers or between two pieces of a body, which kills slow local models. Follows no redirect. Rejects like `fetch`:
 * `TypeError` with a cause when there is no connection, the signal's reason after an abort.
 */
export const httpFetch: FetchLike = (target, init = {}) =>
  new Promise((resolve, reject) => {
    const url = new URL(target instanceof Request ? target.url : target);
    const signal = init.signal ?? undefined;
    if (signal?.aborted === true) {
      reject(signal.reason);
      return;
    }
    const { body } = init;
    if (body !== undefined && body !== null && typeof body !== "string") {
      reject(new TypeError("httpFetch sends only text bodies"));
      return;
    }
    const headers = Object.fromEntries(new Headers(init.headers));
    if (typeof body === "string") {
      headers["content-length"] = String(Buffer.byteLength(body));
    }
    const transport = url.protocol === "https:" ? https : http;
    // A kept connection may have been closed by the server in the meantime (llama.cpp does after 5 s), which looks like a lost one.
    const options = { method: init.method ?? "GET", headers, agent: false } as const;
    const request = transport.request(url, options, (response) => resolve(toResponse(response)));
    const abort = () => request.destroy(new Error("aborted"));
    signal?.addEventListener("abort", abort, { once: true });
    request.on("close", () => signal?.removeEventListener("abort", abort));
    request.on("error", (error) => {
      reject(signal?.aborted === true ? signal.reason : new TypeError("fetch failed", { cause: error }));
    });
    request.end(body ?? undefined);
  });

function toResponse(message: IncomingMessage): Response {
  const headers = new Headers();
  for (let index = 0; index + 1 < message.rawHeaders.length; index += 2) {
    headers.append(message.rawHeaders[index] ?? "", message.rawHeaders[index + 1] ?? "");
  }
  const status = message.statusCode ?? 500;
  const init = { status, statusText: message.statusMessage ?? "", headers };
  if (bodilessStatuses.has(status)) {
    message.resume();
    return new Response(null, init);
  }
  return new Response(Readable.toWeb(decompress(message)) as ReadableStream<Uint8Array>, init);
}

function decompress(message: IncomingMessage): Readable {
  const decoder = decoderFor(message.headers["content-encoding"]);
  if (decoder === undefined) {
    return message;
  }
  message.on("error", (error) => decoder.destroy(error));
  return message.pipe(decoder);
}

function decoderFor(encoding: string | undefined): (Readable & NodeJS.WritableStream) | undefined {
  switch (encoding?.toLowerCase()) {
    case "gzip":
    case "x-gzip":
      return zlib.createGunzip({ flush: zlib.constants.Z_SYNC_FLUSH });
    case "deflate":
      return zlib.createInflate({ flush: zlib.constants.Z_SYNC_FLUSH });
    case "br":
      return zlib.createBrotliDecompress();
    default:
      return undefined;
  }
}
