import type { ToolBlock } from "../../../../shared/conversation.ts";
import { nameUnseen } from "./unseen-characters.ts";

/** What people read in place of a tool's name. Servers choose it, so nothing in it stays unseen. */
export function toolTitle({ title, toolName }: ToolBlock): string {
  return nameUnseen(title === undefined || title.trim() === "" ? toolName : title);
}
