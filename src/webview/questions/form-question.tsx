import { useState } from "preact/hooks";
import type { ServerQuestion } from "../../shared/server-question.ts";
import { SeenText } from "../components/log/approval/seen-text.tsx";
import { AskBox } from "../controls/ask-box.tsx";
import { Button } from "../controls/button.tsx";
import { announce } from "../live-region.tsx";
import { t } from "../strings.ts";
import { FormFieldInput } from "./form-field-input.tsx";
import { answersOf, presetValues, problemText } from "./form-values.ts";
import type { QuestionProps } from "./server-question-prompt.tsx";
import { questionKeys, useQuestion } from "./use-question.ts";

/** A form that a server asks to fill in. */
export function FormQuestion({ question, count }: QuestionProps<Extract<ServerQuestion, { kind: "form" }>>) {
  const { box, answer } = useQuestion(question);
  const [values, setValues] = useState(() => presetValues(question.fields));
  const [tried, setTried] = useState(false);
  const problems = question.fields.map((field) => problemText(field, values[field.name]));
  const send = (): void => {
    const wrong = problems.filter((problem) => problem !== undefined).length;
    if (wrong === 0) {
      answer({ action: "accept", content: answersOf(question.fields, values) });
      return;
    }
    setTried(true);
    announce(t("form.wrong", { n: wrong }));
    const first = question.fields[problems.findIndex((problem) => problem !== undefined)];
    const inputs = box.current?.querySelectorAll<HTMLElement>("[data-field]") ?? [];
    [...inputs].find((input) => input.dataset.field === first?.name)?.focus();
  };
  const decline = (): void => answer({ action: "decline" });
  const cancel = (): void => answer({ action: "cancel" });
  return (
    <AskBox
      icon="question"
      tone="info"
      title={t("form.title", { server: question.serverName })}
      count={count}
      text={<SeenText text={question.message} />}
      boxRef={box}
      onKeyDown={questionKeys({ Enter: send, d: decline, Escape: cancel })}
      foot={
        <div class="tw-actions">
          <Button kind="main" shortcut="⏎" onClick={send}>
            {t("form.send")}
          </Button>
          <Button shortcut="D" onClick={decline}>
            {t("form.decline")}
          </Button>
          <Button shortcut="Esc" onClick={cancel}>
            {t("action.cancel")}
          </Button>
        </div>
      }
    >
      <div class="tw-form is-two">
        {question.fields.map((field, at) => (
          <FormFieldInput
            key={field.name}
            field={field}
            value={values[field.name]}
            problem={tried ? problems[at] : undefined}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
      </div>
      <p class="tw-help tw-question-note">{t("form.note")}</p>
    </AskBox>
  );
}
