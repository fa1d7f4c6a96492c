import type { MarkedToken } from "marked";

/**
 * How much of a text, in blocks and in characters, cannot be changed by what is appended to it. A block is settled when
 * another one follows that stays a block of its own, whatever comes.
 */
export function settledLength(blocks: readonly MarkedToken[], text: string): { count: number; characters: number } {
  let characters = blocks.reduce((sum, { raw }) => sum + raw.length, 0);
  for (let index = blocks.length - 1; index > 0; index--) {
    const token = blocks[index];
    characters -= token?.raw.length ?? 0;
    if (token?.type !== "space" && isSure(blocks[index - 1], text.slice(characters))) {
      return { count: index, characters };
    }
  }
  return { count: 0, characters: 0 };
}

/**
 * Whether a block that `rest` begins with is sure to stand for itself. Its first line has to be complete: until then
 * "2" may still become "2." and belong to the list before it. Without a blank line before it the second one too: it
 * may turn out not to be the underline of a heading or a table, and then the first line belongs to what is before.
 */
function isSure(before: MarkedToken | undefined, rest: string): boolean {
  // A title may belong to the definition of a link on the line before it.
  if (before === undefined || (before.type === "def" && /^\s*["'(]/.test(rest))) {
    return false;
  }
  const isApart = before.type === "space" || before.raw.endsWith("\n\n");
  const lineEnd = rest.indexOf("\n");
  return lineEnd !== -1 && (isApart || rest.includes("\n", lineEnd + 1));
}
