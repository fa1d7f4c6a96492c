import type { ComponentChildren, Ref } from "preact";
import { Icon, type Tone } from "../icon.tsx";

interface AskBoxProps {
  /** The question. */
  title: string;
  icon?: string;
  tone?: Tone;
  /** Pages through waiting prompts. */
  count?: ComponentChildren;
  text?: ComponentChildren;
  children: ComponentChildren;
  /** The answers. */
  foot: ComponentChildren;
  onKeyDown?: (event: KeyboardEvent) => void;
  boxRef?: Ref<HTMLElement>;
}

/**
 * A prompt: the only box with a strong border, because something waits for the person. Keys pressed on its buttons
 * reach `onKeyDown` too.
 */
export function AskBox({
  title,
  icon = "shield",
  tone = "warn",
  count,
  text,
  children,
  foot,
  onKeyDown,
  boxRef,
}: AskBoxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset lays its children out in its own way.
    <section class="tw-box tw-ask" role="group" aria-label={title} onKeyDown={onKeyDown} ref={boxRef ?? null}>
      <div class="tw-box-head">
        <Icon name={icon} tone={tone} />
        <h3 class="tw-box-title">{title}</h3>
        {count}
      </div>
      {text !== undefined && <p class="tw-box-text">{text}</p>}
      <div class="tw-box-body">{children}</div>
      <div class="tw-box-foot">{foot}</div>
    </section>
  );
}
