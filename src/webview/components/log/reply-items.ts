import type { Block, ToolBlock } from "../../../shared/conversation.ts";

/** What a reply shows as one thing: a block, or the calls that a round made side by side. */
export type ReplyItem = { type: "block"; block: Block } | { type: "group"; id: string; calls: readonly ToolBlock[] };

/** The blocks of a version as they are shown: two and more calls of a round that follow each other are a group. */
export function replyItems(blocks: readonly Block[]): ReplyItem[] {
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
    if (block.type !== "tool") {
      if (!isOutdated(block, blocks[index + 1])) {
        flush();
        items.push({ type: "block", block });
      }
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

/** Of several tries in a row, only the last one is told, and none when an error says how they ended. */
function isOutdated(block: Block, next: Block | undefined): boolean {
  return (
    block.type === "notice" &&
    block.notice.code === "retrying" &&
    ((next?.type === "notice" && next.notice.code === "retrying") || next?.type === "error")
  );
}
