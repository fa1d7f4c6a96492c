import type { Chunk } from "../../shared/chunk.ts";

/**
 * Whether a call begins that stands in the reply's text, in a reply that made no native call before. A call that cannot
 * even be named is invalid from the start; among those only text has given it an id.
 */
export function isTextCall(chunk: Chunk): boolean {
  return chunk.type === "mcp_tool_created"
    ? chunk.via === "text"
    : chunk.type === "mcp_tool_invalid" && chunk.toolCallId !== undefined && chunk.toolCallId !== "";
}
