import type { Version } from "../../../shared/conversation.ts";
import { keptBlocks } from "../../../shared/kept-blocks.ts";

/** What the model answered, as markdown: its texts without its thoughts and calls. */
export function versionText(version: Version): string {
  return keptBlocks(version)
    .flatMap((block) => (block.type === "text" ? [block.text.trim()] : []))
    .filter((text) => text !== "")
    .join("\n\n");
}
