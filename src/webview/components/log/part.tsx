import type { ComponentChildren } from "preact";

interface PartProps {
  title: string;
  /** What kind or how much. */
  hint?: string | undefined;
  /** Icon buttons. */
  tools?: ComponentChildren;
  children: ComponentChildren;
}

/** A part of an open tool block, with its head. */
export function Part({ title, hint, tools, children }: PartProps) {
  return (
    <section class="tw-part">
      <div class="tw-part-head">
        <h4>{title}</h4>
        <span class="tw-clip">{hint}</span>
        {tools !== undefined && <div class="tw-icons">{tools}</div>}
      </div>
      {children}
    </section>
  );
}
