import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { saveView } from "../../host-bridge.ts";
import type { EndFollower } from "./follow-end.ts";

/** ms after the last movement until the place is saved. */
const saveAfter = 250;
/** What a person does to go elsewhere. */
const acts = ["wheel", "keydown", "pointerdown", "touchstart"] as const;

/** A turn and where its top is, px below the view's top. */
export interface Anchor {
  id: string;
  top: number;
}

/** The first turn that is seen and that `accepts` takes. */
export function seenTurn(view: HTMLElement | null, accepts: (id: string) => boolean = () => true): Anchor | undefined {
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

/** Scrolls so that the turn is where it was. */
export function restore(view: HTMLElement, { id, top }: Anchor): void {
  const element = [...view.querySelectorAll<HTMLElement>("[data-turn]")].find((turn) => turn.dataset.turn === id);
  if (element !== undefined) {
    view.scrollTop += element.getBoundingClientRect().top - view.getBoundingClientRect().top - top;
  }
}

/** Keeps a restored place while texts above it get their heights, until the person does something. */
export function useHeldAnchor(
  anchor: Anchor | undefined,
  view: RefObject<HTMLDivElement | null>,
  content: RefObject<HTMLDivElement | null>,
): void {
  useEffect(() => {
    const element = view.current;
    if (anchor === undefined || element === null || content.current === null) {
      return;
    }
    const observer = new ResizeObserver(() => restore(element, anchor));
    observer.observe(content.current);
    const release = (): void => {
      observer.disconnect();
      for (const type of acts) {
        document.removeEventListener(type, release, true);
      }
    };
    for (const type of acts) {
      document.addEventListener(type, release, true);
    }
    return release;
  }, [anchor, view, content]);
}

/** Saves the place for when the view is made again. */
export function useSavedPlace(
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
