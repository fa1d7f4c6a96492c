import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../controls/button.tsx";
import { t } from "../../strings.ts";

interface MessageEditorProps {
  text: string;
  /** There is something to send without text. */
  canBeEmpty: boolean;
  onSend: (text: string) => void;
  onCancel: () => void;
}

/** Changes a sent message: Enter sends it again, Shift+Enter breaks the line, Esc leaves it as it was. */
export function MessageEditor({ text: sent, canBeEmpty, onSend, onCancel }: MessageEditorProps) {
  const [text, setText] = useState(sent);
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(sent.length, sent.length);
  }, [sent]);
  const edited = text.trimEnd();
  const canSend = edited !== "" || canBeEmpty;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) {
      return;
    }
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (canSend) {
        onSend(edited);
      }
    } else if (event.key === "Escape") {
      event.preventDefault();
      onCancel();
    }
  };
  return (
    <div class="tw-user-edit">
      <textarea
        class="tw-input tw-user-field"
        rows={1}
        aria-label={t("action.editResend")}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        ref={field}
      />
      <div class="tw-actions">
        <Button kind="main" disabled={!canSend} onClick={() => onSend(edited)}>
          {t("composer.send")}
        </Button>
        <Button onClick={onCancel}>{t("action.cancel")}</Button>
      </div>
    </div>
  );
}
