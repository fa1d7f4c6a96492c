import type { JsonObject } from "../../shared/json.ts";
import type { Localizable } from "../../shared/localizable.ts";
import { type ErrorCode, McpError } from "../../shared/mcp-error.ts";
import type { ToolResult } from "../../shared/tool-result.ts";
import type { ToolCallOptions } from "../ports/tool.ts";
import { Deadline, type DeadlineLimits } from "./deadline.ts";
import { ClientFailure, isClientFailure } from "./mcp-client.ts";
import type { ServerAuthorization } from "./oauth/server-authorization.ts";
import { sentence } from "./sentences.ts";
import type { ServerLink } from "./server-link.ts";
import type { ListedTool } from "./tool-listing.ts";
import { toToolResult } from "./tool-output.ts";

export interface ServerToolCall {
  serverName: string;
  tool: ListedTool;
  input: JsonObject;
  options: ToolCallOptions;
  limits: DeadlineLimits;
  /** Waits until the server is ready; a sentence when it will not be. Rejects when the signal aborts. */
  link(signal: AbortSignal): Promise<ServerLink | Localizable>;
  /** The link is of no use any more and a new one must be made. */
  abandon(link: ServerLink, failure: ClientFailure): void;
  /** The call begins; the result says that it is over. */
  enter(deadline: Deadline): () => void;
  /** Whether what the server refused the call for was done by the person, so that it can be made again. */
  openPages(failure: ClientFailure, signal: AbortSignal): Promise<boolean>;
  mask(text: string): string;
  /** Of a server at which somebody can sign in. */
  authorization?: Pick<ServerAuthorization, "state" | "challenge">;
}

/**
 * Runs one call with its deadlines. A call that the server certainly did not run, because it could not be reached or no
 * longer knew the session, is made once more over a new link; no other is repeated. Rejects with `McpError`.
 */
export async function callServerTool(call: ServerToolCall): Promise<ToolResult> {
  const first = await attempt(call);
  if (!("notRun" in first)) {
    return first;
  }
  const second = await attempt(call, true);
  if ("notRun" in second) {
    throw callError(call, "NETWORK_ERROR", "mcp.call.notReady", { cause: second.notRun.message });
  }
  return second;
}

async function attempt(call: ServerToolCall, isRepeated = false): Promise<ToolResult | { notRun: ClientFailure }> {
  const { signal } = call.options;
  const link = await readyLink(call);
  const deadline = new Deadline(call.limits, signal);
  const leave = call.enter(deadline);
  try {
    const value = await link.client.callTool({
      name: call.tool.name,
      input: call.input,
      asTask: call.tool.asTask,
      signal: deadline.signal,
      onAlive: () => deadline.touch(),
      onProgress: (progress) => call.options.onProgress(progress),
    });
    const result = toToolResult(value, call.tool.outputSchema);
    if (result === undefined) {
      throw new ClientFailure("invalid", "the result is not an object");
    }
    return result;
  } catch (error) {
    if (!isClientFailure(error)) {
      throw error;
    }
    if (error.kind === "http" && error.code === 401 && call.authorization !== undefined) {
      // Nothing else of this server works either until somebody signs in.
      call.abandon(link, error);
    }
    if (error.kind === "session-lost" || error.kind === "unreachable") {
      call.abandon(link, error);
      return { notRun: error };
    }
    if (!isRepeated && error.kind === "rpc" && (await pagesDone(call, error, deadline.signal))) {
      return { notRun: error };
    }
    throw await describe(call, error, deadline, link);
  } finally {
    leave();
    deadline.end();
  }
}

/** A person who stops the call has not done what it needs. */
async function pagesDone(call: ServerToolCall, failure: ClientFailure, signal: AbortSignal): Promise<boolean> {
  try {
    return await call.openPages(failure, signal);
  } catch (error) {
    if (signal.aborted) {
      return false;
    }
    throw error;
  }
}

async function readyLink(call: ServerToolCall): Promise<ServerLink> {
  try {
    const link = await call.link(call.options.signal);
    if ("client" in link) {
      return link;
    }
    throw callError(call, "NETWORK_ERROR", "mcp.call.notReady", { cause: link.message });
  } catch (error) {
    throw call.options.signal.aborted ? callError(call, "CANCELLED", "mcp.call.cancelled") : error;
  }
}

async function describe(
  call: ServerToolCall,
  failure: ClientFailure,
  { expired, limits }: Deadline,
  link: ServerLink,
): Promise<McpError> {
  const detail = call.mask(failure.message);
  switch (failure.kind) {
    case "aborted":
      return expired === undefined
        ? callError(call, "CANCELLED", "mcp.call.cancelled")
        : expired === "idle"
          ? callError(call, "TIMEOUT", "mcp.call.idleTimeout", { seconds: limits.idleMs / 1_000 })
          : callError(call, "TIMEOUT", "mcp.call.hardTimeout", { seconds: limits.hardMs / 1_000 });
    case "closed": {
      const { reason, stderrTail = [] } = await link.ended;
      const cause = [reason.message, ...stderrTail.slice(-5)].join("\n");
      const code = reason.key === "mcp.call.stopped" ? "INTERRUPTED" : "NETWORK_ERROR";
      return callError(call, code, "mcp.call.lost", { cause });
    }
    case "session-lost":
    case "unreachable":
    case "broken":
      return callError(call, "NETWORK_ERROR", "mcp.call.lost", { cause: detail });
    case "invalid":
      return callError(call, "TOOL_EXECUTION_FAILED", "mcp.call.badResult", { detail });
    case "http": {
      const { authorization } = call;
      if (failure.code === 401 && authorization !== undefined) {
        return callError(call, "PERMISSION_DENIED", "mcp.call.signIn");
      }
      if (failure.code === 403 && authorization?.state === "more") {
        const { scope = "" } = authorization.challenge ?? {};
        return callError(call, "PERMISSION_DENIED", "mcp.call.moreScopes", { scopes: scope });
      }
      return failure.code === 401 || failure.code === 403
        ? callError(call, "PERMISSION_DENIED", "mcp.call.serverError", { detail })
        : callError(call, "NETWORK_ERROR", "mcp.call.serverError", { detail });
    }
    case "rpc":
      return callError(call, "TOOL_EXECUTION_FAILED", "mcp.call.serverError", { detail });
  }
}

function callError(
  { serverName, tool }: ServerToolCall,
  code: ErrorCode,
  key: Parameters<typeof sentence>[0],
  params: Record<string, string | number> = {},
): McpError {
  const said = sentence(key, { server: serverName, tool: tool.name, ...params });
  return new McpError(code, said.message, { key, params: { ...said.params } });
}
