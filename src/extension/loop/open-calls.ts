import type { Chunk } from "../../shared/chunk.ts";
import { interruptedCall, stoppedCall } from "./call-errors.ts";

/** The calls that have begun and not ended, as the chunks tell it, so that none is left without an end. */
export class OpenCalls {
  readonly #open = new Set<string>();

  watch(chunk: Chunk): void {
    switch (chunk.type) {
      case "mcp_tool_created":
        this.#open.add(chunk.toolCallId);
        break;
      case "mcp_tool_invalid":
        if (chunk.toolCallId !== undefined) {
          this.#open.delete(chunk.toolCallId);
        }
        break;
      case "mcp_tool_approval_response":
        if (chunk.decision === "denied") {
          this.#open.delete(chunk.toolCallId);
        }
        break;
      case "mcp_tool_call_response":
      case "mcp_tool_call_error":
        this.#open.delete(chunk.toolCallId);
        break;
      default:
    }
  }

  has(toolCallId: string): boolean {
    return this.#open.has(toolCallId);
  }

  /** An error for each call that is still open, in the order in which they began. */
  close(stopped: boolean): Chunk[] {
    const chunks = [...this.#open].map(
      (toolCallId): Chunk => ({
        type: "mcp_tool_call_error",
        toolCallId,
        error: stopped ? stoppedCall : interruptedCall,
      }),
    );
    this.#open.clear();
    return chunks;
  }
}
