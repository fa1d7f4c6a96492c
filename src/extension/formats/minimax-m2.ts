import { defineFormat } from "./define-format.ts";

export const minimaxM2 = defineFormat({
  id: "minimax_m2",
  models: "MiniMax M2.",
  notes: "Values stand inline: white space at their ends is payload.",
  grammars: [
    {
      shape: "params",
      section: { open: ["<minimax:tool_call>"], close: ["</minimax:tool_call>"] },
      head: { kind: "attribute", open: ["<invoke name="] },
      field: { kind: "attribute", open: ["<parameter name="], close: ["</parameter>"] },
      close: ["</invoke>"],
      newlines: "payload",
      weakWithoutSection: true,
    },
  ],
  reasoning: "implicit-end",
});
