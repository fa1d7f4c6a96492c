import { defineFormat } from "./define-format.ts";

export const lfm2 = defineFormat({
  id: "lfm2",
  models: "LFM2.",
  notes: "A list of Python calls between tokens; JSON words are read as well, and JSON objects in place of the list.",
  grammars: [
    { shape: "python", open: ["<|tool_call_start|>"], close: ["<|tool_call_end|>"] },
    { shape: "envelope", open: ["<|tool_call_start|>"], close: ["<|tool_call_end|>"] },
  ],
});
