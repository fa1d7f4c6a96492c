import type { ServerQuestion } from "../../shared/server-question.ts";
import { SeenText } from "../components/log/approval/seen-text.tsx";
import { AskBox } from "../controls/ask-box.tsx";
import { Button } from "../controls/button.tsx";
import { post } from "../host-bridge.ts";
import { t } from "../strings.ts";
import { PageAddress } from "./page-address.tsx";
import type { QuestionProps } from "./server-question-prompt.tsx";
import { questionKeys, useQuestion } from "./use-question.ts";

/** A page that a server asks to open. The host opens it, outside of VS Code, once the person agrees. */
export function UrlQuestion({ question, count }: QuestionProps<Extract<ServerQuestion, { kind: "url" }>>) {
  const { box, answer } = useQuestion(question);
  const { url, message, opened, serverName } = question;
  const accept = (): void => answer({ action: "accept" });
  const decline = (): void => answer({ action: "decline" });
  const cancel = (): void => answer({ action: "cancel" });
  return (
    <AskBox
      icon="globe"
      tone="info"
      title={t(opened ? "url.waiting" : "url.title", { server: serverName })}
      count={count}
      text={<SeenText text={message} />}
      boxRef={box}
      onKeyDown={questionKeys({ d: decline, Escape: cancel })}
      foot={
        <div class="tw-actions">
          <Button kind="main" shortcut="⏎" {...(opened ? {} : { icon: "link-external" })} onClick={accept}>
            {t(opened ? "url.done" : "url.open")}
          </Button>
          <Button icon="copy" onClick={() => post({ type: "copy", text: url })}>
            {t("action.copy")}
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
      <PageAddress url={url} />
      <p class="tw-help tw-question-note">{t(opened ? "url.waitingNote" : "url.note")}</p>
    </AskBox>
  );
}
