import { defineFormat } from "./define-format.ts";

export const granite4 = defineFormat({
  id: "granite4",
  models: "Granite 4.",
  notes: "Like hermes; arguments are often encoded twice.",
  grammars: [{ shape: "envelope", open: ["<tool_call>"], close: ["</tool_call>"] }],
  result: { open: "<tool_response>\n{name}:", close: "</tool_response>" },
});
