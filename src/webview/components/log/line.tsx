import type { ComponentChildren } from "preact";
import { Icon, type Tone } from "../../icon.tsx";
import { colon } from "../../strings.ts";

interface LineProps {
  icon: ComponentChildren;
  /** The state in words, which the icon only repeats. */
  state?: string;
  title: ComponentChildren;
  /** Where it comes from: a server, a count. */
  from?: ComponentChildren;
  /** What it is about, cut off where space ends; the whole is the tooltip. */
  summary?: string | undefined;
  meta?: ComponentChildren;
  metaTone?: Tone | undefined;
  /** The meta says the state again, for the eyes only. */
  metaRepeats?: boolean;
  open: boolean;
  onToggle: () => void;
  /** Icon buttons behind the line. */
  extra?: ComponentChildren;
}

/** One event on one line: a call, a group, a thought, a cut. It opens and closes what is below it. */
export function Line({
  icon,
  state,
  title,
  from,
  summary,
  meta,
  metaTone,
  metaRepeats = false,
  open,
  onToggle,
  extra,
}: LineProps) {
  return (
    <div class="tw-line">
      <button type="button" class="tw-line-btn" aria-expanded={open} onClick={onToggle}>
        {icon}
        {state !== undefined && <span class="tw-hidden">{`${state}${colon()}`}</span>}
        <span class="tw-line-main">
          <span class="tw-line-title">{title}</span>
          {from !== undefined && <span class="tw-line-from">{from}</span>}
          {summary !== undefined && summary !== "" && (
            <span class="tw-line-sum" title={summary}>
              {summary}
            </span>
          )}
        </span>
        {meta !== undefined && (
          <span class="tw-line-meta" data-tone={metaTone} aria-hidden={metaRepeats}>
            {meta}
          </span>
        )}
        <Icon name={open ? "chevron-down" : "chevron-right"} class="tw-line-chev" />
      </button>
      {extra}
    </div>
  );
}
