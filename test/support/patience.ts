/**
 * How long tests wait for what has to happen, in ms. These guard against hanging for ever and say nothing about speed: they
 * are long enough for a machine that is slow and busy. A whole test has the limit of `.mocharc.json`, which is longer, so
 * that what was waited for in vain can be told.
 */
export const patience = {
  /** For a condition that something under way brings about. */
  condition: 60_000,
  /** From the start of a program to its first answer, loaded from a cold disk. */
  start: 120_000,
} as const;
