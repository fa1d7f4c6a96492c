import { defineFormat } from "./define-format.ts";

export const minimaxM3 = defineFormat({
  id: "minimax_m3",
  models: "MiniMax M3.",
  notes: "Every tag has a prefix token, parameters are tags of their own name, lists and objects are nested tags.",
  grammars: [
    {
      shape: "params",
      section: { open: ["]<]minimax[>[<tool_call>"], close: ["]<]minimax[>[</tool_call>"] },
      head: { kind: "attribute", open: ["]<]minimax[>[<invoke name="] },
      field: { kind: "tag", prefix: "]<]minimax[>[" },
      close: ["]<]minimax[>[</invoke>"],
      newlines: "payload",
    },
  ],
  reasoning: "implicit-end",
});
