import { defineFormat } from "./define-format.ts";

export const hermes = defineFormat({
  id: "hermes",
  models: "Nous Hermes 2 and 3, Qwen 2.5 and Qwen 3, many fine-tunes.",
  notes: "Keys in any order, `parameters` for `arguments`, arguments that were encoded twice are unwrapped.",
  grammars: [{ shape: "envelope", open: ["<tool_call>"], close: ["</tool_call>"] }],
  result: { open: "<tool_response>\n{name}:", close: "</tool_response>" },
});
