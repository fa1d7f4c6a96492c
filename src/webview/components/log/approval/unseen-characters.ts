/**
 * Characters that a person cannot see or that change the order of what is seen, so that a text can pretend to be
 * another: controls, formats, bidirectional marks, fillers, variation selectors, tags, and blanks other than the plain
 * space and the ideographic one. Line feed, carriage return and tab are not among them.
 */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\u2800]|(?![\n\r\t])\p{Cc}|(?![ \u3000])\p{Zs}/gu;

/** Before it, a selector that asks for the emoji's coloured form, or a joiner between emoji, is as it should be. */
const emojiBefore = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;
const emojiAfter = /^\p{Extended_Pictographic}/u;

/** A piece of a text: as it is, or one unseen character. */
export interface SeenText {
  text: string;
  unseen: boolean;
}

/** Cuts a text at its unseen characters. Joined, the pieces are the text. */
export function splitUnseen(text: string): SeenText[] {
  const pieces: SeenText[] = [];
  let from = 0;
  for (const { index, 0: character } of text.matchAll(unseen)) {
    const to = index + character.length;
    if (belongsToEmoji(text, index, to)) {
      continue;
    }
    if (index > from) {
      pieces.push({ text: text.slice(from, index), unseen: false });
    }
    pieces.push({ text: character, unseen: true });
    from = to;
  }
  if (from < text.length) {
    pieces.push({ text: text.slice(from), unseen: false });
  }
  return pieces;
}

/** How many unseen characters a text has. */
export function countUnseen(text: string): number {
  return splitUnseen(text).filter((piece) => piece.unseen).length;
}

/** The name of a character by its code point: "U+202E". */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** The text with the names of its unseen characters in their places, where there is no room for marks. */
export function nameUnseen(text: string): string {
  return splitUnseen(text)
    .map((piece) => (piece.unseen ? `[${codePointName(piece.text)}]` : piece.text))
    .join("");
}

/** JSON text with its unseen characters written as escapes, so that they can be seen, kept and deleted while editing. */
export function escapeUnseen(json: string): string {
  return splitUnseen(json)
    .map((piece) => (piece.unseen ? escapeOf(piece.text) : piece.text))
    .join("");
}

function escapeOf(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

function belongsToEmoji(text: string, from: number, to: number): boolean {
  const character = text.slice(from, to);
  const before = text.slice(Math.max(0, from - 2), from);
  return character === "\ufe0f"
    ? /[\p{Extended_Pictographic}\d#*]$/u.test(before)
    : character === "\u200d" && emojiBefore.test(before) && emojiAfter.test(text.slice(to, to + 2));
}
