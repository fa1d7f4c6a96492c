import { useLayoutEffect, useRef } from "preact/hooks";
import type { MarkdownView } from "../../markdown/markdown-view.ts";
import { blockOf, subscribeBlock } from "../../version-watch.ts";
import { createChatMarkdown } from "./chat-markdown.ts";

interface MarkdownIslandProps {
  versionId: string;
  blockId: string;
  /** More text may come. */
  live: boolean;
  class: string;
}

/** The text of a text or reasoning block. Deltas go from the store to its nodes, never through the virtual DOM. */
export function MarkdownIsland({ versionId, blockId, live, class: className }: MarkdownIslandProps) {
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<MarkdownView | undefined>(undefined);
  const ended = useRef(false);
  useLayoutEffect(() => {
    if (container.current === null) {
      return;
    }
    const created = createChatMarkdown(container.current);
    view.current = created;
    ended.current = false;
    let shown = "";
    const show = (): void => {
      const text = textOf(versionId, blockId);
      // Only the end is compared: a block grows at its end, and its text may be a megabyte.
      if (
        !ended.current &&
        text.length >= shown.length &&
        text.startsWith(shown.slice(-64), Math.max(0, shown.length - 64))
      ) {
        created.append(text.slice(shown.length));
      } else {
        created.replace(text); // a reply that goes on may go on in its last text
        ended.current = false;
      }
      shown = text;
    };
    show();
    const unsubscribe = subscribeBlock(versionId, blockId, show);
    return () => {
      unsubscribe();
      created.dispose();
      view.current = undefined;
    };
  }, [versionId, blockId]);
  useLayoutEffect(() => {
    if (!live) {
      view.current?.end();
      ended.current = true;
    }
  }, [live, versionId, blockId]);
  return <div class={className} ref={container} />;
}

function textOf(versionId: string, blockId: string): string {
  const block = blockOf(versionId, blockId);
  return block?.type === "text" || block?.type === "reasoning" ? block.text : "";
}
