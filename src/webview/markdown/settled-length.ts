import type { MarkedToken } from "marked";

/**
 * How much of a text, in blocks and in characters, cannot be changed by what is appended to it. A block is settled when
 * another one follows whose first line is complete: until then "2" may still become "2." and belong to the list
 * before it.
 */
export function settledLength(blocks: readonly MarkedToken[], text: string): { count: number; characters: number } {
  const starts: { index: number; offset: number }[] = [];
  let offset = 0;
  blocks.forEach((token, index) => {
    if (token.type !== "space") {
      starts.push({ index, offset });
    }
    offset += token.raw.length;
  });
  const last = starts.at(-1);
  const sure = last !== undefined && isSure(blocks[last.index], text.slice(last.offset)) ? last : starts.at(-2);
  if (sure === undefined) {
    return { count: 0, characters: 0 };
  }
  const before = blocks[sure.index - 1];
  // A title may belong to the definition of a link on the line before it.
  if (before?.type === "def" && /^\s*["'(]/.test(text.slice(sure.offset))) {
    return { count: sure.index - 1, characters: sure.offset - before.raw.length };
  }
  return { count: sure.index, characters: sure.offset };
}

/** Whether the last block of the text stays a block of its own, whatever comes. */
function isSure(token: MarkedToken | undefined, text: string): boolean {
  const lineEnds = text.trimStart().split("\n", 3).length - 1;
  return lineEnds > (isMadeBySecondLine(token, text) ? 1 : 0);
}

/** The underline of a heading or a table may turn out to be an item of a list: then its first line belongs to what is before. */
function isMadeBySecondLine(token: MarkedToken | undefined, text: string): boolean {
  return token?.type === "table" || (token?.type === "heading" && !text.trimStart().startsWith("#"));
}
