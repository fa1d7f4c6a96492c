import { defineFormat } from "./define-format.ts";

export const llama4Json = defineFormat({
  id: "llama4_json",
  models: "Llama 4 with a JSON template.",
  notes: "Like llama3_json.",
  grammars: [
    { shape: "envelope", open: [], close: [], argumentsKey: "parameters" },
    { shape: "envelope", open: ["<|python_tag|>"], close: [], argumentsKey: "parameters" },
  ],
  dropped: ["<|eom|>", "<|eot|>"],
});
