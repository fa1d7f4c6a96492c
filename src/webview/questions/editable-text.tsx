import { useId, useState } from "preact/hooks";
import { SeenText } from "../components/log/approval/seen-text.tsx";
import { IconButton } from "../controls/icon-button.tsx";
import { colon, t } from "../strings.ts";

interface EditableTextProps {
  label: string;
  text: string;
  /** Absent: it can only be read. */
  onChange?: (text: string) => void;
}

/** A text that somebody else wrote, whole; it is changed only after a press on its button. */
export function EditableText({ label, text, onChange }: EditableTextProps) {
  const id = useId();
  const [editing, setEditing] = useState(false);
  return (
    <div>
      <div class="tw-part-head">
        <h4 id={id}>{label}</h4>
        <span class="tw-grow" />
        {onChange !== undefined && !editing && (
          <IconButton icon="edit" label={`${t("action.edit")}${colon()}${label}`} onClick={() => setEditing(true)} />
        )}
      </div>
      {editing ? (
        <textarea
          class="tw-input tw-question-text"
          aria-labelledby={id}
          value={text}
          onInput={(event) => onChange?.(event.currentTarget.value)}
          ref={focusOnce}
        />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reached with the keyboard.
        <section class="tw-code tw-question-text" tabIndex={0} aria-labelledby={id}>
          <pre class="tw-pre is-wrap">
            <SeenText text={text} />
          </pre>
        </section>
      )}
    </div>
  );
}

/** A field that appears takes the focus. */
function focusOnce(field: HTMLTextAreaElement | null): void {
  field?.focus();
}
