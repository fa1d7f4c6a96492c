import { defineFormat } from "./define-format.ts";

export const llama4Pythonic = defineFormat({
  id: "llama4_pythonic",
  models: "Llama 4.",
  notes: "A list of Python calls between tokens, or bare.",
  grammars: [
    { shape: "python", open: ["<|python_start|>"], close: ["<|python_end|>"] },
    { shape: "python", open: [], close: [] },
  ],
  dropped: ["<|eom|>", "<|eot|>"],
});
