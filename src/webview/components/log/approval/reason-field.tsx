import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../../../strings.ts";

interface ReasonFieldProps {
  value: string;
  onInput: (reason: string) => void;
  onSubmit: () => void;
  onBack: () => void;
}

/** Where the person tells the model why a call does not run. */
export function ReasonField({ value, onInput, onSubmit, onBack }: ReasonFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const hearKey = (event: KeyboardEvent): void => {
    if (event.isComposing || event.keyCode === 229) {
      return;
    }
    if (event.key === "Enter") {
      event.preventDefault();
      onSubmit();
    } else if (event.key === "Escape") {
      event.preventDefault();
      onBack();
    }
  };
  return (
    <div class="tw-field is-spaced">
      <label for={id}>{t("ask.reasonLabel")}</label>
      <input
        id={id}
        class="tw-input"
        type="text"
        placeholder={t("ask.reasonPlaceholder")}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
        onKeyDown={hearKey}
        ref={field}
      />
    </div>
  );
}
