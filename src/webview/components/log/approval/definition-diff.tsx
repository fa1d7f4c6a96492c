import { useMemo } from "preact/hooks";
import type { ApprovalFacts } from "../../../../shared/chunk.ts";
import { formatDay } from "../../../format.ts";
import { classes } from "../../../icon.tsx";
import { t } from "../../../strings.ts";
import { definitionLines } from "./definition-lines.ts";
import { type DiffPiece, type DiffRow, diffLines } from "./diff-lines.ts";
import { SeenText } from "./seen-text.tsx";

/** The definition that was allowed beside the one of now: one column when narrow, two when wide. */
export function DefinitionDiff({ toolName, facts }: { toolName: string; facts: ApprovalFacts }) {
  const { previousDefinition: previous, currentDefinition: current, acceptedAt } = facts;
  const rows = useMemo(
    () =>
      previous === undefined || current === undefined
        ? []
        : diffLines(definitionLines(toolName, previous, previous), definitionLines(toolName, current, previous)),
    [toolName, previous, current],
  );
  if (rows.length === 0 || acceptedAt === undefined) {
    return null;
  }
  return (
    <div class="tw-args">
      <div class="tw-diff-legend">
        <span>− {t("ask.accepted", { date: formatDay(acceptedAt) })}</span>
        <span>+ {t("ask.now")}</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to. */}
      <section class="tw-diff" tabIndex={0} aria-label={t("ask.showDiff")}>
        <div class="tw-diff-unified">{rows.map(unifiedRow)}</div>
        <div class="tw-diff-split">{rows.map(splitRow)}</div>
      </section>
    </div>
  );
}

type Side = "before" | "after" | "same";

const signs: Readonly<Record<Side, string>> = { before: "−", after: "+", same: "" };
const tones: Readonly<Record<Side, string>> = { before: "is-del", after: "is-add", same: "" };

function unifiedRow(row: DiffRow, index: number) {
  switch (row.kind) {
    case "skipped":
      return <SkippedRow key={index} lines={row.lines} />;
    case "same":
      return <Line key={index} form="tw-diff-row" side="same" pieces={[{ text: row.text, changed: false }]} />;
    case "changed":
      return [
        row.before !== undefined && (
          <Line key={`${index} before`} form="tw-diff-row" side="before" pieces={row.before} />
        ),
        row.after !== undefined && <Line key={`${index} after`} form="tw-diff-row" side="after" pieces={row.after} />,
      ];
  }
}

function splitRow(row: DiffRow, index: number) {
  if (row.kind === "skipped") {
    return <SkippedRow key={index} lines={row.lines} />;
  }
  const same = row.kind === "same" ? [{ text: row.text, changed: false }] : undefined;
  const [before, after] = row.kind === "same" ? [same, same] : [row.before, row.after];
  const cell = (side: Side, pieces: readonly DiffPiece[] = []) => (
    <Line form="tw-diff-cell" side={same !== undefined || pieces.length === 0 ? "same" : side} pieces={pieces} />
  );
  return (
    <div class="tw-diff-split-row" key={index}>
      {cell("before", before)}
      {cell("after", after)}
    </div>
  );
}

function SkippedRow({ lines }: { lines: number }) {
  return (
    <div class="tw-diff-row tw-quiet">
      <b>⋯</b>
      <span>{t("ask.sameLines", { n: lines })}</span>
    </div>
  );
}

function Line({ form, side, pieces }: { form: string; side: Side; pieces: readonly DiffPiece[] }) {
  return (
    <div class={classes(form, tones[side])}>
      <b>{signs[side]}</b>
      <span>
        {pieces.map(({ text, changed }, index) =>
          changed ? (
            <mark key={index}>
              <SeenText text={text} />
            </mark>
          ) : (
            <SeenText text={text} key={index} />
          ),
        )}
      </span>
    </div>
  );
}
