import { defineFormat } from "./define-format.ts";

export const internlm2 = defineFormat({
  id: "internlm2",
  models: "InternLM 2 and 2.5.",
  notes: "One object with `parameters` between control tokens.",
  grammars: [
    {
      shape: "envelope",
      open: ["<|action_start|><|plugin|>", "<|action_start|> <|plugin|>"],
      close: ["<|action_end|>"],
      argumentsKey: "parameters",
    },
  ],
  dropped: ["<|im_end|>"],
});
