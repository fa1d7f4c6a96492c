import type { Block, ToolBlock, Version } from "../../../shared/conversation.ts";

/** What a reply shows as one thing: a block, or the calls that a round made side by side. */
export type ReplyItem = { type: "block"; block: Block } | { type: "group"; id: string; calls: readonly ToolBlock[] };

/**
 * The blocks of a version as they are shown: two and more calls of a round that follow each other are a group. Texts
 * of nothing but white space, which models write between calls, are left out as soon as they cannot grow any more.
 */
export function replyItems({ blocks, endReason }: Pick<Version, "blocks" | "endReason">): ReplyItem[] {
  const items: ReplyItem[] = [];
  let calls: ToolBlock[] = [];
  const flush = (): void => {
    const [first] = calls;
    if (first !== undefined) {
      items.push(
        calls.length === 1 ? { type: "block", block: first } : { type: "group", id: `group ${first.id}`, calls },
      );
      calls = [];
    }
  };
  blocks.forEach((block, index) => {
    const next = blocks[index + 1];
    const isFinal = next !== undefined || endReason !== undefined;
    if ((isFinal && isBlank(block)) || isOutdated(block, next)) {
      return;
    }
    if (block.type !== "tool") {
      flush();
      items.push({ type: "block", block });
      return;
    }
    if (calls[0] !== undefined && calls[0].round !== block.round) {
      flush();
    }
    calls.push(block);
  });
  flush();
  return items;
}

function isBlank(block: Block): boolean {
  return block.type === "text" && block.text.trim() === "";
}

/** Of several tries in a row, only the last one is told, and none when an error says how they ended. */
function isOutdated(block: Block, next: Block | undefined): boolean {
  return (
    block.type === "notice" &&
    block.notice.code === "retrying" &&
    ((next?.type === "notice" && next.notice.code === "retrying") || next?.type === "error")
  );
}
