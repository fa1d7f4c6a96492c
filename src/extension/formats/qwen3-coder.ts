import { defineFormat } from "./define-format.ts";

export const qwen3Coder = defineFormat({
  id: "qwen3_coder",
  models: "Qwen3-Coder, MiMo, Step 3.5, Nemotron 3.",
  notes: "Raw values between lines; the wrapper may be missing.",
  grammars: [
    {
      shape: "params",
      section: { open: ["<tool_call>"], close: ["</tool_call>"] },
      head: { kind: "attribute", open: ["<function=", "<function name="] },
      field: { kind: "attribute", open: ["<parameter=", "<parameter name="], close: ["</parameter>"] },
      close: ["</function>"],
      newlines: "layout",
      weakWithoutSection: true,
    },
  ],
  reasoning: "implicit-end",
  result: { open: "<tool_response>\n{name}:", close: "</tool_response>" },
});
