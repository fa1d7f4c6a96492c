import type { ComponentChildren } from "preact";

interface KbdProps {
  children: ComponentChildren;
  /** What it belongs to tells the key to screen readers in its own way. */
  forEyesOnly?: boolean;
}

/** A key cap. */
export function Kbd({ children, forEyesOnly = false }: KbdProps) {
  return (
    <kbd class="tw-kbd" aria-hidden={forEyesOnly}>
      {children}
    </kbd>
  );
}
