// Part of the adapter over the SDK: imported by `mcp-sdk.ts` and its parts only.
import { StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { RequestOptions } from "@modelcontextprotocol/sdk/shared/protocol.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { ZodError } from "zod";
import type { JsonValue } from "../../shared/json.ts";
import { brokenStream, networkFailure } from "./http-watch.ts";
import { ClientFailure, isClientFailure } from "./mcp-client.ts";
import { withOwnSignal } from "./own-signal.ts";

/** Runs a request of the SDK with a signal of its own. */
export function cancellable<T>(signal: AbortSignal, work: (options: RequestOptions) => Promise<T>): Promise<T> {
  return withOwnSignal(signal, work, asFailure);
}

/** What an error of the SDK means. */
export function asFailure(error: unknown): ClientFailure {
  if (isClientFailure(error)) {
    return error;
  }
  if (error instanceof StreamableHTTPError) {
    const { code = 0, message } = error;
    // 404 with a session (MCP, "Session Management"); servers in practice say 400 or 401 and name the session.
    const lost = code === 404 || ((code === 400 || code === 401) && /session/i.test(message));
    return new ClientFailure(lost ? "session-lost" : "http", message, code);
  }
  if (error instanceof McpError) {
    switch (error.code) {
      case ErrorCode.ConnectionClosed:
        return new ClientFailure("closed", "The connection was closed.");
      case brokenStream:
        return new ClientFailure("broken", error.message);
      default:
        // The SDK puts its own code in front of the server's words.
        return new ClientFailure(
          "rpc",
          error.message.replace(/^MCP error -?\d+: /, ""),
          error.code,
          error.data as JsonValue | undefined,
        );
    }
  }
  if (error instanceof ZodError) {
    const issue = error.issues[0];
    return new ClientFailure("invalid", `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "unreadable"}`);
  }
  return error instanceof Error && (error.name === "TypeError" || error.cause !== undefined)
    ? networkFailure(error)
    : asHttpFailure(error instanceof Error ? error : new Error(String(error)));
}

/** The SSE transport puts the status into its text or into `code`. */
function asHttpFailure(error: Error & { code?: unknown }): ClientFailure {
  const status = typeof error.code === "number" ? error.code : Number(/HTTP (\d{3})/.exec(error.message)?.[1] ?? 0);
  const kind = status === 404 ? "session-lost" : status > 0 ? "http" : "broken";
  return new ClientFailure(kind, error.message, status > 0 ? status : undefined);
}

/** Before there is a session none can be lost: what sounds like it has another meaning. */
export function withoutSession(failure: ClientFailure): ClientFailure {
  return failure.kind === "session-lost" ? new ClientFailure("http", failure.message, failure.code) : failure;
}
