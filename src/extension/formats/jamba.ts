import { defineFormat } from "./define-format.ts";

export const jamba = defineFormat({
  id: "jamba",
  models: "Jamba, MiniMax M1.",
  notes: "A JSON array, or one object a line.",
  grammars: [{ shape: "envelope", open: ["<tool_calls>"], close: ["</tool_calls>"], array: true }],
});
