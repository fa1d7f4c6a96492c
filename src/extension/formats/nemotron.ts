import { defineFormat } from "./define-format.ts";

export const nemotron = defineFormat({
  id: "nemotron",
  models: "Nemotron (before 3).",
  notes: "A JSON array in the tag.",
  grammars: [{ shape: "envelope", open: ["<TOOLCALL>"], close: ["</TOOLCALL>"], array: true }],
});
