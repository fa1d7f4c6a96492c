import { type JsonInk, paintJson } from "../results/json-painter.ts";
import type { TextSpan } from "./parse-arguments.ts";
import { splitUnseen } from "./unseen-characters.ts";

/** A piece of a row: text in a colour, the mark of a line feed, or the mark of an unseen character. */
export interface RowPiece {
  text: string;
  ink?: JsonInk;
  mark?: "line-feed" | "unseen";
  /** Does not fit the tool's schema. */
  bad?: boolean;
}

/** A row of the arguments. A line that is longer than a row goes on in rows without a number. */
export interface ArgumentRow {
  /** From 1. */
  line?: number;
  pieces: RowPiece[];
}

/** A row's length, in characters: the browser lays rows of this length out fast. */
const longestRow = 2000;
const lineFeedMark = "\\n";

/** Paints the text that `argumentText` makes and cuts it into rows. */
export function argumentRows(text: string): ArgumentRow[] {
  return paintedLines(text).flatMap((pieces, index) => {
    return foldRows(pieces.flatMap(markUnseen)).map((row, part) =>
      part === 0 ? { line: index + 1, pieces: row } : { pieces: row },
    );
  });
}

/**
 * Paints a text that is being edited, with the values underlined that do not fit. Every character stands for itself, as
 * the text field above it has it, and a line is one row.
 */
export function editedRows(text: string, bad: readonly TextSpan[]): ArgumentRow[] {
  let at = 0;
  return paintedLines(text).map((pieces, index) => {
    const row = pieces.flatMap((piece) => {
      const from = at;
      at += piece.text.length;
      return underline(piece, from, bad);
    });
    at += 1;
    return { line: index + 1, pieces: row };
  });
}

/** The painted pieces of each line; a string's own line feeds are marked. */
function paintedLines(text: string): RowPiece[][] {
  const lines: RowPiece[][] = [[]];
  for (const { text: inked, ink } of paintJson(text)) {
    const parts = inked.split("\n");
    for (const [index, part] of parts.entries()) {
      if (index > 0) {
        lines.push([]);
      }
      const ends = (ink === "string" || ink === "key") && index < parts.length - 1 && part.endsWith(lineFeedMark);
      const plain = ends ? part.slice(0, -lineFeedMark.length) : part;
      const line = lines.at(-1);
      if (plain !== "") {
        line?.push(ink === undefined ? { text: plain } : { text: plain, ink });
      }
      if (ends) {
        line?.push({ text: lineFeedMark, mark: "line-feed" });
      }
    }
  }
  return lines;
}

function markUnseen(piece: RowPiece): RowPiece[] {
  return splitUnseen(piece.text).map(({ text, unseen }) => (unseen ? { text, mark: "unseen" } : { ...piece, text }));
}

/** Distributes the pieces of a line over rows, filling each. An empty line is one empty row. */
function foldRows(pieces: readonly RowPiece[]): RowPiece[][] {
  const rows: RowPiece[][] = [[]];
  let room = longestRow;
  for (const piece of pieces) {
    for (let rest = piece.text; rest !== ""; ) {
      const fits = rest.slice(0, wholeLength(rest, room));
      rows.at(-1)?.push({ ...piece, text: fits });
      rest = rest.slice(fits.length);
      room -= fits.length;
      if (rest !== "") {
        rows.push([]);
        room = longestRow;
      }
    }
  }
  return rows;
}

/** The greatest length up to `length` that ends behind a whole character. */
function wholeLength(text: string, length: number): number {
  return length < text.length && /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length;
}

/** Cuts a piece that begins at `from` at the borders of the bad values. */
function underline(piece: RowPiece, from: number, bad: readonly TextSpan[]): RowPiece[] {
  const to = from + piece.text.length;
  const touching = bad.filter((span) => span.from < to && span.to > from);
  const borders = [...new Set([from, ...touching.flatMap((span) => [span.from, span.to]), to])]
    .filter((border) => border >= from && border <= to)
    .sort((a, b) => a - b);
  return borders.slice(1).map((end, index) => {
    const start = borders[index] ?? from;
    const text = piece.text.slice(start - from, end - from);
    return touching.some((span) => span.from <= start && span.to >= end)
      ? { ...piece, text, bad: true }
      : { ...piece, text };
  });
}
