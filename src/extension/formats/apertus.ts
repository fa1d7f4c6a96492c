import { defineFormat } from "./define-format.ts";

export const apertus = defineFormat({
  id: "apertus",
  models: "Apertus.",
  notes: "An array of objects whose one key is the name.",
  grammars: [
    { shape: "envelope", open: ["<|tools_prefix|>"], close: ["<|tools_suffix|>"], array: true, nameIsKey: true },
  ],
});
