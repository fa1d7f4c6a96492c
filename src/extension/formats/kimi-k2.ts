import { defineFormat } from "./define-format.ts";

export const kimiK2 = defineFormat({
  id: "kimi_k2",
  models: "Kimi K2.",
  notes: "The header is `functions.NAME:INDEX`; spellings of the section tokens vary, and they may be missing.",
  grammars: [
    {
      shape: "header",
      section: {
        open: ["<|tool_calls_section_begin|>", "<|tool_call_section_begin|>"],
        close: ["<|tool_calls_section_end|>", "<|tool_call_section_end|>"],
      },
      open: ["<|tool_call_begin|>"],
      nameEnd: ["<|tool_call_argument_begin|>"],
      close: ["<|tool_call_end|>"],
      numberedName: true,
    },
  ],
  reasoning: "implicit-end",
});
