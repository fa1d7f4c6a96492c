/** Text in which the first place of each search word is marked. */
export function Hits({ text, words }: { text: string; words: readonly string[] }) {
  const pieces = splitAtHits(text, words);
  return (
    <>
      {pieces.map(({ from, hit, piece }) =>
        hit ? (
          <span class="tw-hit" key={from}>
            {piece}
          </span>
        ) : (
          piece
        ),
      )}
    </>
  );
}

interface Piece {
  from: number;
  hit: boolean;
  piece: string;
}

/** Cuts a text at the first place of each word; overlapping places count once. */
export function splitAtHits(text: string, words: readonly string[]): Piece[] {
  const lower = text.toLowerCase();
  const hits = words
    .map((word) => ({ from: lower.indexOf(word), to: lower.indexOf(word) + word.length }))
    .filter(({ from }) => from >= 0)
    .sort((a, b) => a.from - b.from);
  const pieces: Piece[] = [];
  let at = 0;
  const add = (to: number, hit: boolean): void => {
    if (to > at) {
      pieces.push({ from: at, hit, piece: text.slice(at, to) });
      at = to;
    }
  };
  for (const { from, to } of hits) {
    if (from >= at) {
      add(from, false);
      add(to, true);
    }
  }
  add(text.length, false);
  return pieces;
}
