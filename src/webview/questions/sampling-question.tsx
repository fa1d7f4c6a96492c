import { useState } from "preact/hooks";
import type { Sampling, SamplingContent, ServerQuestion } from "../../shared/server-question.ts";
import { AskBox } from "../controls/ask-box.tsx";
import { Button } from "../controls/button.tsx";
import { Facts } from "../controls/facts.tsx";
import { formatNumber, formatTokens } from "../format.ts";
import { t } from "../strings.ts";
import { EditableText } from "./editable-text.tsx";
import type { QuestionProps } from "./server-question-prompt.tsx";
import { questionKeys, useQuestion } from "./use-question.ts";

/** Characters of a token, roughly. */
const charactersPerToken = 4;

/** A server wants an answer of the person's model: all that it would send can be read and changed. */
export function SamplingQuestion({ question, count }: QuestionProps<Extract<ServerQuestion, { kind: "sampling" }>>) {
  const { box, answer } = useQuestion(question);
  const { request, modelLabel, serverName } = question;
  const [review, setReview] = useState(true);
  const [system, setSystem] = useState(request.systemPrompt ?? "");
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const allow = (forSession: boolean): void =>
    answer({
      action: "accept_sampling",
      forSession,
      review,
      ...(system === (request.systemPrompt ?? "") ? {} : { systemPrompt: system }),
      ...(Object.keys(texts).length === 0 ? {} : { texts: Object.entries(texts).map(editOf) }),
    });
  const deny = (): void => answer({ action: "decline" });
  return (
    <AskBox
      icon="sparkle"
      tone="info"
      title={t("sampling.title", { server: serverName })}
      count={count}
      text={t("sampling.note")}
      boxRef={box}
      onKeyDown={questionKeys({
        s: () => allow(true),
        d: deny,
        Escape: () => answer({ action: "cancel" }),
      })}
      foot={
        <div class="tw-actions">
          <Button kind="main" shortcut="⏎" onClick={() => allow(false)}>
            {t("ask.once")}
          </Button>
          <Button shortcut="S" onClick={() => allow(true)}>
            {t("ask.session")}
          </Button>
          <Button shortcut="D" onClick={deny}>
            {t("ask.deny")}
          </Button>
        </div>
      }
    >
      <div class="tw-form">
        {request.systemPrompt !== undefined && (
          <EditableText label={t("sampling.system")} text={system} onChange={setSystem} />
        )}
        {request.messages.flatMap((message, messageAt) =>
          message.content.map((block, contentAt) => {
            const key = `${messageAt}.${contentAt}`;
            const label = t(message.role === "user" ? "sampling.message" : "sampling.ofModel");
            return block.type === "text" ? (
              <EditableText
                key={key}
                label={label}
                text={texts[key] ?? block.text}
                onChange={(text) => setTexts({ ...texts, [key]: text })}
              />
            ) : (
              <EditableText key={key} label={label} text={describe(block)} />
            );
          }),
        )}
        <Facts
          facts={[
            { name: t("sampling.model"), value: modelText(modelLabel, request.hints) },
            {
              name: t("sampling.limit"),
              value: t("sampling.limitText", {
                n: formatNumber(request.maxTokens),
                m: formatTokens(Math.ceil(lengthOf(request) / charactersPerToken)),
              }),
            },
            ...(request.tools.length === 0
              ? []
              : [{ name: t("sampling.tools"), value: request.tools.map(({ name }) => name).join(", ") }]),
          ]}
        />
        <label class="tw-choice">
          <input
            type="checkbox"
            class="tw-check"
            checked={review}
            onChange={(event) => setReview(event.currentTarget.checked)}
          />
          <span>{t("sampling.review")}</span>
        </label>
      </div>
    </AskBox>
  );
}

function editOf([key, text]: [string, string]): { message: number; content: number; text: string } {
  const [message = 0, content = 0] = key.split(".").map(Number);
  return { message, content, text };
}

function modelText(label: string, hints: readonly string[]) {
  return hints.length === 0 ? (
    label
  ) : (
    <>
      {label} <span class="tw-quiet">{t("sampling.wished", { names: hints.join(", ") })}</span>
    </>
  );
}

/** What is no text, so that nothing is sent unseen. */
function describe(block: Exclude<SamplingContent, { type: "text" }>): string {
  switch (block.type) {
    case "image":
    case "audio":
      return `${block.mimeType}, ${formatNumber(Math.round((block.data.length * 3) / 4))} B`;
    case "tool_use":
      return `${t("sampling.toolCall", { name: block.name })}\n${JSON.stringify(block.input, null, 2)}`;
    case "tool_result":
      return block.content.map((item) => (item.type === "text" ? item.text : item.type)).join("\n");
  }
}

function lengthOf({ systemPrompt = "", messages }: Sampling): number {
  return messages
    .flatMap(({ content }) => content)
    .reduce((sum, block) => sum + (block.type === "text" ? block.text.length : 0), systemPrompt.length);
}
