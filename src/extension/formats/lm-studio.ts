import { defineFormat } from "./define-format.ts";

export const lmStudio = defineFormat({
  id: "lm_studio",
  models: "LM Studio default prompt.",
  notes: "Hermes objects between bracketed words.",
  grammars: [{ shape: "envelope", open: ["[TOOL_REQUEST]"], close: ["[END_TOOL_REQUEST]"] }],
  result: { open: "[TOOL_RESULT]\n{name}:", close: "[END_TOOL_RESULT]" },
});
