import { defineFormat } from "./define-format.ts";

export const phi4mini = defineFormat({
  id: "phi4mini",
  models: "Phi-4-mini.",
  notes: "An array behind the word `functools`.",
  grammars: [{ shape: "envelope", open: ["functools"], close: [], array: true }],
});
