import { defineFormat } from "./define-format.ts";

export const qwenAgent = defineFormat({
  id: "qwen_agent",
  models: "Qwen-Agent prompts.",
  notes: "Flower words at line starts; the result word is a fabricated result.",
  grammars: [
    {
      shape: "header",
      open: ["✿FUNCTION✿:"],
      nameEnd: ["\n"],
      beforeArguments: ["✿ARGS✿:"],
      close: [],
      rawArguments: true,
    },
  ],
  dropped: ["✿RETURN✿:"],
});
