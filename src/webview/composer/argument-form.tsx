import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PromptArgument } from "../../shared/panel-state.ts";
import { expandTemplate, templateVariables } from "../../shared/uri-template.ts";
import { Button } from "../controls/button.tsx";
import { t } from "../strings.ts";
import { ArgumentField } from "./argument-field.tsx";
import { itemLabel } from "./composer-menu-items.ts";
import { argumentTarget, attachResource, insertPrompt } from "./composer-menu-state.ts";
import { focusComposer } from "./draft.ts";

type Target = NonNullable<typeof argumentTarget.value>;

/** Asks for the arguments of a prompt or of a resource template, in the place of the menu. */
export function ArgumentForm({ target }: { target: Target }) {
  const title = useId();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [tried, setTried] = useState(false);
  const args = argumentsOf(target);
  const { description } = target.kind === "prompt" ? target.prompt : target.template;
  useLayoutEffect(() => {
    form.current?.querySelector("input")?.focus();
  }, [target]);
  const submit = (): void => {
    const missing = args.find(({ name, required }) => required && (values[name] ?? "") === "");
    if (missing !== undefined) {
      setTried(true);
      const inputs = form.current?.querySelectorAll("input") ?? [];
      inputs[args.indexOf(missing)]?.focus();
      return;
    }
    argumentTarget.value = undefined;
    take(target, values);
  };
  return (
    <form
      class="tw-pop is-floating tw-argument-form"
      aria-labelledby={title}
      noValidate
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) {
          event.preventDefault();
          cancel();
        } else if (event.key === "Enter" && event.target instanceof HTMLInputElement && !event.defaultPrevented) {
          // A form without a submit button does not hear it by itself.
          event.preventDefault();
          if (!event.isComposing) {
            submit();
          }
        }
      }}
    >
      <div class="tw-pop-label" id={title}>
        <span>{itemLabel(target)}</span>
        <span>{target.serverName}</span>
      </div>
      {description !== undefined && <p class="tw-help tw-argument-note">{description}</p>}
      <div class="tw-form tw-argument-list">
        {args.map((argument) => (
          <ArgumentField
            key={argument.name}
            argument={argument}
            value={values[argument.name] ?? ""}
            missing={tried && argument.required && (values[argument.name] ?? "") === ""}
            onInput={(value) => setValues({ ...values, [argument.name]: value })}
            completion={{
              serverName: target.serverName,
              of: target.kind,
              name: target.kind === "prompt" ? target.prompt.name : target.template.uriTemplate,
              context: known(values, argument.name),
            }}
          />
        ))}
      </div>
      <div class="tw-actions tw-argument-foot">
        <Button kind="main" shortcut="⏎" onClick={submit}>
          {t(target.kind === "prompt" ? "args.insert" : "at.attach")}
        </Button>
        <Button shortcut="Esc" onClick={cancel}>
          {t("action.cancel")}
        </Button>
      </div>
    </form>
  );
}

function argumentsOf(target: Target): PromptArgument[] {
  return target.kind === "prompt"
    ? target.prompt.arguments
    : templateVariables(target.template.uriTemplate).map((name) => ({ name, required: true }));
}

function take(target: Target, values: Readonly<Record<string, string>>): void {
  const given = known(values);
  if (target.kind === "prompt") {
    void insertPrompt(target.serverName, target.prompt.name, given);
    focusComposer();
    return;
  }
  const { uriTemplate, name, mimeType } = target.template;
  const uri = expandTemplate(uriTemplate, given);
  attachResource(target.serverName, uri, `${name} (${Object.values(given).join(", ")})`, mimeType);
  focusComposer();
}

function cancel(): void {
  argumentTarget.value = undefined;
  focusComposer();
}

/** The arguments that have a value. */
function known(values: Readonly<Record<string, string>>, without?: string): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== "" && name !== without));
}
