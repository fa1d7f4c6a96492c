import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { PromptArgument } from "../../shared/panel-state.ts";
import { askHost } from "../host-requests.ts";
import { classes, Icon } from "../icon.tsx";
import { t } from "../strings.ts";

/** ms without a key before the server is asked what the value may be. */
const typingPause = 150;
/** Suggestions that are shown. */
const mostSuggestions = 20;

interface ArgumentFieldProps {
  argument: PromptArgument;
  value: string;
  missing: boolean;
  onInput: (value: string) => void;
  /** Whom to ask for suggestions. */
  completion: {
    serverName: string;
    of: "prompt" | "template";
    name: string;
    context: Record<string, string>;
  };
}

/** One argument with what the server proposes for it. */
export function ArgumentField({ argument, value, missing, onInput, completion }: ArgumentFieldProps) {
  const id = useId();
  const [suggestions, setSuggestions] = useState<readonly string[]>([]);
  const [active, setActive] = useState(-1);
  const [focused, setFocused] = useState(false);
  /** The value that was taken from the list needs no list. */
  const taken = useRef<string | undefined>(undefined);
  const open = focused && suggestions.length > 0;

  useEffect(() => {
    if (!focused || taken.current === value) {
      setSuggestions([]);
      return;
    }
    let stale = false;
    const timer = setTimeout(async () => {
      const reply = await askHost({ type: "complete_argument", ...completion, argument: argument.name, value });
      if (!stale) {
        // Suggestions are an offer: when the server cannot make any, the field works without.
        const values = reply.kind === "values" ? reply.values : [];
        setSuggestions(values.filter((item) => item !== value).slice(0, mostSuggestions));
        setActive(-1);
      }
    }, typingPause);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [value, focused]);

  const take = (suggestion: string): void => {
    taken.current = suggestion;
    setSuggestions([]);
    onInput(suggestion);
  };
  const hearKey = (event: KeyboardEvent): void => {
    if (!open || event.isComposing) {
      return;
    }
    const chosen = suggestions[active];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((Math.max(active, step > 0 ? -1 : 0) + step + suggestions.length) % suggestions.length);
    } else if ((event.key === "Enter" || event.key === "Tab") && chosen !== undefined) {
      event.preventDefault();
      take(chosen);
    } else if (event.key === "Escape") {
      event.preventDefault();
      setSuggestions([]);
    }
  };

  return (
    <div class="tw-field">
      <label for={id}>
        {argument.name} {argument.required && <span class="tw-req">{t("form.required")}</span>}
      </label>
      <input
        id={id}
        class="tw-input"
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? `${id}-list` : undefined}
        aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
        aria-required={argument.required}
        aria-invalid={missing}
        aria-describedby={`${id}-help`}
        autocomplete="off"
        spellcheck={false}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onKeyDown={hearKey}
      />
      {open && (
        <div
          class="tw-suggestions"
          role="listbox"
          id={`${id}-list`}
          aria-label={t("args.suggestions", { name: argument.name })}
        >
          {suggestions.map((suggestion, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys, it names the active option.
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
            <div
              key={suggestion}
              id={`${id}-${at}`}
              role="option"
              class={classes("tw-opt", at === active && "is-active")}
              aria-selected={at === active}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(suggestion)}
            >
              <span class="tw-clip">{suggestion}</span>
            </div>
          ))}
        </div>
      )}
      <div id={`${id}-help`}>
        {missing && (
          <div class="tw-field-error">
            <Icon name="error" class="is-small" />
            <span>{t("args.missing")}</span>
          </div>
        )}
        {argument.description !== undefined && <p class="tw-help">{argument.description}</p>}
      </div>
    </div>
  );
}
