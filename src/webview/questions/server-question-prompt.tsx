import type { ComponentChildren } from "preact";
import { assertNever } from "../../shared/assert-never.ts";
import type { ServerQuestion } from "../../shared/server-question.ts";
import { panel } from "../store.ts";
import { t } from "../strings.ts";
import { FormQuestion } from "./form-question.tsx";
import { SamplingAnswerQuestion } from "./sampling-answer-question.tsx";
import { SamplingQuestion } from "./sampling-question.tsx";
import { SamplingRunning } from "./sampling-running.tsx";
import { UrlQuestion } from "./url-question.tsx";

export interface QuestionProps<Question extends ServerQuestion> {
  question: Question;
  /** How many wait. */
  count: ComponentChildren;
}

/** What servers ask, one question at a time, the oldest first. */
export function ServerQuestionPrompt() {
  const { questions = [] } = panel.value;
  const [question] = questions;
  if (question === undefined) {
    return null;
  }
  const count =
    questions.length > 1 ? (
      <span class="tw-ask-count tw-num">{t("question.count", { a: 1, n: questions.length })}</span>
    ) : undefined;
  return <div class="tw-questions">{view(question, count)}</div>;
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
