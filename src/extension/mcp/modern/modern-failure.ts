// Part of the second engine's adapter: imported by `mcp-modern.ts` and its parts only.
import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from "@modelcontextprotocol/client";
import type { JsonValue } from "../../../shared/json.ts";
import { networkFailure } from "../http-watch.ts";
import { ClientFailure, isClientFailure } from "../mcp-client.ts";

/** What an error of the engine means. */
export function asModernFailure(error: unknown): ClientFailure {
  if (isClientFailure(error)) {
    return error;
  }
  if (error instanceof SdkHttpError) {
    return new ClientFailure("http", error.message, error.status);
  }
  if (error instanceof ProtocolError) {
    const words = error.message.replace(/^MCP error -?\d+: /, "");
    return new ClientFailure("rpc", words, error.code, error.data as JsonValue | undefined);
  }
  if (error instanceof SdkError) {
    const { cause } = error;
    switch (error.code) {
      case SdkErrorCode.ConnectionClosed:
      case SdkErrorCode.NotConnected:
        // There is no session: a stream that broke off has lost its one request, and nothing else.
        return new ClientFailure("broken", error.message);
      case SdkErrorCode.InvalidResult:
      case SdkErrorCode.UnsupportedResultType:
      case SdkErrorCode.InputRequiredRoundsExceeded:
      case SdkErrorCode.ListPaginationExceeded:
        return new ClientFailure("invalid", error.message);
      default:
        return cause instanceof Error ? asModernFailure(cause) : new ClientFailure("rpc", error.message);
    }
  }
  return error instanceof Error && (error.name === "TypeError" || error.cause !== undefined)
    ? networkFailure(error)
    : new ClientFailure("broken", error instanceof Error ? error.message : String(error));
}
