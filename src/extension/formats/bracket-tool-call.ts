import { defineFormat } from "./define-format.ts";

export const bracketToolCall = defineFormat({
  id: "bracket_tool_call",
  models: "Small models behind Ollama and LM Studio.",
  notes: "Hermes with square brackets.",
  grammars: [{ shape: "envelope", open: ["[tool_call]"], close: ["[/tool_call]"] }],
});
