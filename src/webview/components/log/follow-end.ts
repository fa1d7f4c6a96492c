/** px from the end within which a person counts as being at the end. */
const nearEnd = 24;

/** Keeps a view at its end while the person is there. */
export interface EndFollower {
  readonly following: boolean;
  /** Goes to the end and stays there. */
  goToEnd(): void;
  /** Lets the view stand where it is. */
  stay(): void;
  dispose(): void;
}

/**
 * Watches the size of `content` and of `view`, the box that scrolls it: at the end it stays at the end, elsewhere nothing
 * moves. Scrolling up leaves the end, scrolling to it takes it up again. `onChange` tells when that changed.
 */
export function followEnd(
  view: HTMLElement,
  content: HTMLElement,
  onChange: (following: boolean) => void,
): EndFollower {
  let following = true;
  let top = view.scrollTop;

  const change = (next: boolean): void => {
    if (next !== following) {
      following = next;
      onChange(next);
    }
  };
  const pin = (): void => {
    view.scrollTop = view.scrollHeight;
    top = view.scrollTop;
  };
  const onScroll = (): void => {
    // A hidden view scrolls to its start; it is not the person who does that.
    if (view.clientHeight === 0) {
      return;
    }
    const left = view.scrollHeight - view.clientHeight - view.scrollTop;
    change(left <= nearEnd || (following && view.scrollTop >= top));
    top = view.scrollTop;
  };
  const observer = new ResizeObserver(() => {
    if (following) {
      pin();
    }
  });
  observer.observe(content);
  observer.observe(view);
  view.addEventListener("scroll", onScroll, { passive: true });

  return {
    get following() {
      return following;
    },
    goToEnd() {
      change(true);
      pin();
    },
    stay() {
      change(false);
    },
    dispose() {
      observer.disconnect();
      view.removeEventListener("scroll", onScroll);
    },
  };
}
