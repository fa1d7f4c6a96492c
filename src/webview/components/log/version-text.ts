import type { Version } from "../../../shared/conversation.ts";

/** What the model answered, as markdown: its texts without its thoughts and calls. */
export function versionText({ blocks }: Version): string {
  return blocks
    .flatMap((block) => (block.type === "text" ? [block.text.trim()] : []))
    .filter((text) => text !== "")
    .join("\n\n");
}
