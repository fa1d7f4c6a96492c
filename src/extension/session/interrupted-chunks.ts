import type { Chunk } from "../../shared/chunk.ts";
import type { Conversation, ToolState, Version } from "../../shared/conversation.ts";

const ended: ReadonlySet<ToolState> = new Set(["output-available", "output-error", "output-denied"]);

/** The versions whose turns have no end: they run, or what ran them is gone. */
export function openVersions({ messages }: Conversation): Version[] {
  return messages
    .flatMap((message) => (message.role === "assistant" ? message.versions : []))
    .filter(({ endReason }) => endReason === undefined);
}

/**
 * What a version lacks whose turn never ended, because the window was reloaded or the process died: an error for each
 * call without a result, and the end of the turn.
 */
export function interruptedChunks(version: Version): Chunk[] {
  if (version.endReason !== undefined) {
    return [];
  }
  const chunks: Chunk[] = [];
  for (const block of version.blocks) {
    if (block.type === "tool" && !ended.has(block.state)) {
      chunks.push({
        type: "mcp_tool_call_error",
        toolCallId: block.toolCallId,
        error: {
          code: "INTERRUPTED",
          message: "The window was closed before this call had a result. It may have run.",
          key: "tool.error.interrupted",
        },
      });
    }
  }
  return [...chunks, { type: "turn_end", turnId: version.turnId ?? version.versionId, reason: "interrupted" }];
}
