import type { Block, Version } from "./conversation.ts";

/**
 * The blocks of a version that count: nothing that was said in a reply that was discarded as a whole, because the same
 * request was made again. What was shown of it stays on the screen alone.
 */
export function keptBlocks({ blocks }: Pick<Version, "blocks">): readonly Block[] {
  const discarded = new Set(
    blocks.flatMap((block) => (block.type === "discarded" && block.reason === "leaked_call" ? [block.round] : [])),
  );
  return discarded.size === 0 ? blocks : blocks.filter((block) => !(discarded.has(block.round) && isSaid(block)));
}

function isSaid({ type }: Block): boolean {
  return type === "text" || type === "reasoning" || type === "tool" || type === "suspect";
}
