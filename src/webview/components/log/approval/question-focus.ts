import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { composerIsEmpty } from "../../../composer/draft.ts";
import { announce } from "../../../live-region.tsx";
import { t } from "../../../strings.ts";
import { showInLog } from "../log-end.ts";
import { toolTitle } from "./tool-title.ts";
import type { WaitingCall } from "./waiting-calls.ts";

/** So long after a question appears it hears no key and no click, which may have been meant for something else, ms. */
const deafTime = 500;

/** Runs an answer only when the question, in the form that it has now, has been there long enough to be meant. */
export function useAwake(form: string): (answer: () => void) => void {
  const awake = useRef(false);
  useLayoutEffect(() => {
    awake.current = false;
    const timer = setTimeout(() => {
      awake.current = true;
    }, deafTime);
    return () => clearTimeout(timer);
  }, [form]);
  return (answer) => {
    if (awake.current) {
      answer();
    }
  };
}

/**
 * Focuses a question's proposed answer when the question takes the place of one that had the focus, or when nobody is
 * writing; otherwise it is announced, and F6 leads to it. `hadFocus` hands the focus on to the next question.
 */
export function useQuestionFocus(
  call: WaitingCall,
  box: RefObject<HTMLElement | null>,
  answer: RefObject<HTMLButtonElement | null>,
  hadFocus: { current: boolean },
): void {
  useLayoutEffect(() => {
    if (hadFocus.current || mayTakeFocus()) {
      answer.current?.focus({ preventScroll: true });
      showInLog(box.current);
    } else {
      announce(announcement(call));
    }
    hadFocus.current = false;
    return () => {
      hadFocus.current = box.current?.contains(document.activeElement) ?? false;
    };
  }, []);
  useEffect(() => {
    const hearKey = (event: KeyboardEvent): void => {
      if (event.key === "F6" && box.current?.contains(document.activeElement) === false) {
        event.preventDefault();
        answer.current?.focus();
      }
    };
    document.addEventListener("keydown", hearKey);
    return () => document.removeEventListener("keydown", hearKey);
  }, []);
}

/** Never takes the focus from another part of VS Code, nor from a text that is being written. */
export function mayTakeFocus(): boolean {
  const { activeElement } = document;
  const isWriting =
    (activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement) &&
    activeElement.value !== "";
  return document.hasFocus() && composerIsEmpty.peek() && !isWriting;
}

function announcement({ block }: WaitingCall): string {
  const tool = toolTitle(block);
  return block.serverName === undefined
    ? t("ask.waitingBuiltIn", { tool })
    : t("ask.waiting", { tool, server: block.serverName });
}
