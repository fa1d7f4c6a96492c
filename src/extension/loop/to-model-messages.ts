import type { Block, Conversation, ToolBlock, Version } from "../../shared/conversation.ts";
import { keptBlocks } from "../../shared/kept-blocks.ts";
import { selectedPath, selectedVersion } from "../../shared/selected-path.ts";
import type { AssistantContent, ModelMessage } from "../ports/model.ts";
import { resultMessage } from "./result-content.ts";
import { userContent } from "./user-content.ts";

/**
 * The selected path of a conversation as history that any provider can be sent: every call is followed by exactly one
 * result before anything else, whatever became of it. `resultCharacters` bounds each result.
 */
export function toModelMessages(conversation: Conversation, resultCharacters: number): ModelMessage[] {
  const messages: ModelMessage[] = [];
  const { compaction } = conversation;
  let path = selectedPath(conversation);
  const end = path.findIndex((message) => message.messageId === compaction?.upTo);
  // A summary that reaches to the end of the path holds the very reply that is written anew.
  if (compaction !== undefined && end >= 0 && end < path.length - 1) {
    path = path.slice(end + 1);
    messages.push({
      role: "user",
      content: [{ type: "text", text: `Summary of the conversation before this point:\n\n${compaction.summary}` }],
    });
  }
  for (const message of path) {
    if (message.role === "user") {
      messages.push({ role: "user", content: message.parts.flatMap(userContent) });
    } else {
      const version = selectedVersion(message);
      if (version !== undefined) {
        messages.push(...versionMessages(version, resultCharacters));
      }
    }
  }
  return messages;
}

/** What one version said and got back, round by round. */
export function versionMessages(version: Version, resultCharacters: number): ModelMessage[] {
  const messages: ModelMessage[] = [];
  const rounds = new Map<number, Block[]>();
  for (const block of keptBlocks(version)) {
    const blocks = rounds.get(block.round);
    if (blocks === undefined) {
      rounds.set(block.round, [block]);
    } else {
      blocks.push(block);
    }
  }
  for (const [number, blocks] of rounds) {
    const content = blocks.flatMap(assistantContent);
    if (content.length === 0) {
      continue;
    }
    const round = version.rounds.find((item) => item.round === number);
    const blocksBack = round?.complete === true ? round.providerBlocks : undefined;
    messages.push({
      role: "assistant",
      content,
      ...(round === undefined || blocksBack === undefined
        ? {}
        : { raw: { provider: round.provider, model: round.model, blocks: blocksBack } }),
    });
    const results = blocks.filter(isOwnCall).map((block) => resultMessage(block, resultCharacters));
    if (results.length > 0) {
      messages.push({ role: "tool", results });
    }
  }
  return messages;
}

/** Calls that the provider ran itself are part of its reply and get no result from us. */
export function isOwnCall(block: Block): block is ToolBlock {
  return block.type === "tool" && block.via !== "provider";
}

function assistantContent(block: Block): AssistantContent[] {
  if (block.type === "text" || block.type === "reasoning") {
    return block.text === "" ? [] : [{ type: block.type, text: block.text }];
  }
  if (!isOwnCall(block)) {
    return [];
  }
  const { toolCallId } = block;
  const toolName = legalName(block.toolName);
  // Broken arguments are shown back as they were written (text mode) or as an empty object (API fields), never guessed.
  return block.input === undefined
    ? [{ type: "tool_call", toolCallId, toolName, input: {}, raw: block.invalid?.raw ?? block.inputText }]
    : [{ type: "tool_call", toolCallId, toolName, input: block.input }];
}

/** A name that the model invented may be one that APIs refuse in history. */
function legalName(name: string): string {
  const legal = name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64);
  return legal === "" ? "unknown_tool" : legal;
}
