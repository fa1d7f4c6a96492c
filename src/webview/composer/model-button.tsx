import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../icon.tsx";
import { modeLabel, selectedModel } from "../models.ts";
import { t } from "../strings.ts";
import { modelPickerOpen } from "./model-picker-state.ts";

/** Names the chosen model and opens the picker. Its mode is named too when the model has no tools of its own. */
export function ModelButton() {
  const button = useRef<HTMLButtonElement>(null);
  const model = selectedModel.value;
  const name = model?.label ?? t("models.none");
  const mode =
    model === undefined || model.toolMode === "native" || model.toolMode === "auto" ? "" : modeLabel(model.toolMode);
  const open = modelPickerOpen.value;
  const wasOpen = useRef(open);
  useEffect(() => {
    // Whoever closes the picker from within it gets the focus back where it came from.
    if (wasOpen.current && !open && document.activeElement === document.body) {
      button.current?.focus();
    }
    wasOpen.current = open;
  }, [open]);
  return (
    <button
      type="button"
      class="tw-pick"
      aria-haspopup="listbox"
      aria-expanded={open}
      aria-label={t("composer.model", { name: mode === "" ? name : `${name} ${mode}` })}
      title={name}
      onClick={() => {
        modelPickerOpen.value = !open;
      }}
      ref={button}
    >
      <span class="tw-clip">
        {name}
        {mode !== "" && <span class="tw-quiet"> {mode}</span>}
      </span>
      <Icon name="chevron-down" />
    </button>
  );
}
