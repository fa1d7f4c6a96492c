import type { Block, Conversation, ToolBlock, UserPart } from "../../shared/conversation.ts";
import { keptBlocks } from "../../shared/kept-blocks.ts";
import { selectedPath, selectedVersion } from "../../shared/selected-path.ts";
import { resultText } from "../loop/result-content.ts";

/** The shown path of a conversation as a Markdown document: messages, replies, calls with arguments and results. */
export function conversationToMarkdown(conversation: Conversation): string {
  const parts = [`# ${conversation.title ?? "Chat"}`];
  for (const message of selectedPath(conversation)) {
    if (message.role === "user") {
      parts.push("## You", ...message.parts.map(partText));
    } else {
      const version = selectedVersion(message);
      parts.push(
        `## ${version?.model || "Reply"}`,
        ...(version === undefined ? [] : keptBlocks(version)).flatMap(blockText),
      );
    }
  }
  return `${parts.map((part) => part.trim()).join("\n\n")}\n`;
}

function partText(part: UserPart): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "image":
      return `*Image: ${part.name ?? part.mimeType}*`;
    case "resource":
    case "file":
      return `*Attached: ${part.name}*`;
  }
}

function blockText(block: Block): string[] {
  switch (block.type) {
    case "text":
      return [block.text];
    case "reasoning":
      return [quoted(block.text)];
    case "tool":
      return toolText(block);
    case "notice":
      return [`*${block.notice.message}*`];
    case "error":
      return [`**${block.error.message}**`];
    case "discarded":
    case "suspect":
      return [];
  }
}

function toolText(tool: ToolBlock): string[] {
  const from = tool.serverName === undefined ? "" : ` (${tool.serverName})`;
  const input = tool.input === undefined ? tool.inputText : JSON.stringify(tool.input, null, 2);
  const outcome =
    tool.result === undefined
      ? (tool.invalid?.message ?? tool.error?.message ?? tool.approval?.reason ?? tool.state)
      : resultText(tool.result);
  return [`**${tool.title ?? tool.toolName}**${from}`, fenced(input, "json"), fenced(outcome, "")];
}

/** A fence that is longer than any inside the text. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function quoted(text: string): string {
  return text
    .trim()
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
}
