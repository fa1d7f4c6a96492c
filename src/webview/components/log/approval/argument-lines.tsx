import { useEffect, useRef, useState } from "preact/hooks";
import { classes } from "../../../icon.tsx";
import { t } from "../../../strings.ts";
import { inkClass } from "../results/json-painter.ts";
import type { ArgumentRow, RowPiece } from "./argument-rows.ts";
import { codePointName } from "./unseen-characters.ts";

/** Rows are laid out in pages of so many; pages out of sight are made when they come near. */
const pageLength = 100;
/** How near, in CSS pixels. */
const reach = 600;

interface ArgumentLinesProps {
  rows: readonly ArgumentRow[];
  wrap: boolean;
}

/** Arguments with line numbers, whole; what does not fit scrolls. */
export function ArgumentLines({ rows, wrap }: ArgumentLinesProps) {
  const box = useRef<HTMLElement>(null);
  const pages = pagesOf(rows);
  const shown = useShownPages(box, pages.length);
  return (
    <section
      class={classes("tw-lined", !wrap && "is-unwrapped")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to.
      tabIndex={0}
      aria-label={t("tool.arguments")}
      style={gutterStyle(rows)}
      ref={box}
    >
      {pages.map((page, index) =>
        shown.has(index) ? (
          <div class="tw-lined-page" key={index}>
            <PaintedRows rows={page} />
          </div>
        ) : (
          <div class="tw-lined-gap" key={index} data-page={index} style={{ "--tw-rows": page.length }} />
        ),
      )}
    </section>
  );
}

/** A few lines without numbers. */
export function PlainLines({ rows }: { rows: readonly ArgumentRow[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to.
    <pre class="tw-pre is-wrap is-tall" tabIndex={0}>
      {rows.map(({ line, pieces }, index) => [index > 0 && line !== undefined && "\n", pieces.map(paintPiece)])}
    </pre>
  );
}

/** Rows of a grid: number and text. */
export function PaintedRows({ rows }: { rows: readonly ArgumentRow[] }) {
  return (
    <>
      {rows.map(({ line, pieces }, index) => [
        <i key={`${index} line`}>{line}</i>,
        <code key={`${index} text`}>{pieces.length === 0 ? "\u200b" : pieces.map(paintPiece)}</code>,
      ])}
    </>
  );
}

/** Makes the column of the line numbers as wide as the last of them. */
export function gutterStyle(rows: readonly ArgumentRow[]): Record<string, number> {
  const last = rows.findLast(({ line }) => line !== undefined)?.line ?? 1;
  return { "--tw-digits": String(last).length };
}

function paintPiece({ text, ink, mark, bad }: RowPiece, index: number) {
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
      return ink === undefined && bad !== true ? (
        text
      ) : (
        <span class={classes(ink !== undefined && inkClass(ink), bad === true && "is-bad")} key={index}>
          {text}
        </span>
      );
  }
}

function pagesOf(rows: readonly ArgumentRow[]): ArgumentRow[][] {
  return Array.from({ length: Math.ceil(rows.length / pageLength) }, (_, page) =>
    rows.slice(page * pageLength, (page + 1) * pageLength),
  );
}

/** The pages that have been near the visible part. They stay, so that the text can be searched and selected. */
function useShownPages(box: { current: HTMLElement | null }, count: number): ReadonlySet<number> {
  const [shown, setShown] = useState<ReadonlySet<number>>(() => new Set([0]));
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const near = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => pageNumber(target));
        if (near.length > 0) {
          setShown((before) => new Set([...before, ...near]));
        }
      },
      { root: box.current, rootMargin: `${reach}px 0px` },
    );
    for (const gap of box.current?.querySelectorAll("[data-page]") ?? []) {
      observer.observe(gap);
    }
    return () => observer.disconnect();
  }, [box, count, shown]);
  return shown;
}

function pageNumber(gap: Element): number {
  return gap instanceof HTMLElement ? Number(gap.dataset.page) : 0;
}
