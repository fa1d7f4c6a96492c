import { useState } from "preact/hooks";
import { Button } from "../../../controls/button.tsx";
import { t } from "../../../strings.ts";
import type { FlatTable } from "./result-parts.ts";

/** So many rows are shown at first. */
export const firstRows = 20;
/** And so many more with each wish. */
const moreRows = 500;

interface TableViewProps {
  table: FlatTable;
  /** How many rows are shown. */
  shown: number;
  onShow: (rows: number) => void;
}

/** A list of flat objects as a table. */
export function TableView({ table: { columns, rows, numeric }, shown, onShow }: TableViewProps) {
  const kind = (column: number): { class?: string } => (numeric[column] === true ? { class: "is-num" } : {});
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to. */}
      <section class="tw-table-box" tabIndex={0} aria-label={t("tool.kind.table")}>
        <table class="tw-table">
          <thead>
            <tr>
              {columns.map((name, column) => (
                <th scope="col" key={name} {...kind(column)}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((cells, row) => (
              <tr key={row}>
                {cells.map((cell, column) => (
                  <td key={columns[column]} {...kind(column)}>
                    {isDate(cell) ? <span class="tw-num">{cell}</span> : cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shown < rows.length && (
        <div class="tw-actions">
          <Button kind="quiet" onClick={() => onShow(shown + moreRows)}>
            {rows.length - shown <= moreRows ? t("tool.showAllRows") : t("tool.showMore", { n: moreRows })}
          </Button>
        </div>
      )}
    </>
  );
}

/** How many rows of a table are shown. */
export function useShownRows(): [number, (rows: number) => void] {
  return useState(firstRows);
}

/** Days and times are never broken into two lines. */
function isDate(cell: string): boolean {
  return /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.+Z-]*)?$/.test(cell);
}
