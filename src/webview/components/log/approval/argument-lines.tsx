import { classes } from "../../../icon.tsx";
import { t } from "../../../strings.ts";
import { inkClass } from "../results/json-painter.ts";
import type { ArgumentRow, RowPiece } from "./argument-rows.ts";
import { codePointName } from "./unseen-characters.ts";

/** Arguments with line numbers, whole; what does not fit scrolls. */
export function ArgumentLines({ rows, wrap }: { rows: readonly ArgumentRow[]; wrap: boolean }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to.
    <section class={classes("tw-lined", !wrap && "is-unwrapped")} tabIndex={0} aria-label={t("tool.arguments")}>
      {rows.map(({ line, pieces }, index) => [
        <i key={`${index} line`}>{line}</i>,
        <code key={index}>{pieces.length === 0 ? "\u00a0" : pieces.map(paintPiece)}</code>,
      ])}
    </section>
  );
}

function paintPiece({ text, ink, mark }: RowPiece, index: number) {
  switch (mark) {
    case "line-feed":
      return (
        <span class="tw-eol" key={index}>
          {text}
        </span>
      );
    case "unseen":
      return (
        <span class="tw-unseen" key={index}>
          {codePointName(text)}
        </span>
      );
    case undefined:
      return ink === undefined ? (
        text
      ) : (
        <span class={inkClass(ink)} key={index}>
          {text}
        </span>
      );
  }
}
