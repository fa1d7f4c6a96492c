import type { UserPart } from "./conversation.ts";

/** Characters of a title that is made from a message. */
const titleLength = 60;

/** Characters of the preview of a chat. */
export const previewLength = 120;

/** The text of a message that a person wrote; attachments count by their names when there is no text. */
export function textOfParts(parts: readonly UserPart[]): string {
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const text = texts.join("\n").trim();
  if (text !== "") {
    return text;
  }
  return parts.flatMap((part) => ("name" in part && part.name !== undefined ? [part.name] : [])).join(", ");
}

/** A title for a chat that has none: the start of its first message, cut at a word. */
export function titleFromText(text: string): string {
  return firstWords(text, titleLength);
}

/** The start of a message on one line. */
export function previewFromText(text: string): string {
  return firstWords(text, previewLength);
}

function firstWords(text: string, limit: number): string {
  // Only the start is looked at: a message may be a megabyte.
  const line = text
    .slice(0, limit * 4)
    .replace(/\s+/g, " ")
    .trim();
  if (line.length <= limit) {
    return line;
  }
  const cut = line.slice(0, limit);
  const space = cut.lastIndexOf(" ");
  // Text without spaces (Chinese, a path) is cut where it is, but never inside a surrogate pair.
  const whole = space > limit / 2 ? cut.slice(0, space) : cut.replace(/[\uD800-\uDBFF]$/, "");
  return `${whole}…`;
}
