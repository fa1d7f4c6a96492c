import type { Localizable } from "../../shared/localizable.ts";
import { type ErrorCode, McpError } from "../../shared/mcp-error.ts";
import { Deadline } from "./deadline.ts";
import { isClientFailure, type McpClient } from "./mcp-client.ts";
import { type SentenceKey, sentence } from "./sentences.ts";
import type { ServerLink } from "./server-link.ts";

export interface ServerQuery<T> {
  serverName: string;
  /** ms that the server has for the answer. */
  timeoutMs: number;
  signal: AbortSignal;
  /** Waits until the server is ready; a sentence when it will not be. */
  link(signal: AbortSignal): Promise<ServerLink | Localizable>;
  ask(client: McpClient, signal: AbortSignal): Promise<T>;
  /** What an error that the server itself answers means. */
  refused: { code: ErrorCode; key: SentenceKey; params?: Record<string, string> };
  mask(text: string): string;
}

/** Asks a server for something that changes nothing there. Rejects with `McpError`, whose message is a sentence. */
export async function askServer<T>(query: ServerQuery<T>): Promise<T> {
  const { serverName: server, signal, timeoutMs, refused } = query;
  const deadline = new Deadline({ idleMs: timeoutMs, hardMs: timeoutMs }, signal);
  const fail = (code: ErrorCode, key: SentenceKey, params: Record<string, string | number>): McpError => {
    const said = sentence(key, { server, ...params });
    return new McpError(code, said.message, { key, params: { ...said.params } });
  };
  try {
    const link = await query.link(deadline.signal);
    if (!("client" in link)) {
      throw fail("NETWORK_ERROR", "mcp.call.notReady", { cause: link.message });
    }
    return await query.ask(link.client, deadline.signal);
  } catch (error) {
    if (signal.aborted) {
      throw fail("CANCELLED", "mcp.call.cancelled", {});
    }
    if (deadline.expired !== undefined) {
      throw fail("TIMEOUT", "mcp.ask.timeout", { seconds: timeoutMs / 1_000 });
    }
    if (!isClientFailure(error)) {
      throw error;
    }
    const detail = query.mask(error.message);
    throw error.kind === "rpc"
      ? fail(refused.code, refused.key, { ...refused.params, detail })
      : fail("NETWORK_ERROR", "mcp.ask.lost", { detail });
  } finally {
    deadline.end();
  }
}
