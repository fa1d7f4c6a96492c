import http, { type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isJsonObject, type JsonObject } from "../../src/shared/json.ts";

/** A request as the server got it. */
export interface RecordedRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
  /** The parsed body; empty when there was none. */
  body: JsonObject;
}

/** A piece of a body: text or bytes to write, or something to wait for before the next piece. */
export type WirePart = string | Uint8Array | Promise<unknown>;

/** What the server answers to one request. */
export interface WireReply {
  status?: number;
  headers?: Record<string, string>;
  parts: readonly WirePart[];
  /** `end` (default) ends the reply; `cut` destroys the connection; `open` leaves it open. */
  finish?: "end" | "cut" | "open";
}

/** One step of a script: a reply, or a function that makes it from the request. */
export type ScriptStep = WireReply | ((request: RecordedRequest) => WireReply);

export interface ModelServerScript {
  /** Replies to `POST …/chat/completions`, in order; the last one serves all further requests. */
  openai?: readonly ScriptStep[];
  /** Replies to `POST …/messages`. */
  anthropic?: readonly ScriptStep[];
  /** Replies to `POST …/responses`. */
  responses?: readonly ScriptStep[];
  /** What `GET …/models` lists; default one model, `test-model`. */
  models?: readonly string[];
}

export interface TestModelServer {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Base URL for the kinds `openai-chat` and `openai-responses`. */
  readonly openAiUrl: string;
  /** Base URL for kind `anthropic`. */
  readonly anthropicUrl: string;
  /** All requests so far, those for models included. */
  readonly requests: RecordedRequest[];
  /** Connections that the client has closed before the reply ended. */
  readonly aborted: number;
  close(): Promise<void>;
}

const endpoints = { openai: "/chat/completions", anthropic: "/messages", responses: "/responses" } as const;
const wireNames = ["openai", "anthropic", "responses"] as const;

/**
 * A model server on a free loopback port that speaks OpenAI's Chat Completions and Responses and Anthropic's Messages as
 * its script says, faults included. The test that starts it closes it.
 */
export async function startTestModelServer(script: ModelServerScript): Promise<TestModelServer> {
  const requests: RecordedRequest[] = [];
  const counts = new Map<string, number>();
  let aborted = 0;

  const next = (name: keyof typeof endpoints): ScriptStep => {
    const steps = script[name] ?? [];
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return steps[Math.min(count, steps.length - 1)] ?? errorReply(500, { error: { message: `no script for ${name}` } });
  };

  const server = http.createServer(async (message, response) => {
    response.on("error", () => undefined);
    response.on("close", () => {
      aborted += response.writableFinished ? 0 : 1;
    });
    const chunks: Buffer[] = [];
    for await (const chunk of message) {
      chunks.push(chunk as Buffer);
    }
    const request: RecordedRequest = {
      method: message.method ?? "",
      url: message.url ?? "",
      headers: message.headers,
      body: parseBody(Buffer.concat(chunks).toString()),
    };
    requests.push(request);
    const path = request.url.split("?")[0] ?? "";
    const wire = wireNames.find((name) => path.endsWith(endpoints[name]));
    if (request.method === "GET" && path.endsWith("/models")) {
      await send(response, modelList(script.models ?? ["test-model"]));
    } else if (wire !== undefined) {
      const step = next(wire);
      await send(response, typeof step === "function" ? step(request) : step);
    } else {
      await send(response, errorReply(404, { error: { message: `Nothing at ${path}` } }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    openAiUrl: `${url}/v1`,
    anthropicUrl: url,
    requests,
    get aborted() {
      return aborted;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A stream of events as servers send it. */
export function sseReply(parts: readonly WirePart[], finish: WireReply["finish"] = "end"): WireReply {
  return { headers: { "content-type": "text/event-stream" }, parts, finish };
}

export function errorReply(status: number, body: unknown, headers: Record<string, string> = {}): WireReply {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const type = text.trimStart().startsWith("<") ? "text/html" : "application/json";
  return { status, headers: { "content-type": type, ...headers }, parts: [text] };
}

/** Cuts every text of a reply into pieces of `size` bytes, split characters included. */
export function inPieces(reply: WireReply, size: number): WireReply {
  const parts = reply.parts.flatMap((part): WirePart[] => {
    if (part instanceof Promise) {
      return [part];
    }
    const bytes = Buffer.from(part);
    return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
  });
  return { ...reply, parts };
}

async function send(response: ServerResponse, reply: WireReply): Promise<void> {
  response.writeHead(reply.status ?? 200, reply.headers);
  response.flushHeaders();
  for (const part of reply.parts) {
    if (part instanceof Promise) {
      await part;
    } else if (!response.destroyed) {
      await new Promise((resolve) => response.write(part, resolve));
    }
  }
  switch (reply.finish ?? "end") {
    case "end":
      response.end();
      break;
    case "cut":
      response.destroy();
      break;
    case "open":
      break;
  }
}

function modelList(names: readonly string[]): WireReply {
  const data = names.map((id) => ({ id, type: "model", object: "model" }));
  return errorReply(200, { object: "list", data, has_more: false });
}

function parseBody(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
