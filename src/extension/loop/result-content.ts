import type { ToolBlock } from "../../shared/conversation.ts";
import type { ToolContent, ToolResult } from "../../shared/tool-result.ts";
import type { ToolResultMessage } from "../ports/model.ts";
import { cutOutput } from "./cut-output.ts";

/** Characters of one result that a model sees at most, whatever its window (design, section 7). */
export const maxResultCharacters = 50_000;

/** Name of the built-in tool that reads the rest of a result that was cut. */
export const readToolOutputName = "read_tool_output";

/**
 * The one result of a call that the model reads, whatever became of the call: what the tool returned (bounded), or a
 * sentence that says why there is nothing. `limit` is in characters.
 */
export function resultMessage(block: ToolBlock, limit: number): ToolResultMessage {
  const { toolCallId, toolName } = block;
  if (block.result !== undefined) {
    return {
      toolCallId,
      toolName,
      content: [...editNote(block), ...boundedContent(block.result, limit, toolCallId)],
      isError: block.result.isError,
    };
  }
  const content: ToolContent[] = [...editNote(block), { type: "text", text: failureText(block) }];
  return { toolCallId, toolName, content, isError: true };
}

function failureText(block: ToolBlock): string {
  if (block.invalid !== undefined) {
    return block.invalid.message;
  }
  if (block.state === "output-denied") {
    const reason = block.approval?.reason;
    return reason === undefined || reason === ""
      ? "The user denied this call. It was not run."
      : `The user denied this call. It was not run. The user says: ${reason}`;
  }
  return block.error?.message ?? "The call was interrupted before it had a result. It may not have run.";
}

/** The model has to know that what ran is not what it wrote. */
function editNote(block: ToolBlock): ToolContent[] {
  if (block.approval?.originalInput === undefined || block.input === undefined) {
    return [];
  }
  return [{ type: "text", text: `The user changed the arguments before the call ran: ${JSON.stringify(block.input)}` }];
}

/** The whole text of a result, resources included, as `read_tool_output` pages through it. */
export function resultText(result: ToolResult): string {
  const texts = result.content.map(partText).filter((text) => text !== undefined);
  if (texts.length > 0) {
    return texts.join("\n");
  }
  return result.structuredContent === undefined ? "" : JSON.stringify(result.structuredContent);
}

function partText(part: ToolContent): string | undefined {
  if (part.type === "text") {
    return part.text;
  }
  return part.type === "resource" && part.text !== undefined ? `${part.uri}:\n${part.text}` : undefined;
}

function boundedContent(result: ToolResult, limit: number, toolCallId: string): ToolContent[] {
  const text = resultText(result);
  const rest = result.content.filter((part) => partText(part) === undefined);
  const bounded: ToolContent[] = [];
  if (text !== "") {
    const { text: shown, total, cut, next } = cutOutput(text, limit);
    bounded.push({ type: "text", text: shown });
    if (cut) {
      bounded.push({ type: "text", text: cutNote(shown.length, total, next, toolCallId) });
    }
  }
  bounded.push(...rest);
  if (result.schemaViolation !== undefined) {
    bounded.push({ type: "text", text: result.schemaViolation });
  }
  return bounded.length > 0 ? bounded : [{ type: "text", text: "The tool returned nothing." }];
}

function cutNote(shown: number, total: number, next: number, toolCallId: string): string {
  const what = next === shown ? `the first ${shown}` : `${shown}`;
  return `[Only ${what} of ${total} characters are shown. To read on, call ${readToolOutputName} with {"tool_call_id": ${JSON.stringify(toolCallId)}, "offset": ${next}}.]`;
}
