import { defineFormat } from "./define-format.ts";

export const granite3 = defineFormat({
  id: "granite3",
  models: "Granite 3, Granite 20B function calling.",
  notes: "A JSON array behind the token; the 20B model writes objects behind `<function_call>`.",
  grammars: [
    { shape: "envelope", open: ["<|tool_call|>", "<tool_call>"], close: ["</tool_call>"], array: true },
    { shape: "envelope", open: ["<function_call>"], close: ["</function_call>"] },
  ],
});
