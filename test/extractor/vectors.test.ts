import { deepEqual } from "node:assert/strict";
import { allVectors, check, extract, normalised, optionsOf, textOf } from "./vector.ts";

/** How many two-cuts of each text are tried; texts up to this length are cut everywhere, and 0 cuts all of them so. */
const mostCuts = Number(process.env.TOOLWEAVE_SPLITS ?? 100);
const seeds = 200;

/** A small generator (mulberry32), so that a failing split can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function* splits(text: string): Generator<string[]> {
  yield text.split("");
  const step = mostCuts === 0 ? 1 : Math.max(1, Math.ceil(text.length / mostCuts));
  for (let cut = 1; cut < text.length; cut += step) yield [text.slice(0, cut), text.slice(cut)];
  for (let seed = 0; seed < seeds; seed += 1) {
    const next = random(seed);
    const pieces: string[] = [];
    for (let at = 0; at < text.length; ) {
      const to = at + 1 + Math.floor(next() * 12);
      pieces.push(text.slice(at, to));
      at = to;
    }
    yield pieces;
  }
}

for (const { file, vector } of allVectors()) {
  it(`${file} ${vector.id}: gives what is expected, under every split`, () => {
    const text = textOf(vector);
    const options = optionsOf(vector);
    check(vector, extract(options, vector.deltas ?? [text], vector.finish));
    const whole = normalised(extract(options, [text], vector.finish));
    const wholeText = JSON.stringify(whole);
    for (const pieces of splits(text)) {
      const got = normalised(extract(options, pieces, vector.finish));
      if (JSON.stringify(got) !== wholeText) deepEqual(got, whole, JSON.stringify(pieces));
    }
  });
}
