import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { QuestionAnswer, ServerQuestion } from "../../shared/server-question.ts";
import { mayTakeFocus, useAwake } from "../components/log/approval/question-focus.ts";
import { focusComposer } from "../composer/draft.ts";
import { post } from "../host-bridge.ts";
import { announce } from "../live-region.tsx";
import { t } from "../strings.ts";

interface QuestionHandle {
  box: RefObject<HTMLElement | null>;
  /** Answers, when the question has been there long enough for the answer to be meant. */
  answer(answer: QuestionAnswer): void;
}

/** What an element that takes keys of its own looks like. */
const fields = "input, textarea, select";

const answeredIds = new Set<string>();

/** Whether the person answered here; a question may also end because nobody waits for its answer any more. */
export function wasAnswered(id: string): boolean {
  return answeredIds.has(id);
}

/** Focus, announcement and answers of a question of a server. F6 leads to it from anywhere. */
export function useQuestion(question: ServerQuestion): QuestionHandle {
  const box = useRef<HTMLElement>(null);
  const whenAwake = useAwake(question.id);
  const focusFirst = (): void => {
    (
      box.current?.querySelector<HTMLElement>("[data-field]") ??
      box.current?.querySelector<HTMLElement>("button.tw-btn")
    )?.focus();
  };
  useLayoutEffect(() => {
    if (mayTakeFocus()) {
      focusFirst();
    } else {
      announce(t("question.waiting", { server: question.serverName }));
    }
  }, [question.id]);
  useEffect(() => {
    const hearKey = (event: KeyboardEvent): void => {
      if (event.key === "F6" && box.current?.contains(document.activeElement) === false) {
        event.preventDefault();
        focusFirst();
      }
    };
    document.addEventListener("keydown", hearKey);
    return () => document.removeEventListener("keydown", hearKey);
  }, []);
  return {
    box,
    answer: (answer) =>
      whenAwake(() => {
        const hadFocus = box.current?.contains(document.activeElement) ?? false;
        answeredIds.add(question.id);
        post({ type: "answer_question", id: question.id, answer });
        if (hadFocus) {
          focusComposer();
        }
      }),
  };
}

/** Runs what a key stands for in a question; single letters count only outside of fields. */
export function questionKeys(actions: Readonly<Record<string, () => void>>): (event: KeyboardEvent) => void {
  return (event) => {
    const inField = event.target instanceof Element && event.target.matches(fields);
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const isText = name.length === 1;
    const onButton = event.target instanceof HTMLButtonElement && name === "Enter";
    if (
      event.defaultPrevented ||
      event.isComposing ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      (isText && inField) ||
      onButton ||
      (name === "Enter" && event.target instanceof HTMLTextAreaElement)
    ) {
      return;
    }
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (action !== undefined) {
      event.preventDefault();
      action();
    }
  };
}
