import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../../../strings.ts";

interface ReasonFieldProps {
  value: string;
  onInput: (reason: string) => void;
  onSubmit: () => void;
}

/** Where the person tells the model why a call does not run. */
export function ReasonField({ value, onInput, onSubmit }: ReasonFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // Before anything else can happen: a key pressed now must not go astray.
  useLayoutEffect(() => field.current?.focus(), []);
  const hearKey = (event: KeyboardEvent): void => {
    // The Enter that ends an input method's composition is not meant for the form; some engines give it key code 229.
    if (event.key === "Enter" && !event.isComposing && event.keyCode !== 229) {
      event.preventDefault();
      onSubmit();
    }
  };
  return (
    <div class="tw-field">
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
