import type { RefObject } from "preact";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { savedView, saveView } from "../../host-bridge.ts";
import { runQueuedWork } from "../../markdown/frame-queue.ts";
import { type EndFollower, followEnd } from "./follow-end.ts";
import { fitWindow, growDown, growUp, lastTurns, type TurnWindow, turnsAround } from "./turn-window.ts";
import type { Turn } from "./turns.ts";

/** px from an edge of the mounted turns from which more are mounted. */
const growWithin = 800;
/** ms after the last movement until the place is saved. */
const saveAfter = 250;
/** ms that text of turns that were just mounted may take before they are seen. */
const showBudget = 12;

/** A turn and where its top is, px below the view's top. */
interface Anchor {
  id: string;
  top: number;
}

export interface LogScroll {
  view: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  window: TurnWindow;
  /** The newest message is seen, and stays so. */
  atEnd: boolean;
  goToEnd: () => void;
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

  const move = useCallback(
    (next: TurnWindow) => {
      anchor.current = anchorIn(view.current, next, turns);
      setState({ window: next, count });
    },
    [turns, count],
  );

  // Before the browser paints: what is seen stays where it was.
  useLayoutEffect(() => {
    if (view.current !== null && anchor.current !== undefined) {
      runQueuedWork(showBudget);
      restore(view.current, anchor.current);
      anchor.current = undefined;
    }
  }, [window.from, window.to]);

  useLayoutEffect(() => {
    if (view.current === null || content.current === null) {
      return;
    }
    const created = followEnd(view.current, content.current, setAtEnd);
    follower.current = created;
    if (start.anchor !== undefined) {
      created.stay();
    }
    return () => created.dispose();
  }, [start]);

  const goToEnd = useCallback(() => {
    setState({ window: lastTurns(count), count });
    anchor.current = undefined;
    follower.current?.goToEnd();
  }, [count]);

  useEffect(() => {
    const element = view.current;
    if (element === null) {
      return;
    }
    const onScroll = (): void => {
      const below = element.scrollHeight - element.clientHeight - element.scrollTop;
      if (element.clientHeight === 0) {
        return;
      }
      if (window.from > 0 && element.scrollTop < growWithin) {
        move(growUp(window));
      } else if (window.to < count && below < growWithin) {
        move(growDown(window, count));
      }
    };
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => element.removeEventListener("scroll", onScroll);
  }, [window.from, window.to, count, move]);

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

  return { view, content, window, atEnd: atEnd && window.to >= count, goToEnd };
}

function startOf(sessionId: string, turns: readonly Turn[]): { window: TurnWindow; anchor?: Anchor } {
  const saved = savedView().scroll;
  const index = saved?.sessionId === sessionId ? turns.findIndex(({ id }) => id === saved.turnId) : -1;
  if (saved === undefined || index === -1) {
    return { window: lastTurns(turns.length) };
  }
  return { window: turnsAround(index, turns.length), anchor: { id: saved.turnId, top: saved.top } };
}

/** Saves the place for when the view is made again. */
function useSavedPlace(
  sessionId: string,
  view: RefObject<HTMLDivElement | null>,
  follower: { readonly current: EndFollower | undefined },
): void {
  useEffect(() => {
    const element = view.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = (): void => {
      const seen = follower.current?.following === false ? seenTurn(element) : undefined;
      saveView({ scroll: seen === undefined ? undefined : { sessionId, turnId: seen.id, top: Math.round(seen.top) } });
    };
    const onScroll = (): void => {
      if (element !== null && element.clientHeight > 0) {
        clearTimeout(timer);
        timer = setTimeout(save, saveAfter);
      }
    };
    element?.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      element?.removeEventListener("scroll", onScroll);
    };
  }, [sessionId, view, follower]);
}

/** The first turn that is seen and stays mounted in the next window. */
function anchorIn(view: HTMLElement | null, next: TurnWindow, turns: readonly Turn[]): Anchor | undefined {
  const stays = new Set(turns.slice(next.from, next.to).map(({ id }) => id));
  return seenTurn(view, (id) => stays.has(id));
}

function seenTurn(view: HTMLElement | null, accepts: (id: string) => boolean = () => true): Anchor | undefined {
  if (view === null) {
    return undefined;
  }
  const origin = view.getBoundingClientRect().top;
  for (const element of view.querySelectorAll<HTMLElement>("[data-turn]")) {
    const { top, bottom } = element.getBoundingClientRect();
    const id = element.dataset.turn ?? "";
    if (bottom > origin && accepts(id)) {
      return { id, top: top - origin };
    }
  }
  return undefined;
}

function restore(view: HTMLElement, { id, top }: Anchor): void {
  const element = [...view.querySelectorAll<HTMLElement>("[data-turn]")].find((turn) => turn.dataset.turn === id);
  if (element !== undefined) {
    view.scrollTop += element.getBoundingClientRect().top - view.getBoundingClientRect().top - top;
  }
}
