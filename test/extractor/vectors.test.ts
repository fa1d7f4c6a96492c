import { deepEqual } from "node:assert/strict";
import { allVectors, check, extract, normalised, optionsOf, textOf } from "./vector.ts";

/** How many two-cuts and how many seeded splits of each text are tried; 0 tries every cut and 200 seeds. */
const effort = Number(process.env.TOOLWEAVE_SPLITS ?? 24);

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
  const step = effort === 0 ? 1 : Math.max(1, Math.floor(text.length / effort));
  for (let cut = 1; cut < text.length; cut += step) yield [text.slice(0, cut), text.slice(cut)];
  for (let seed = 0; seed < (effort === 0 ? 200 : effort / 4); seed += 1) {
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
    for (const pieces of splits(text)) {
      deepEqual(normalised(extract(options, pieces, vector.finish)), whole, JSON.stringify(pieces));
    }
  });
}
