import type { UserPart } from "../../shared/conversation.ts";

/** Characters of a title. */
const longest = 60;

/** A chat's title until it is renamed: the first words of its first message. Empty when it has no words. */
export function titleOf(parts: readonly UserPart[]): string {
  const texts = parts.map((part) => (part.type === "text" ? part.text : (part.name ?? "")));
  const text = texts.find((item) => item.trim() !== "") ?? "";
  const line = text.trim().split("\n")[0]?.replace(/\s+/g, " ") ?? "";
  if (line.length <= longest) {
    return line;
  }
  const cut = line.slice(0, longest);
  const word = cut.lastIndexOf(" ");
  return `${(word > longest / 2 ? cut.slice(0, word) : cut).trimEnd().toWellFormed()}…`;
}
