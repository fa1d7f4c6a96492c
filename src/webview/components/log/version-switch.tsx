import { IconButton } from "../../controls/icon-button.tsx";
import { t } from "../../strings.ts";

interface VersionSwitchProps {
  /** In the order of their creation. */
  ids: readonly string[];
  selectedId: string;
  disabled: boolean;
  onSelect: (id: string) => void;
}

/** Goes through the versions of a message; nothing while there is only one. */
export function VersionSwitch({ ids, selectedId, disabled, onSelect }: VersionSwitchProps) {
  if (ids.length < 2) {
    return null;
  }
  const at = ids.indexOf(selectedId);
  const go = (index: number): void => {
    const id = ids[index];
    if (id !== undefined) {
      onSelect(id);
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset lays its children out in its own way.
    <span class="tw-versions" role="group" aria-label={t("message.version", { n: at + 1, all: ids.length })}>
      <IconButton
        icon="chevron-left"
        label={t("action.previous")}
        disabled={disabled || at <= 0}
        onClick={() => go(at - 1)}
      />
      <span>{`${at + 1}/${ids.length}`}</span>
      <IconButton
        icon="chevron-right"
        label={t("action.next")}
        disabled={disabled || at >= ids.length - 1}
        onClick={() => go(at + 1)}
      />
    </span>
  );
}
