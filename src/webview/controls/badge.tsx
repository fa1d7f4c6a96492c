import type { ComponentChildren } from "preact";

/** A short fact beside a name. */
export function Badge({ children }: { children: ComponentChildren }) {
  return <span class="tw-badge">{children}</span>;
}
