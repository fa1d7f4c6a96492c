import { useLayoutEffect, useReducer } from "preact/hooks";
import type { Block } from "../../../shared/conversation.ts";
import { blockOf, subscribeBlock } from "../../version-watch.ts";

/**
 * The block as it is now, renewed with every change of it, at most once a frame. `block` is the state that the caller
 * was rendered with, whose texts may be old. With `live` false, only that state is returned.
 */
export function useLiveBlock<Kind extends Block>(versionId: string, block: Kind, live = true): Kind {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const { id } = block;
  useLayoutEffect(
    () => (live ? subscribeBlock(versionId, id, () => redraw(undefined)) : undefined),
    [versionId, id, live],
  );
  const now = blockOf(versionId, id);
  return now !== undefined && isSameKind(now, block) ? now : block;
}

function isSameKind<Kind extends Block>(now: Block, block: Kind): now is Kind {
  return now.type === block.type;
}
