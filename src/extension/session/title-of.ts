import type { UserPart } from "../../shared/conversation.ts";
import { firstWords } from "../../shared/message-preview.ts";

/** Characters of a title. */
const longest = 60;

/** A chat's title until it is renamed: the first words of its first message. Empty when it has no words. */
export function titleOf(parts: readonly UserPart[]): string {
  // What was written says more than what is attached, wherever it stands.
  const texts = [
    ...parts.flatMap((part) => (part.type === "text" ? [part.text] : [])),
    ...parts.flatMap((part) => (part.type === "text" ? [] : [part.name ?? ""])),
  ];
  const text = texts.find((item) => item.trim() !== "") ?? "";
  return firstWords(text.trim().split("\n")[0]?.replace(/\s+/g, " ") ?? "", longest);
}
