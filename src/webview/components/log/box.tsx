import type { ComponentChildren } from "preact";
import { Icon, type Tone } from "../../icon.tsx";

interface BoxProps {
  icon: string;
  tone: Tone;
  /** What happened, as text, for screen readers. */
  label: string;
  title?: ComponentChildren;
  text?: ComponentChildren;
  /** What can be done: buttons, the quiet ones last. */
  actions?: ComponentChildren;
  /** What opens below the text. */
  children?: ComponentChildren;
  /** Esc was pressed in the box. */
  onEscape?: () => void;
}

/** What happened, what it means, what to do. */
export function Box({ icon, tone, label, title = label, text, actions, children, onEscape }: BoxProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && onEscape !== undefined) {
      event.preventDefault();
      onEscape();
    }
  };
  return (
    <section class="tw-box" aria-label={label} onKeyDown={onKeyDown}>
      <div class="tw-box-head">
        <Icon name={icon} tone={tone} />
        <h3 class="tw-box-title">{title}</h3>
      </div>
      {text !== undefined && text !== "" && <p class="tw-box-text">{text}</p>}
      {children}
      <div class="tw-box-foot is-indented">{actions !== undefined && <div class="tw-actions">{actions}</div>}</div>
    </section>
  );
}
