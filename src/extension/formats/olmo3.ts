import { defineFormat } from "./define-format.ts";

export const olmo3 = defineFormat({
  id: "olmo3",
  models: "OLMo 3.",
  notes: "Python calls on lines in a tag.",
  grammars: [{ shape: "python", open: ["<function_calls>"], close: ["</function_calls>"], lines: true }],
});
