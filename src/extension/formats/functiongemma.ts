import { defineFormat } from "./define-format.ts";

export const functiongemma = defineFormat({
  id: "functiongemma",
  models: "FunctionGemma.",
  notes: "`call:NAME{…}` with strings between `<escape>` words.",
  grammars: [{ shape: "brace", open: ["<start_function_call>"], close: ["<end_function_call>"], quotes: ["<escape>"] }],
});
