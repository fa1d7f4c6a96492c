import { defineFormat } from "./define-format.ts";

export const hunyuanA13b = defineFormat({
  id: "hunyuan_a13b",
  models: "Hunyuan A13B.",
  notes: "A JSON array in the tag.",
  grammars: [{ shape: "envelope", open: ["<tool_calls>"], close: ["</tool_calls>"], array: true }],
});
