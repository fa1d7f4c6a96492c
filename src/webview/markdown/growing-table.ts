import type { MarkedToken, Tokens } from "marked";
import { copyOf, type TrimmableBlock } from "./growing-block.ts";
import { appendElement, appendInline, type NodeSource } from "./inline-nodes.ts";

/** The newest rows can still change. */
const openRows = 2;
/** A browser lays a table out as a whole; from here on new rows come a few times a second. */
const slowFrom = 100;

interface Row {
  raw: string;
  element: HTMLElement;
}

/** A table that grows by rows, in the box that scrolls it sideways. Finished rows leave the open text, the head stays. */
export class GrowingTable implements TrimmableBlock {
  readonly element: HTMLElement;
  readonly #head: string;
  readonly #table: HTMLTableElement;
  #body: HTMLElement | undefined;
  #rows: Row[] = [];
  #trimmed: string[] = [];
  #trimmedRows = 0;

  constructor(token: Tokens.Table, source: NodeSource) {
    this.element = document.createElement("div");
    this.element.className = "tw-table-box";
    this.element.tabIndex = 0;
    this.element.setAttribute("role", "region");
    this.element.setAttribute("aria-label", source.labels.table);
    this.#table = appendElement(this.element, "table");
    this.#table.className = "tw-table";
    this.#head = headOf(token.raw);
    appendElement(this.#table, "thead").appendChild(createRow(token.header, source));
    this.update(token, source);
  }

  get isSlow(): boolean {
    return this.#trimmedRows + this.#rows.length > slowFrom;
  }

  update(token: MarkedToken, source: NodeSource): boolean {
    if (token.type !== "table" || headOf(token.raw) !== this.#head) {
      return false;
    }
    const lines = token.raw.split("\n");
    token.rows.forEach((cells, index) => {
      this.#updateRow(cells, lines[index + 2] ?? "", index, source);
    });
    for (const gone of this.#rows.splice(token.rows.length)) {
      gone.element.remove();
    }
    if (this.#rows.length === 0) {
      this.#body?.remove();
      this.#body = undefined;
    }
    return true;
  }

  #updateRow(cells: readonly Tokens.TableCell[], raw: string, index: number, source: NodeSource): void {
    const before = this.#rows[index];
    if (before?.raw === raw) {
      return;
    }
    const element = createRow(cells, source);
    if (before === undefined) {
      this.#body ??= appendElement(this.#table, "tbody");
      this.#body.appendChild(element);
    } else {
      before.element.replaceWith(element);
    }
    this.#rows[index] = { raw, element };
  }

  trim(text: string, token: MarkedToken): string {
    if (token.type !== "table" || token.rows.length <= openRows * 4) {
      return text;
    }
    const done = token.rows.length - openRows;
    const lines = token.raw.split("\n").slice(2, 2 + done);
    const end = this.#head.length + lines.reduce((sum, line) => sum + line.length + 1, 0);
    this.#trimmed.push(copyOf(text.slice(this.#head.length, end)));
    this.#trimmedRows += done;
    this.#rows.splice(0, done);
    return this.#head + text.slice(end);
  }

  restore(text: string): string {
    return this.#head + this.#trimmed.join("") + text.slice(this.#head.length);
  }
}

/** The first two lines: the names and the alignments. */
function headOf(raw: string): string {
  const first = raw.indexOf("\n");
  const second = raw.indexOf("\n", first + 1);
  return second === -1 ? raw : raw.slice(0, second + 1);
}

function createRow(cells: readonly Tokens.TableCell[], source: NodeSource): HTMLElement {
  const row = document.createElement("tr");
  for (const { header, align, tokens } of cells) {
    const cell = appendElement(row, header ? "th" : "td");
    if (header) {
      cell.setAttribute("scope", "col");
    }
    if (align === "right") {
      cell.className = "is-num";
    } else if (align === "center") {
      cell.className = "is-center";
    }
    appendInline(cell, tokens, source);
  }
  return row;
}
