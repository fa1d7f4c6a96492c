/** The meaning that a colour repeats; never its only carrier. */
export type Tone = "ok" | "warn" | "error" | "info" | "link" | "quiet";

interface IconProps {
  /** Name of a codicon. */
  name: string;
  tone?: Tone | undefined;
  class?: string | undefined;
}

/** A codicon. Hidden from screen readers: a word stands beside it or in its button's label. */
export function Icon({ name, tone, class: more }: IconProps) {
  return <i class={classes("codicon", `codicon-${name}`, more)} data-tone={tone} aria-hidden="true" />;
}

/** What turns while something runs. Stands still when the person wants less motion. */
export function Spinner({ tone = "quiet" }: { tone?: Tone }) {
  return <Icon name="loading" tone={tone} class="codicon-modifier-spin" />;
}

/** Joins class names, leaving out those that do not apply. */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => name !== false && name !== undefined && name !== "").join(" ");
}
