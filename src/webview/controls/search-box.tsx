import type { Ref } from "preact";
import { Icon } from "../icon.tsx";

interface SearchBoxProps {
  /** What it searches: placeholder and name. */
  label: string;
  value: string;
  onInput: (value: string) => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** The field that filters a page. */
export function SearchBox({ label, value, onInput, inputRef }: SearchBoxProps) {
  return (
    <div class="tw-search">
      <Icon name="search" />
      <input
        class="tw-input"
        type="text"
        spellcheck={false}
        placeholder={label}
        aria-label={label}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
        ref={inputRef ?? null}
      />
    </div>
  );
}
