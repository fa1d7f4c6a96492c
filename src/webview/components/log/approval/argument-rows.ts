import { type JsonInk, paintJson } from "../results/json-painter.ts";
import { splitUnseen } from "./unseen-characters.ts";

/** A piece of a row: text in a colour, the mark of a line feed, or the mark of an unseen character. */
export interface RowPiece {
  text: string;
  ink?: JsonInk;
  mark?: "line-feed" | "unseen";
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
  const rows = [emptyRow(1)];
  let line = 1;
  for (const { text: inked, ink } of paintJson(text)) {
    const lines = inked.split("\n");
    for (const [index, part] of lines.entries()) {
      if (index > 0) {
        line += 1;
        rows.push(emptyRow(line));
      }
      const isString = ink === "string" || ink === "key";
      for (const piece of piecesOf(part, ink, isString && index < lines.length - 1)) {
        addPiece(rows, piece);
      }
    }
  }
  return rows;
}

/** The pieces of one line's part in one colour. `broken` says that the text's own line feed ends it. */
function piecesOf(part: string, ink: JsonInk | undefined, broken: boolean): RowPiece[] {
  const marked = broken && part.endsWith(lineFeedMark);
  const plain = marked ? part.slice(0, -lineFeedMark.length) : part;
  const pieces = splitUnseen(plain).flatMap(({ text, unseen }): RowPiece[] =>
    unseen
      ? [{ text, mark: "unseen" }]
      : cut(text).map((piece) => (ink === undefined ? { text: piece } : { text: piece, ink })),
  );
  return marked ? [...pieces, { text: lineFeedMark, mark: "line-feed" }] : pieces;
}

function addPiece(rows: ArgumentRow[], piece: RowPiece): void {
  const row = rows.at(-1);
  if (row === undefined || (row.pieces.length > 0 && lengthOf(row) + piece.text.length > longestRow)) {
    rows.push({ pieces: [piece] });
  } else {
    row.pieces.push(piece);
  }
}

function lengthOf(row: ArgumentRow): number {
  return row.pieces.reduce((sum, { text }) => sum + text.length, 0);
}

/** Cuts a text into pieces no longer than a row, never within a character. */
function cut(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const split = at + longestRow;
    const end = /[\ud800-\udbff]/.test(text.charAt(split - 1)) ? split - 1 : split;
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

function emptyRow(line: number): ArgumentRow {
  return { line, pieces: [] };
}
