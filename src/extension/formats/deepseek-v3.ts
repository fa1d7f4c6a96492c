import { defineFormat } from "./define-format.ts";

export const deepseekV3 = defineFormat({
  id: "deepseek_v3",
  models: "DeepSeek V3 and R1.",
  notes: "Control tokens around a name and a `json` fence; the tokens arrive in several pieces.",
  grammars: [
    {
      shape: "header",
      section: { open: ["<｜tool▁calls▁begin｜>"], close: ["<｜tool▁calls▁end｜>"] },
      open: ["<｜tool▁call▁begin｜>"],
      beforeName: ["function<｜tool▁sep｜>"],
      nameEnd: ["\n"],
      beforeArguments: ["```json\n"],
      afterArguments: ["\n```"],
      close: ["<｜tool▁call▁end｜>"],
    },
  ],
  reasoning: "implicit-end",
  dropped: ["<｜end▁of▁sentence｜>"],
});
