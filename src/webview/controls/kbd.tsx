import type { ComponentChildren } from "preact";

/** A key cap. */
export function Kbd({ children }: { children: ComponentChildren }) {
  return <kbd class="tw-kbd">{children}</kbd>;
}
