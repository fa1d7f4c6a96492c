/** A piece of a changed line. */
export interface DiffPiece {
  text: string;
  changed: boolean;
}

/** A row of a comparison. A changed row may lack its old or its new side; `skipped` counts lines that are the same. */
export type DiffRow =
  | { kind: "same"; text: string }
  | { kind: "changed"; before?: DiffPiece[]; after?: DiffPiece[] }
  | { kind: "skipped"; lines: number };

/** So many unchanged lines are kept around a change. */
const context = 3;
/** Above so many comparisons the middle is not aligned any more but shown as replaced. */
const mostComparisons = 1_000_000;

/** Compares two texts line by line, and changed lines word by word. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffRow[] {
  const head = commonLength(before, after);
  const tail = commonLength(before.slice(head).reverse(), after.slice(head).reverse());
  const rows: DiffRow[] = [
    ...before.slice(0, head).map(sameRow),
    ...diffMiddle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(sameRow),
  ];
  return skipUnchanged(rows);
}

function diffMiddle(before: readonly string[], after: readonly string[]): DiffRow[] {
  if (before.length * after.length > mostComparisons) {
    return pairRows(before, after);
  }
  const lengths = commonSubsequences(before, after);
  const rows: DiffRow[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = (): void => {
    rows.push(...pairRows(removed, added));
    removed = [];
    added = [];
  };
  let a = 0;
  let b = 0;
  while (a < before.length || b < after.length) {
    const old = before[a];
    const now = after[b];
    if (old !== undefined && old === now) {
      flush();
      rows.push(sameRow(old));
      a += 1;
      b += 1;
    } else if (now === undefined || (old !== undefined && at(lengths, a + 1, b) >= at(lengths, a, b + 1))) {
      removed.push(old ?? "");
      a += 1;
    } else {
      added.push(now);
      b += 1;
    }
  }
  flush();
  return rows;
}

/** Length of the longest common subsequence of the rests from each pair of places on. */
function commonSubsequences(before: readonly string[], after: readonly string[]): number[][] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  for (let a = before.length - 1; a >= 0; a -= 1) {
    const row = lengths[a] ?? [];
    for (let b = after.length - 1; b >= 0; b -= 1) {
      row[b] =
        before[a] === after[b] ? at(lengths, a + 1, b + 1) + 1 : Math.max(at(lengths, a + 1, b), at(lengths, a, b + 1));
    }
  }
  return lengths;
}

function at(lengths: readonly number[][], a: number, b: number): number {
  return lengths[a]?.[b] ?? 0;
}

/** Puts removed lines beside the added ones that took their places. */
function pairRows(removed: readonly string[], added: readonly string[]): DiffRow[] {
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, index): DiffRow => {
    const old = removed[index];
    const now = added[index];
    if (old !== undefined && now !== undefined) {
      return { kind: "changed", ...markWords(old, now) };
    }
    return old === undefined
      ? { kind: "changed", after: [{ text: now ?? "", changed: false }] }
      : { kind: "changed", before: [{ text: old, changed: false }] };
  });
}

/** Marks what lies between the words that two lines share at their starts and ends. */
function markWords(before: string, after: string): { before: DiffPiece[]; after: DiffPiece[] } {
  const old = wordsOf(before);
  const now = wordsOf(after);
  const head = commonLength(old, now);
  const tail = commonLength(old.slice(head).reverse(), now.slice(head).reverse());
  const mark = (words: readonly string[]): DiffPiece[] =>
    [
      { text: words.slice(0, head).join(""), changed: false },
      { text: words.slice(head, words.length - tail).join(""), changed: true },
      { text: words.slice(words.length - tail).join(""), changed: false },
    ].filter(({ text }) => text !== "");
  return { before: mark(old), after: mark(now) };
}

function wordsOf(line: string): string[] {
  return line.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  const differs = a.findIndex((item, index) => item !== b[index]);
  return differs < 0 ? Math.min(a.length, b.length) : differs;
}

function sameRow(text: string): DiffRow {
  return { kind: "same", text };
}

/** Leaves out unchanged lines that are far from any change. */
function skipUnchanged(rows: readonly DiffRow[]): DiffRow[] {
  const near = rows.map((_, index) =>
    rows.slice(Math.max(0, index - context), index + context + 1).some(({ kind }) => kind === "changed"),
  );
  const kept: DiffRow[] = [];
  for (const [index, row] of rows.entries()) {
    const last = kept.at(-1);
    if (near[index] === true) {
      kept.push(row);
    } else if (last?.kind === "skipped") {
      last.lines += 1;
    } else {
      kept.push({ kind: "skipped", lines: 1 });
    }
  }
  return kept;
}
