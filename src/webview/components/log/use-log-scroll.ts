import type { RefObject } from "preact";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { savedView } from "../../host-bridge.ts";
import { runQueuedWork } from "../../markdown/frame-queue.ts";
import { type EndFollower, followEnd } from "./follow-end.ts";
import { logEnd } from "./log-end.ts";
import { type Anchor, restore, seenTurn, useHeldAnchor, useSavedPlace } from "./log-place.ts";
import { fitWindow, growDown, growUp, lastTurns, type TurnWindow, turnsAround } from "./turn-window.ts";
import type { Turn } from "./turns.ts";

/** px from an edge of the mounted turns from which more are mounted. */
const growWithin = 800;
/** px that the mounted turns are higher than the view at least, so that the person can scroll at all. */
const spare = 100;
/** ms that text of turns that were just mounted may take before they are seen. */
const showBudget = 12;

export interface LogScroll {
  view: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  window: TurnWindow;
  /** The newest message is seen, and stays so. */
  atEnd: boolean;
  goToEnd: () => void;
  goToStart: () => void;
}

/**
 * Where the log stands: at its end while the person is there, else where they left it. Only the turns around that place
 * are in the document; when turns come or go above, what is seen does not move.
 */
export function useLogScroll(sessionId: string, turns: readonly Turn[]): LogScroll {
  const view = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const follower = useRef<EndFollower | undefined>(undefined);
  const count = turns.length;
  const start = useRef(startOf(sessionId, turns)).current;
  const anchor = useRef<Anchor | undefined>(start.anchor);
  const [state, setState] = useState({ window: start.window, count });
  const [atEnd, setAtEnd] = useState(start.anchor === undefined);
  const window = state.count === count ? state.window : fitWindow(state.window, state.count, count);
  // A scroll event may come before effects have run again: it needs what is in the document now.
  const mounted = useRef({ window, turns });
  mounted.current = { window, turns };

  // Before the browser paints: what is seen stays where it was.
  useLayoutEffect(() => {
    const element = view.current;
    if (element === null) {
      return;
    }
    runQueuedWork(showBudget);
    if (anchor.current !== undefined) {
      restore(element, anchor.current);
      anchor.current = undefined;
    } else if (follower.current?.following) {
      follower.current.goToEnd();
    }
  }, [window.from, window.to]);

  useLayoutEffect(() => {
    if (view.current === null || content.current === null) {
      return;
    }
    const created = followEnd(view.current, content.current, setAtEnd);
    follower.current = created;
    logEnd.current = created;
    if (start.anchor === undefined) {
      created.goToEnd();
    } else {
      created.stay();
    }
    return () => {
      created.dispose();
      logEnd.current = undefined;
    };
  }, [start]);

  useEffect(() => {
    const element = view.current;
    if (element === null) {
      return;
    }
    const grow = (): void => {
      const now = mounted.current;
      const all = now.turns.length;
      const next = grownWindow(element, now.window, all, follower.current?.following ?? false);
      if (next === undefined) {
        return;
      }
      if (next.to < all || now.window.to < all) {
        follower.current?.stay(); // the end of what is mounted is not the end
      }
      anchor.current = follower.current?.following ? undefined : anchorIn(element, next, now.turns);
      setState({ window: next, count: all });
    };
    grow();
    element.addEventListener("scroll", grow, { passive: true });
    return () => element.removeEventListener("scroll", grow);
  }, [window.from, window.to, count]);

  const goToEnd = useCallback(() => {
    anchor.current = undefined;
    setState({ window: lastTurns(count), count });
    follower.current?.goToEnd();
  }, [count]);

  const goToStart = useCallback(() => {
    follower.current?.stay();
    anchor.current = turns[0] && { id: turns[0].id, top: 0 };
    setState({ window: turnsAround(0, count), count });
    if (view.current !== null) {
      view.current.scrollTop = 0;
    }
  }, [turns, count]);

  useHeldAnchor(start.anchor, view, content);
  useSavedPlace(sessionId, view, follower);

  // A message that the person sends is seen at once, wherever they were.
  const lastUser = turns.at(-1)?.user?.messageId;
  const sent = useRef(lastUser);
  useLayoutEffect(() => {
    if (sent.current !== lastUser) {
      sent.current = lastUser;
      goToEnd();
    }
  }, [lastUser, goToEnd]);

  return { view, content, window, atEnd: atEnd && window.to >= count, goToEnd, goToStart };
}

function startOf(sessionId: string, turns: readonly Turn[]): { window: TurnWindow; anchor?: Anchor } {
  const saved = savedView().scroll;
  const index = saved?.sessionId === sessionId ? turns.findIndex(({ id }) => id === saved.turnId) : -1;
  if (saved === undefined || index === -1) {
    return { window: lastTurns(turns.length) };
  }
  return { window: turnsAround(index, turns.length), anchor: { id: saved.turnId, top: saved.top } };
}

/** The window with more turns, when the person comes near an edge of it or what is mounted does not fill the view. */
function grownWindow(
  { scrollTop, scrollHeight, clientHeight }: HTMLElement,
  window: TurnWindow,
  count: number,
  following: boolean,
): TurnWindow | undefined {
  if (clientHeight === 0) {
    return undefined;
  }
  const isAtEnd = following && window.to >= count;
  const above = isAtEnd ? scrollHeight - clientHeight - spare : scrollTop - growWithin;
  if (window.from > 0 && above < 0) {
    return growUp(window);
  }
  const below = scrollHeight - clientHeight - scrollTop;
  return window.to < count && below < growWithin ? growDown(window, count) : undefined;
}

/** The first turn that is seen and stays mounted in the next window. */
function anchorIn(view: HTMLElement | null, next: TurnWindow, turns: readonly Turn[]): Anchor | undefined {
  const stays = new Set(turns.slice(next.from, next.to).map(({ id }) => id));
  return seenTurn(view, (id) => stays.has(id));
}
