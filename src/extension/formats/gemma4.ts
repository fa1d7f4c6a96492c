import { defineFormat } from "./define-format.ts";

export const gemma4 = defineFormat({
  id: "gemma4",
  models: "Gemma 4.",
  notes: "`call:NAME{…}`; the quote token inside a string closes it only before `,`, `}` or `]`.",
  grammars: [{ shape: "brace", open: ["<|tool_call>"], close: ["<tool_call|>"], quotes: ['<|"|>'] }],
  reasoning: "implicit-end",
});
