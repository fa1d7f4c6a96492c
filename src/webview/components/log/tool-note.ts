import type { ToolBlock } from "../../../shared/conversation.ts";
import type { ToolResult } from "../../../shared/tool-result.ts";
import { localize, t } from "../../strings.ts";
import { nameUnseen } from "./approval/unseen-characters.ts";

/** Characters of a cause below the line of a failed call; the whole is in its body. */
const noteLength = 200;

/** What stands below the line of a closed call: why it failed or was denied. */
export function toolNote(block: ToolBlock): string | undefined {
  if (block.state === "output-denied") {
    const reason = block.approval?.reason?.trim();
    return reason ? t("tool.denied", { reason }) : undefined;
  }
  return block.state === "output-error" ? firstLine(causeOf(block)) : undefined;
}

/** What a call returned, as text: its texts, else the whole as JSON. */
export function resultText({ result }: ToolBlock): string {
  if (result === undefined) {
    return "";
  }
  const texts = textsOf(result);
  return texts === "" ? JSON.stringify(result.structuredContent ?? result.content, null, 2) : texts;
}

function causeOf(block: ToolBlock): string {
  if (block.error !== undefined) {
    return localize(block.error);
  }
  return block.invalid?.message ?? (block.result === undefined ? "" : textsOf(block.result));
}

function textsOf({ content }: ToolResult): string {
  return content.flatMap((item) => (item.type === "text" ? [item.text] : [])).join("\n");
}

function firstLine(text: string): string | undefined {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line === "" ? undefined : nameUnseen(line.length > noteLength ? `${line.slice(0, noteLength)}…` : line);
}
