import type { ComponentChildren, Ref } from "preact";
import { classes, Icon } from "../icon.tsx";
import { Kbd } from "./kbd.tsx";

interface ButtonProps {
  children: ComponentChildren;
  onClick: () => void;
  /** `main` is filled, and there is one of it at most in a question; `quiet` looks like a link. */
  kind?: "main" | "second" | "quiet";
  icon?: string;
  /** The key that does the same, as a key cap. */
  shortcut?: string;
  disabled?: boolean;
  class?: string;
  buttonRef?: Ref<HTMLButtonElement>;
}

/** A button with words. */
export function Button({
  children,
  onClick,
  kind = "second",
  icon,
  shortcut,
  disabled = false,
  class: more,
  buttonRef,
}: ButtonProps) {
  return (
    <button
      type="button"
      class={classes("tw-btn", kind !== "main" && `is-${kind}`, more)}
      disabled={disabled}
      aria-keyshortcuts={shortcut === undefined ? undefined : keyNames(shortcut)}
      onClick={onClick}
      ref={buttonRef ?? null}
    >
      {icon !== undefined && <Icon name={icon} />}
      <span>{children}</span>
      {shortcut !== undefined && <Kbd forEyesOnly>{shortcut}</Kbd>}
    </button>
  );
}

/** A key cap in the words of `aria-keyshortcuts`: read after the button's name, not as part of it. */
function keyNames(cap: string): string {
  return cap
    .replace("⌘⏎", "Meta+Enter")
    .replace("Ctrl+⏎", "Control+Enter")
    .replace("⏎", "Enter")
    .replace(/^Esc$/, "Escape");
}
