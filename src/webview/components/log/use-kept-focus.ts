import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { focusComposer } from "../../composer/draft.ts";

/** What has a line of its own, to which the focus can go back. */
const withLine = ".tw-tool, .tw-group, .tw-reason, .tw-cut";

/**
 * Keeps the focus when what has it goes: a button whose call has ended, a body that closes by itself. It goes to the line
 * of the nearest thing around it that is still there, else to the composer. Watches only while the focus is in `root`.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const log = root.current;
    if (log === null) {
      return;
    }
    /** The element that had the focus last, and what it was in, innermost first. */
    let around: Element[] = [];
    const keep = (): void => {
      const [last] = around;
      if (last === undefined || last.isConnected) {
        return;
      }
      const rest = around.filter((element) => element.isConnected);
      watcher.disconnect();
      around = [];
      // Another part may have taken it already, and a part of VS Code outside of the panel keeps it.
      if (document.activeElement === document.body && document.hasFocus()) {
        giveTo(rest);
      }
    };
    const watcher = new MutationObserver(keep);
    const arrive = ({ target }: FocusEvent): void => {
      if (target instanceof Element && target !== log) {
        around = ancestors(target, log);
        watcher.observe(log, { childList: true, subtree: true });
      }
    };
    const leave = ({ relatedTarget }: FocusEvent): void => {
      // An element that is taken out loses the focus to nothing; then the watcher has the last word.
      if (relatedTarget instanceof Element) {
        watcher.disconnect();
        around = [];
      }
    };
    log.addEventListener("focusin", arrive);
    log.addEventListener("focusout", leave);
    return () => {
      watcher.disconnect();
      log.removeEventListener("focusin", arrive);
      log.removeEventListener("focusout", leave);
    };
  }, [root]);
}

function ancestors(element: Element, root: Element): Element[] {
  const found: Element[] = [];
  for (let at: Element | null = element; at !== null && at !== root; at = at.parentElement) {
    found.push(at);
  }
  return found;
}

function giveTo(elements: readonly Element[]): void {
  const owner = elements.find((element) => element.matches(withLine));
  const line = owner?.querySelector<HTMLElement>(".tw-line-btn");
  if (line) {
    line.focus({ preventScroll: true });
  } else {
    // What took it away may know a better place, once it is drawn.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) {
        focusComposer();
      }
    });
  }
}
