import { textFormats } from "../../src/extension/formats/formats.ts";
import type { ScriptedReply } from "../../src/extension/ports/scripted-model.ts";
import type { Chunk } from "../../src/shared/chunk.ts";
import type { JsonObject } from "../../src/shared/json.ts";
import { createTestChat, type TestChat, type TestChatOptions } from "../support/chat.ts";
import { addTool, lookTool, refuseTool } from "./golden-tools.ts";

/** A whole conversation whose log is kept in `logs/NAME.jsonl`. */
export interface GoldenStory {
  /** In kebab case: mode, then what happens. */
  name: string;
  options: TestChatOptions;
  /** Plays the person. It ends with nothing running. */
  play(chat: TestChat): Promise<void>;
}

/** A chat as the stories have it: with three tools, in native mode unless they say otherwise. */
export function storyChat({ options }: GoldenStory): TestChat {
  return createTestChat({
    tools: [addTool, lookTool, refuseTool],
    ...options,
    model: { toolMode: "native", ...options.model },
  });
}

export const text = (value: string): Chunk => ({ type: "text_delta", text: value });
export const reasoning = (value: string): Chunk => ({ type: "reasoning_delta", text: value });

/** A native call as an API sends it: its arguments in two pieces. */
export function nativeCall(toolCallId: string, toolName: string, input: JsonObject): Chunk[] {
  const whole = JSON.stringify(input);
  const half = Math.ceil(whole.length / 2);
  return [
    { type: "mcp_tool_created", toolCallId, toolName, via: "native" },
    { type: "mcp_tool_input_delta", toolCallId, delta: whole.slice(0, half) },
    { type: "mcp_tool_input_delta", toolCallId, delta: whole.slice(half) },
    { type: "mcp_tool_in_progress", toolCallId, input },
  ];
}

/** A reply that comes in pieces of twelve characters. */
export function spoken(reply: string, finishReason: "stop" | "length" = "stop"): Chunk[] {
  return [...(reply.match(/[\s\S]{1,12}/gu) ?? []).map(text), { type: "round_end", finishReason, complete: true }];
}

/** A reply with calls in a text format, written as the format itself writes them. */
export function writtenCalls(
  formatId: string,
  before: string,
  calls: { name: string; input: JsonObject }[],
): ScriptedReply {
  return async function* (request) {
    const format = textFormats.get(formatId);
    if (format === undefined) {
      throw new Error(`There is no format ${formatId}.`);
    }
    yield* spoken(before + format.renderCalls(calls, request.offered));
  };
}
