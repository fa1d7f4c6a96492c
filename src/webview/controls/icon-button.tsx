import type { Ref } from "preact";
import { classes, Icon } from "../icon.tsx";

interface IconButtonProps {
  icon: string;
  /** What it does: its name for screen readers and its tooltip. */
  label: string;
  onClick: () => void;
  primary?: boolean;
  disabled?: boolean;
  /** For a button that stays down. */
  pressed?: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
}

/** A button with nothing but an icon. */
export function IconButton({
  icon,
  label,
  onClick,
  primary = false,
  disabled = false,
  pressed,
  buttonRef,
}: IconButtonProps) {
  return (
    <button
      type="button"
      class={classes("tw-icon", primary && "is-primary")}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
      ref={buttonRef ?? null}
    >
      <Icon name={icon} />
    </button>
  );
}
