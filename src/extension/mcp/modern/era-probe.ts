import { isJsonObject, type JsonObject, type JsonValue } from "../../../shared/json.ts";
import type { Fetch } from "../http-watch.ts";
import { ClientFailure, type ClientSetup, isClientFailure } from "../mcp-client.ts";
import { readChallenge } from "../oauth/challenge.ts";

/** The first revision without a handshake. */
export const modernRevision = "2026-07-28";
/** ms. A server that is silent about a request it does not know is an older one. */
const patienceMs = 3_000;
/** JSON-RPC code of a server that speaks other versions than the one it was asked in. */
const unsupportedVersion = -32022;

/**
 * Asks a server behind a URL whether it speaks the revisions without a handshake (MCP 2026-07-28, "Versioning"). Resolves
 * with what it said about itself, or with `undefined` for an older server and for everything that is no clear answer.
 * Rejects with the signal's reason, and with `ClientFailure` when a sign-in is wanted.
 */
export async function discoverModern(
  { url, headers, fetch: ask = (address, init) => fetch(address, init) }: Endpoint,
  { clientInfo }: Pick<ClientSetup, "clientInfo">,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  const body = {
    jsonrpc: "2.0",
    id: "discover",
    method: "server/discover",
    params: {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": modernRevision,
        "io.modelcontextprotocol/clientInfo": clientInfo,
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  };
  const send = async (): Promise<JsonObject | undefined> => {
    const response = await ask(url, {
      method: "POST",
      headers: {
        ...headers,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": modernRevision,
        "mcp-method": body.method,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    });
    if (readChallenge(response) !== undefined) {
      // Nobody is told anything before a sign-in, in whichever kind of protocol.
      throw new ClientFailure("http", await response.text(), response.status);
    }
    return readAnswer(response);
  };
  try {
    let answer = await send();
    if (isJsonObject(answer?.error) && answer.error.code === unsupportedVersion && offers(answer.error.data)) {
      answer = await send();
    }
    return isJsonObject(answer?.result) && offers(answer.result) ? answer.result : undefined;
  } catch (error) {
    signal.throwIfAborted();
    if (isClientFailure(error) && error.kind === "http") {
      throw error;
    }
    return undefined;
  }
}

/** Whether a list of versions, as servers send it with and without an error, has ours. */
function offers(value: JsonValue | undefined): boolean {
  const versions = isJsonObject(value) ? (value.supportedVersions ?? value.supported) : undefined;
  return Array.isArray(versions) && versions.includes(modernRevision);
}

interface Endpoint {
  url: string;
  headers: Readonly<Record<string, string>>;
  fetch?: Fetch;
}

/** The JSON-RPC answer in a body of JSON, or in the first event of a stream that holds one. */
async function readAnswer(response: Response): Promise<JsonObject | undefined> {
  if (!response.ok || response.headers.get("content-type")?.startsWith("text/event-stream") !== true) {
    return parse(await response.text());
  }
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      text += value ?? "";
      const data = /^data:(.*)\r?\n\r?\n/m.exec(text)?.[1];
      if (data !== undefined || done) {
        return data === undefined ? undefined : parse(data);
      }
    }
  } finally {
    await reader?.cancel().catch(() => {});
  }
}

function parse(text: string): JsonObject | undefined {
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : undefined;
}
