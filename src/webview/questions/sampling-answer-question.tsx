import type { SamplingAnswer, ServerQuestion } from "../../shared/server-question.ts";
import { AskBox } from "../controls/ask-box.tsx";
import { Button } from "../controls/button.tsx";
import { t } from "../strings.ts";
import { EditableText } from "./editable-text.tsx";
import type { QuestionProps } from "./server-question-prompt.tsx";
import { questionKeys, useQuestion } from "./use-question.ts";

/** The model's answer, before the server gets it. */
export function SamplingAnswerQuestion({
  question,
  count,
}: QuestionProps<Extract<ServerQuestion, { kind: "sampling_answer" }>>) {
  const { box, answer } = useQuestion(question);
  const deny = (): void => answer({ action: "decline" });
  return (
    <AskBox
      icon="sparkle"
      tone="info"
      title={t("sampling.answerTitle", { server: question.serverName })}
      count={count}
      text={t("sampling.answerNote")}
      boxRef={box}
      onKeyDown={questionKeys({ d: deny, Escape: () => answer({ action: "cancel" }) })}
      foot={
        <div class="tw-actions">
          <Button kind="main" shortcut="⏎" onClick={() => answer({ action: "accept" })}>
            {t("form.send")}
          </Button>
          <Button shortcut="D" onClick={deny}>
            {t("ask.deny")}
          </Button>
        </div>
      }
    >
      <EditableText label={question.answer.model} text={textOf(question.answer)} />
    </AskBox>
  );
}

function textOf({ content }: SamplingAnswer): string {
  return content
    .map((block) =>
      block.type === "text"
        ? block.text
        : block.type === "tool_use"
          ? `${t("sampling.toolCall", { name: block.name })}\n${JSON.stringify(block.input, null, 2)}`
          : block.type,
    )
    .join("\n\n");
}
