import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { assertNever } from "../../shared/assert-never.ts";
import type { ServerQuestion } from "../../shared/server-question.ts";
import { composerProblem } from "../composer/attachments.ts";
import { announce } from "../live-region.tsx";
import { panel } from "../store.ts";
import { t } from "../strings.ts";
import { FormQuestion } from "./form-question.tsx";
import { SamplingAnswerQuestion } from "./sampling-answer-question.tsx";
import { SamplingQuestion } from "./sampling-question.tsx";
import { SamplingRunning } from "./sampling-running.tsx";
import { UrlQuestion } from "./url-question.tsx";
import { wasAnswered } from "./use-question.ts";

export interface QuestionProps<Question extends ServerQuestion> {
  question: Question;
  /** How many wait. */
  count: ComponentChildren;
}

/** What servers ask, one question at a time, the oldest first. */
export function ServerQuestionPrompt() {
  const { questions = [] } = panel.value;
  const [question] = questions;
  const last = useRef(question);
  useEffect(() => {
    const before = last.current;
    last.current = question;
    if (before !== undefined && before.id !== question?.id) {
      tellWithdrawn(before);
    }
  }, [question?.id]);
  if (question === undefined) {
    return null;
  }
  const count =
    questions.length > 1 ? (
      <span class="tw-ask-count tw-num">{t("question.count", { a: 1, n: questions.length })}</span>
    ) : undefined;
  return <div class="tw-questions">{view(question, count)}</div>;
}

/** A form that goes while it is being filled in must not go without a word. */
function tellWithdrawn(question: ServerQuestion): void {
  const endsByItself = question.kind === "sampling_running" || (question.kind === "url" && question.opened);
  if (!endsByItself && !wasAnswered(question.id)) {
    const message = t("question.withdrawn", { server: question.serverName });
    composerProblem.value = { message };
    announce(message);
  }
}

function view(question: ServerQuestion, count: ComponentChildren) {
  switch (question.kind) {
    case "form":
      return <FormQuestion key={question.id} question={question} count={count} />;
    case "url":
      return <UrlQuestion key={question.id} question={question} count={count} />;
    case "sampling":
      return <SamplingQuestion key={question.id} question={question} count={count} />;
    case "sampling_running":
      return <SamplingRunning key={question.id} question={question} />;
    case "sampling_answer":
      return <SamplingAnswerQuestion key={question.id} question={question} count={count} />;
    default:
      return assertNever(question);
  }
}
