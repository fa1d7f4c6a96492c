import { defineFormat } from "./define-format.ts";

export const deepseekV31 = defineFormat({
  id: "deepseek_v31",
  models: "DeepSeek V3.1.",
  notes: "Name, separator and JSON between control tokens.",
  grammars: [
    {
      shape: "header",
      section: { open: ["<｜tool▁calls▁begin｜>"], close: ["<｜tool▁calls▁end｜>"] },
      open: ["<｜tool▁call▁begin｜>"],
      nameEnd: ["<｜tool▁sep｜>"],
      close: ["<｜tool▁call▁end｜>"],
    },
  ],
  reasoning: "implicit-end",
  dropped: ["<｜end▁of▁sentence｜>"],
});
