import { useLayoutEffect, useRef } from "preact/hooks";
import { IconButton } from "../../controls/icon-button.tsx";
import { t } from "../../strings.ts";

/** The switch whose button was pressed last, by its first version: it is made anew with what it chooses, and keeps the focus. */
let pressed: { first: string | undefined; step: -1 | 1 } | undefined;

interface VersionSwitchProps {
  /** In the order of their creation. */
  ids: readonly string[];
  selectedId: string;
  disabled: boolean;
  onSelect: (id: string) => void;
}

/** Goes through the versions of a message; nothing while there is only one. */
export function VersionSwitch({ ids, selectedId, disabled, onSelect }: VersionSwitchProps) {
  const group = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (pressed !== undefined && pressed.first === ids[0]) {
      const [back, forth] = group.current?.querySelectorAll("button") ?? [];
      const [same, other] = pressed.step < 0 ? [back, forth] : [forth, back];
      (same?.disabled ? other : same)?.focus({ preventScroll: true });
      pressed = undefined;
    }
  }, [selectedId]);
  if (ids.length < 2) {
    return null;
  }
  const at = ids.indexOf(selectedId);
  const go = (step: -1 | 1): void => {
    const id = ids[at + step];
    if (id !== undefined) {
      pressed = { first: ids[0], step };
      onSelect(id);
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset lays its children out in its own way.
    <span
      class="tw-versions"
      role="group"
      aria-label={t("message.version", { n: at + 1, all: ids.length })}
      ref={group}
    >
      <IconButton
        icon="chevron-left"
        label={t("action.previous")}
        disabled={disabled || at <= 0}
        onClick={() => go(-1)}
      />
      <span>{`${at + 1}/${ids.length}`}</span>
      <IconButton
        icon="chevron-right"
        label={t("action.next")}
        disabled={disabled || at >= ids.length - 1}
        onClick={() => go(1)}
      />
    </span>
  );
}
