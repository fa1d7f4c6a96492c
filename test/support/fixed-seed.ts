import fc from "fast-check";

/** One seed for all property tests, so that a run repeats; `TOOLWEAVE_FUZZ_SEED=random` (or a number) looks elsewhere. */
const seed = process.env.TOOLWEAVE_FUZZ_SEED ?? "20261128";

if (seed !== "random") {
  fc.configureGlobal({ seed: Number(seed) });
}
