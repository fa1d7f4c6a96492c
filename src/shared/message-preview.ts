import type { UserPart } from "./conversation.ts";

/** Characters of a preview. */
export const previewLength = 120;

/** The text of a message that a person wrote; attachments count by their names when there is no text. */
export function textOfParts(parts: readonly UserPart[]): string {
  const text = parts
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n")
    .trim();
  return text === "" ? parts.flatMap((part) => ("name" in part && part.name ? [part.name] : [])).join(", ") : text;
}

/** The first words of a message on one line, for lists. */
export function previewOf(text: string): string {
  // Only the start is looked at: a message may be a megabyte.
  const line = text
    .slice(0, previewLength * 4)
    .replace(/\s+/g, " ")
    .trim();
  return firstWords(line, previewLength);
}

/** A line of at most `length` characters: cut behind a word where one ends in the second half, and marked as cut. */
export function firstWords(line: string, length: number): string {
  if (line.length <= length) {
    return line;
  }
  const cut = line.slice(0, length);
  const space = cut.lastIndexOf(" ");
  // Text without spaces (Chinese, a path) is cut where it is, but never inside a surrogate pair.
  return `${space > length / 2 ? cut.slice(0, space) : cut.replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** A reply's Markdown without the marks that are only noise in a list. */
export function withoutMarks(markdown: string): string {
  return markdown.replace(/\*\*|`+|^[ \t]*(?:#{1,6}|>|[-*])[ \t]+/gm, "");
}
