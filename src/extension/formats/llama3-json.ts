import { defineFormat } from "./define-format.ts";

export const llama3Json = defineFormat({
  id: "llama3_json",
  models: "Llama 3.1, 3.2, 3.3.",
  notes:
    "Markerless objects with `parameters`, separated by `;`, maybe behind the Python token; `<function=NAME>{…}</function>` and built-in calls are read too.",
  grammars: [
    { shape: "envelope", open: [], close: [], argumentsKey: "parameters" },
    { shape: "envelope", open: ["<|python_tag|>"], close: [], argumentsKey: "parameters" },
    { shape: "header", open: ["<function="], nameEnd: [">"], close: ["</function>"] },
    { shape: "python", open: ["<|python_tag|>"], close: [] },
  ],
  dropped: ["<|eom_id|>", "<|eot_id|>"],
});
