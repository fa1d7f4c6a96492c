import { useId } from "preact/hooks";
import { type FormField, looksSecret } from "../../shared/form-field.ts";
import { classes, Icon } from "../icon.tsx";
import { t } from "../strings.ts";
import type { ShownValue } from "./form-values.ts";

interface FormFieldInputProps {
  field: FormField;
  value: ShownValue | undefined;
  problem: string | undefined;
  onChange: (value: ShownValue) => void;
}

/** One field of a form with its name, its help and what is wrong with it. */
export function FormFieldInput({ field, value, problem, onChange }: FormFieldInputProps) {
  const id = useId();
  const help = (
    <div id={`${id}-help`}>
      {problem !== undefined && (
        <div class="tw-field-error">
          <Icon name="error" class="is-small" />
          <span>{problem}</span>
        </div>
      )}
      {field.description !== undefined && <p class="tw-help">{field.description}</p>}
      {looksSecret(field) && (
        <div class="tw-help tw-field-warning">
          <Icon name="warning" tone="warn" class="is-small" />
          <span>{t("form.secret")}</span>
        </div>
      )}
    </div>
  );
  const described = {
    "aria-describedby": `${id}-help`,
    "aria-invalid": problem !== undefined,
    "data-field": field.name,
  } as const;
  const name = (
    <>
      {field.title} {field.required && <span class="tw-req">{t("form.required")}</span>}
    </>
  );
  if (field.kind === "flag") {
    return (
      <div class="tw-field is-full">
        <label class="tw-choice">
          <input
            type="checkbox"
            class="tw-check"
            checked={value === true}
            onChange={(event) => onChange(event.currentTarget.checked)}
            {...described}
          />
          <span>{name}</span>
        </label>
        {help}
      </div>
    );
  }
  if (field.kind === "choices") {
    const chosen = Array.isArray(value) ? value : [];
    return (
      <fieldset class="tw-field is-full" aria-describedby={`${id}-help`}>
        <legend class="tw-label">{name}</legend>
        {field.options.map((option, at) => (
          <label class="tw-choice" key={option.value}>
            <input
              type="checkbox"
              class="tw-check"
              checked={chosen.includes(option.value)}
              onChange={(event) =>
                onChange(
                  event.currentTarget.checked
                    ? [...chosen, option.value]
                    : chosen.filter((item) => item !== option.value),
                )
              }
              data-field={at === 0 ? field.name : undefined}
            />
            <span>{option.title}</span>
          </label>
        ))}
        {help}
      </fieldset>
    );
  }
  const text = typeof value === "string" ? value : "";
  return (
    <div class={classes("tw-field", field.kind === "text" && field.format === undefined && "is-full")}>
      <label for={id}>{name}</label>
      {field.kind === "choice" ? (
        <span class="tw-select-wrap is-wide">
          <select
            id={id}
            class="tw-input tw-select"
            aria-required={field.required}
            value={text}
            onChange={(event) => onChange(event.currentTarget.value)}
            {...described}
          >
            {(!field.required || text === "") && <option value="">{t("form.noChoice")}</option>}
            {field.options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.title}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </span>
      ) : (
        <input
          id={id}
          class="tw-input"
          type="text"
          placeholder={placeholderOf(field)}
          inputMode={inputModeOf(field)}
          aria-required={field.required}
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => onChange(event.currentTarget.value)}
          {...described}
        />
      )}
      {help}
    </div>
  );
}

function inputModeOf(field: FormField): "numeric" | "decimal" | "email" | "url" | undefined {
  if (field.kind === "number") {
    return field.integer ? "numeric" : "decimal";
  }
  return field.kind !== "text"
    ? undefined
    : field.format === "email"
      ? "email"
      : field.format === "uri"
        ? "url"
        : undefined;
}

/** Shows the form of a value; no words, so the same in every language. */
function placeholderOf(field: FormField): string | undefined {
  const { format } = field.kind === "text" ? field : {};
  switch (format) {
    case "email":
      return "name@example.com";
    case "uri":
      return "https://example.com";
    case "date":
      return "2026-01-31";
    case "date-time":
      return "2026-01-31T09:00:00Z";
    case undefined:
      return undefined;
  }
}
