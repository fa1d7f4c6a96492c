import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { isJsonObject } from "../../shared/json.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { FetchLike } from "../providers/http-fetch.ts";
import { UsageError } from "./usage-error.ts";

/** One request and its raw answer: a line of a recording. */
interface Exchange {
  request: { method: string; url: string; body: string };
  status: number;
  headers: Record<string, string>;
  /** The body as it came, piece by piece; one character is one byte (Latin-1). */
  pieces: string[];
  /** The connection broke before the body had ended. */
  cut?: true;
}

/** Headers of an answer that mean something for reading it; all others may hold secrets and are not written. */
const keptHeaders = ["content-type", "retry-after", "retry-after-ms", "x-request-id", "request-id", "x-should-retry"];

/**
 * A `fetch` that also writes what it sends and gets into a file, one JSON line for each request. Request headers are not
 * written; `secrets` are replaced by stars of the same length where they stand in one piece in what is.
 */
export function recordingSend(file: string, secrets: readonly string[], send: FetchLike): FetchLike {
  writeFileSync(file, "");
  const mask = (text: string) =>
    secrets.reduce((masked, secret) => masked.replaceAll(secret, "*".repeat(secret.length)), text);
  return async (target, init = {}) => {
    const response = await send(target, init);
    const url = mask(target instanceof Request ? target.url : String(target));
    const body = typeof init.body === "string" ? mask(init.body) : "";
    const headers = Object.fromEntries(
      keptHeaders.flatMap((name) => {
        const value = response.headers.get(name);
        return value === null ? [] : [[name, mask(value)]];
      }),
    );
    const pieces: string[] = [];
    const write = (cut: boolean) => {
      const exchange: Exchange = {
        request: { method: init.method ?? "GET", url, body },
        status: response.status,
        headers,
        pieces: maskPieces(pieces, mask),
        ...(cut ? { cut: true } : {}),
      };
      appendFileSync(file, `${JSON.stringify(exchange)}\n`);
    };
    if (response.body === null) {
      write(false);
      return response;
    }
    const source = response.body[Symbol.asyncIterator]();
    const copy = new ReadableStream<Uint8Array>({
      async pull(controller) {
        try {
          const { done, value } = await source.next();
          if (done === true) {
            write(false);
            controller.close();
          } else {
            pieces.push(Buffer.from(value).toString("latin1"));
            controller.enqueue(value);
          }
        } catch (error) {
          write(true);
          controller.error(error);
        }
      },
      async cancel() {
        write(true);
        await source.return?.();
      },
    });
    const { status, statusText } = response;
    return new Response(copy, { status, statusText, headers: response.headers });
  };
}

/** A `fetch` that sends nothing and answers with a recording, one line for each request in order. */
export function replayingSend(file: string): FetchLike {
  const exchanges = readExchanges(file);
  let next = 0;
  return async () => {
    const exchange = exchanges[next];
    next += 1;
    if (exchange === undefined) {
      const message = `The recording ${file} has ${exchanges.length} answers, and this is request ${next}.`;
      return Response.json({ error: { message } }, { status: 400 });
    }
    const { status, headers, pieces, cut } = exchange;
    let place = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = pieces[place];
        place += 1;
        if (piece !== undefined) {
          controller.enqueue(Buffer.from(piece, "latin1"));
        } else if (cut === true) {
          controller.error(new Error("The recorded connection broke here."));
        } else {
          controller.close();
        }
      },
    });
    return new Response(status === 204 || status === 304 ? null : body, { status, headers });
  };
}

/** Masks over the borders of pieces and keeps the borders. */
function maskPieces(pieces: readonly string[], mask: (text: string) => string): string[] {
  const masked = mask(pieces.join(""));
  let start = 0;
  return pieces.map(({ length }) => {
    start += length;
    return masked.slice(start - length, start);
  });
}

function readExchanges(file: string): Exchange[] {
  try {
    const lines = readFileSync(file, "utf8").split("\n");
    return lines.filter((line) => line.trim() !== "").map((line) => toExchange(JSON.parse(line)));
  } catch (cause) {
    throw new UsageError(`The recording ${file} cannot be read: ${messageOf(cause)}`);
  }
}

function toExchange(value: unknown): Exchange {
  if (!isJsonObject(value) || typeof value.status !== "number" || !Array.isArray(value.pieces)) {
    throw new Error("a line is not a recorded request.");
  }
  const headers = isJsonObject(value.headers) ? Object.entries(value.headers) : [];
  return {
    request: { method: "", url: "", body: "" },
    status: value.status,
    headers: Object.fromEntries(headers.map(([name, text]) => [name, String(text)])),
    pieces: value.pieces.map(String),
    ...(value.cut === true ? { cut: true } : {}),
  };
}
